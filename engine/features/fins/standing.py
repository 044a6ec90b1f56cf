"""On what, and which way up, a pair of opposite walls stands.

It stands where both its sides end in a hollow along one edge of the pair, and nothing holds it opposite. A
rib in a corner of a housing may stand on the floor or on a wall: it stands where its foot is longer.
"""

from dataclasses import dataclass

import numpy as np

from engine.features.fins.borders import Border
from engine.model.arrays import Floats, Vector
from engine.model.part import FaceId, Part
from engine.model.surface import Plane

SAME_WAY_DEG = 10.0
"""The feet of both sides are square to one direction within this: floors of castings are drafted too."""

STEEPEST = 0.5
"""The normal of a base has at least this share in the plane of the fin: a base that leans more is a flank."""

FOOT_SHARE = 0.5
"""At least this much of a side's lower border ends in a hollow; the rest may hang over or be cut away."""

FREE_SHARE = 0.75
"""At least this much of the upper border is free."""

STRAIGHT_SHARE = 0.8
"""A curved foot goes one way when its chord, summed over its edges, is this much of its length."""


@dataclass(frozen=True, slots=True, eq=False)
class Stand:
    """One way a wall pair may stand."""

    up: Vector
    """Unit, in the plane midway between the sides."""
    foot_mm: float
    """Length of the shorter of the two feet; 0 for a leg, one of whose sides runs flush with the base."""
    bases: tuple[FaceId, ...]
    """Groups under the foot, ascending."""


def ways(part: Part, across: Vector, near: Border, far: Border) -> tuple[Stand, ...]:
    """List the ways a pair stands on both sides, the longest foot first."""
    found = []
    near_feet = _feet(part, across, near)
    far_feet = _feet(part, across, far) if near_feet else []
    for up, near_mm, near_bases in near_feet:
        for other, far_mm, far_bases in far_feet:
            if up @ other < np.cos(np.radians(SAME_WAY_DEG)):
                continue
            direction = up * near_mm + other * far_mm
            direction = direction / np.linalg.norm(direction)
            if _is_standing(near, direction) and _is_standing(far, direction):
                bases = tuple(sorted({*near_bases, *far_bases}))
                found.append(Stand(direction, min(near_mm, far_mm), bases))
    return tuple(sorted(found, key=lambda stand: (-stand.foot_mm, stand.bases)))


def legs(part: Part, across: Vector, footed: Border, flush: Border) -> tuple[Stand, ...]:
    """List the ways a pair stands on one side, the other flush with the base; longest foot first."""
    found = [
        (foot_mm, Stand(up, 0.0, bases))
        for up, foot_mm, bases in _feet(part, across, footed)
        if _is_standing(footed, up) and flush.held_share(-up) == 0.0 and _is_free(flush, up)
    ]
    return tuple(stand for _, stand in sorted(found, key=lambda each: (-each[0], each[1].bases)))


def _is_standing(border: Border, up: Vector) -> bool:
    return border.held_share(-up) >= FOOT_SHARE and _is_free(border, up)


def _is_free(border: Border, up: Vector) -> bool:
    return border.held_share(up) <= 1.0 - FREE_SHARE


def _feet(part: Part, across: Vector, border: Border) -> list[tuple[Vector, float, tuple[FaceId, ...]]]:
    """Gather the hollows of one side by the way that is up from them: direction, length, groups."""
    edges_of_base: dict[FaceId, list[int]] = {}
    for index, stretch in enumerate(border.stretches):
        if stretch.is_held and stretch.beyond is not None:
            edges_of_base.setdefault(stretch.beyond, []).append(index)
    feet: list[tuple[Vector, float, tuple[FaceId, ...]]] = []
    for base, indices in sorted(edges_of_base.items()):
        up = _up(part, across, border, base, indices)
        if up is None:
            continue
        length_mm = float(border.length_mm[indices].sum())
        for place, (other, other_mm, bases) in enumerate(feet):
            if up @ other >= np.cos(np.radians(SAME_WAY_DEG)):
                joined = up * length_mm + other * other_mm
                joined = joined / np.linalg.norm(joined)
                feet[place] = (joined, length_mm + other_mm, (*bases, base))
                break
        else:
            feet.append((up, length_mm, (base,)))
    return feet


def _up(part: Part, across: Vector, border: Border, base: FaceId, indices: list[int]) -> Vector | None:
    """Return the way up from a base, square to it in the plane of the fin; None where there is none."""
    inward: Vector = border.inward[indices].sum(axis=0)
    face = part.faces[base]
    if isinstance(face.surface, Plane):
        normal: Floats = face.inner_normal - (face.inner_normal @ across) * across
        steepness = float(np.sqrt(normal @ normal))
        return normal / steepness if steepness >= STEEPEST and normal @ inward > 0.0 else None
    inward = inward - (inward @ across) * across
    size_mm = float(np.sqrt(inward @ inward))
    if size_mm < STRAIGHT_SHARE * float(border.length_mm[indices].sum()):
        return None
    return inward / size_mm
