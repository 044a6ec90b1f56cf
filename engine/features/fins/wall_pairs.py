"""Pairs of flat sides with nothing but material between, as far as their planes go on.

A rib that meets others on one of its sides has several faces there, all in one plane; they are one side.
"""

from dataclasses import dataclass

import numpy as np

from engine.graph.opposite_faces import SLACK, OppositeFace
from engine.graph.same_surface import is_same_surface
from engine.model.arrays import Vector
from engine.model.face_graph import FaceGraph
from engine.model.part import Face, FaceId, Part

TOUCH_SHARE = 0.1
"""A face belongs to a side when at least this share of it, or of the face behind it, is shared."""


@dataclass(frozen=True, slots=True, eq=False)
class WallPair:
    """The groups on the two sides, each ascending; the side with the largest group is `near`."""

    near: tuple[FaceId, ...]
    far: tuple[FaceId, ...]
    near_share: float
    far_share: float
    """How much of each side the other lies behind."""

    @property
    def groups(self) -> tuple[FaceId, ...]:
        """Both sides."""
        return self.near + self.far


def find(
    part: Part, graph: FaceGraph, opposites: dict[FaceId, tuple[OppositeFace, ...]], is_free: set[FaceId]
) -> tuple[WallPair, ...]:
    """Gather what faces each other through material, largest group first.

    A group may belong to several pairs: a wall that is thin here and thick there.
    """
    areas = {
        group: sum(part.faces[face].area_mm2 for face in graph.faces_of_group[group]) for group in opposites
    }
    partners = {
        group: tuple(
            each.other
            for each in others
            if each.other in is_free
            and each.area_mm2 >= (TOUCH_SHARE - SLACK) * min(areas[group], areas[each.other])
        )
        for group, others in opposites.items()
        if group in is_free
    }
    seen: set[tuple[FaceId, FaceId]] = set()
    pairs = []
    for group in sorted(partners, key=lambda each: (-areas[each], each)):
        for other in partners[group]:
            if (group, other) in seen:
                continue
            near, far = _connected_sides(part, partners, group, other)
            seen.update((a, b) for a in near for b in far)
            seen.update((b, a) for a in near for b in far)
            shares = [
                sum(each.area_mm2 for member in side for each in opposites[member] if each.other in opposite)
                / sum(areas[member] for member in side)
                for side, opposite in ((near, far), (far, near))
            ]
            pairs.append(WallPair(near, far, shares[0], shares[1]))
    return tuple(pairs)


def across(part: Part, pair: WallPair) -> Vector:
    """Return the unit vector square to the plane midway between the two sides, out of the near side."""
    normal: Vector = part.faces[pair.near[0]].inner_normal - part.faces[pair.far[0]].inner_normal
    return normal / np.linalg.norm(normal)


def _connected_sides(
    part: Part, partners: dict[FaceId, tuple[FaceId, ...]], seed: FaceId, other: FaceId
) -> tuple[tuple[FaceId, ...], tuple[FaceId, ...]]:
    """Walk from face to face behind it and back, as long as they lie in the planes of the first two."""
    leaders: tuple[Face, Face] = part.faces[seed], part.faces[other]
    side_of = {seed: 0, other: 1}
    frontier = [seed, other]
    while frontier:
        group = frontier.pop()
        side = 1 - side_of[group]
        for each in partners.get(group, ()):
            if each not in side_of and is_same_surface(leaders[side], part.faces[each]):
                side_of[each] = side
                frontier.append(each)
    near, far = (tuple(sorted(group for group, at in side_of.items() if at == side)) for side in (0, 1))
    return near, far
