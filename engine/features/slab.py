"""Recognizes slabs: plates with two parallel flat sides that face away from each other.

A slab differs from a wall by having two sides that belong together: more than half of each lies behind the
other, they are parallel, and the plate is wide for its thickness. A floor that ribs divide into cells is
one slab: its upper side has many faces in one plane. A drafted wall is a wall, for its sides are not
parallel; so is the side of a block, for a block is as thick as it is wide.
"""

from dataclasses import dataclass

import numpy as np

from engine.graph import extents, neighborhoods, opposite_faces, outlines
from engine.graph.opposite_faces import SLACK, OppositeFace
from engine.model.analysis import PreparedPart
from engine.model.feature import (
    Claim,
    FaceRole,
    Feature,
    FeatureKind,
    Kind,
    Precedence,
    Role,
    Size,
    SizeForm,
)
from engine.model.part import FaceId
from engine.model.surface import Plane
from engine.run_context import RunContext
from engine.tolerances import FIT_LENGTH, LENGTH_FLOOR_MM

KIND = FeatureKind(
    key=Kind.SLAB,
    plural="Slabs",
    color="#e4dccb",
    roles=(FaceRole(Role.SLAB, "Slab", place=None),),
    precedence=Precedence.FLAT,
    sizes=(Size("thickness_mm", after="thick", form=SizeForm.RANGE),),
    order_in_results=2,
    order_in_lists=10,
)

WIDE = 3.0
"""A plate is at least this many thicknesses wide at its narrowest: below that people call it a bar, a rim or
a block."""

MUTUAL_SHARE = 0.5
"""At least this share of each side lies over the other."""

TOUCH_SHARE = 0.1
"""A face belongs to a side when at least this share of it, or of the face behind it, is shared."""

WINDOW_SHARE = 0.25
"""An opening of at least this share of a face's outline makes it a frame; smaller ones are holes in a plate,
and do not make the plate any narrower."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Slab(Feature):
    """One plate."""

    thickness_mm: float
    area_mm2: float
    """Of the side that holds the defining face."""
    opposite_fids: tuple[FaceId, ...]
    """The faces of the other side, ascending."""


def recognize(context: RunContext, found: tuple[Claim, ...]) -> tuple[Slab, ...]:
    """Find the slabs among the flat groups of which `found` claims no face, in the order of their faces."""
    part, graph = context.part, context.graph
    claimed = {face for claim in found for face in claim.faces}
    free = {
        group
        for group, faces in graph.faces_of_group.items()
        if isinstance(part.faces[group].surface, Plane) and not claimed.intersection(faces)
    }
    opposites = {
        group: [each for each in others if each.is_parallel and each.other in free]
        for group, others in context.once(opposite_faces.through_material).items()
        if group in free
    }
    areas = {
        group: sum(part.faces[face].area_mm2 for face in graph.faces_of_group[group]) for group in opposites
    }
    slabs = [_slab(context.prepared, sides) for sides in _plates(context.prepared, opposites, areas)]
    return tuple(sorted(slabs, key=lambda slab: slab.fid))


@dataclass(frozen=True, slots=True, eq=False)
class _Sides:
    """The groups on the two sides of a plate, the side with the largest face first; each ascending."""

    near: tuple[FaceId, ...]
    far: tuple[FaceId, ...]
    thickness_mm: float


def _plates(
    prepared: PreparedPart, opposites: dict[FaceId, list[OppositeFace]], areas: dict[FaceId, float]
) -> list[_Sides]:
    """Gather the groups that lie over each other at one distance, and keep what is a plate."""
    plates = []
    left, refused = set(opposites), set[tuple[FaceId, float]]()
    for group in sorted(opposites, key=lambda each: (-areas[each], each)):
        if group not in left or not opposites[group]:
            continue
        thickness_mm = opposites[group][0].thickness_mm
        if (group, thickness_mm) in refused:
            continue
        sides = _connected_sides(opposites, areas, group, thickness_mm, left)
        members = {*sides.near, *sides.far}
        if _is_mutual(opposites, areas, sides) and _is_wide(prepared, sides, group):
            plates.append(sides)
            left -= members
        else:
            refused.update(
                (member, each.thickness_mm)
                for member in members
                for each in opposites[member]
                if _is_as_thick(each, thickness_mm)
            )
    return plates


def _connected_sides(
    opposites: dict[FaceId, list[OppositeFace]],
    areas: dict[FaceId, float],
    seed: FaceId,
    thickness_mm: float,
    left: set[FaceId],
) -> _Sides:
    """Walk from face to face behind it and back, at one distance."""
    side_of = {seed: 0}
    frontier = [seed]
    while frontier:
        group = frontier.pop()
        for each in opposites[group]:
            if each.other in side_of or each.other not in left or not _is_as_thick(each, thickness_mm):
                continue
            if each.area_mm2 >= (TOUCH_SHARE - SLACK) * min(areas[group], areas[each.other]):
                side_of[each.other] = 1 - side_of[group]
                frontier.append(each.other)
    near, far = (tuple(sorted(group for group, at in side_of.items() if at == side)) for side in (0, 1))
    return _Sides(near, far, thickness_mm)


def _is_as_thick(each: OppositeFace, thickness_mm: float) -> bool:
    return abs(each.thickness_mm - thickness_mm) <= FIT_LENGTH * thickness_mm + LENGTH_FLOOR_MM


def _is_mutual(
    opposites: dict[FaceId, list[OppositeFace]], areas: dict[FaceId, float], sides: _Sides
) -> bool:
    for side, other in ((sides.near, set(sides.far)), (sides.far, set(sides.near))):
        shared_mm2 = sum(each.area_mm2 for group in side for each in opposites[group] if each.other in other)
        if not 0.0 < shared_mm2 >= (MUTUAL_SHARE - SLACK) * sum(areas[group] for group in side):
            return False
    return True


def _is_wide(prepared: PreparedPart, sides: _Sides, largest: FaceId) -> bool:
    """Whether the largest face of the plate is wide for its thickness."""
    return _narrow_side_mm(prepared, largest) >= WIDE * sides.thickness_mm * (1.0 - FIT_LENGTH)


def _narrow_side_mm(prepared: PreparedPart, group: FaceId) -> float:
    """Return the shorter side of the rectangle with the area and the perimeter of a flat group.

    Holes are filled first. Of a strip bent to an L or a frame this is the width of the strip, which no
    bounding box would show. A shape rounder than a square counts as the square of its perimeter.
    """
    part, faces = prepared.part, prepared.graph.faces_of_group[group]
    normal = part.faces[group].inner_normal
    loops = [outlines.points(part, loop) for loop in neighborhoods.border_loops(part, faces)]
    if not loops:
        return 0.0
    enclosed = [abs(float(outlines.vector_area(points) @ normal)) for points in loops]
    outer_mm2 = max(enclosed)
    kept = [
        (mm2, points) for mm2, points in zip(enclosed, loops, strict=True) if mm2 >= WINDOW_SHARE * outer_mm2
    ]
    area_mm2 = 2.0 * outer_mm2 - sum(mm2 for mm2, _ in kept)
    half_mm = sum(float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum()) for _, points in kept) / 2.0
    return float(half_mm - np.sqrt(max(half_mm**2 - 4.0 * area_mm2, 0.0))) / 2.0


def _slab(prepared: PreparedPart, sides: _Sides) -> Slab:
    part, graph = prepared.part, prepared.graph
    near, far = (
        tuple(sorted(face for group in side for face in graph.faces_of_group[group]))
        for side in (sides.near, sides.far)
    )
    defining = part.largest_face(near)
    faces = tuple(sorted(near + far))
    assert defining.body is not None  # stray faces face nothing
    return Slab(
        kind=Kind.SLAB,
        fid=defining.id,
        faces=faces,
        roles=tuple((face, Role.SLAB) for face in faces),
        body=defining.body,
        center=defining.inner_point,
        axis=defining.inner_normal,
        box_mm=extents.box(part, faces),
        uncertainty_mm=2.0 * max(part.faces[face].deviation_mm for face in faces),
        thickness_mm=sides.thickness_mm,
        area_mm2=sum(part.faces[face].area_mm2 for face in near),
        opposite_fids=far,
    )
