"""Arcs: fins that run along part of a circle: curved ribs, segments of a snap ring.

The walls are two coaxial cylinders with material between, the outer one seen from outside, the inner one from
inside; a plane square to their axis closes them on top, and each ends in a hollow at its foot. What goes all
the way round is a boss with its bore; what runs on smoothly into flat walls is the corner of a housing.
"""

import numpy as np

from engine.features.fins import described, widths
from engine.features.fins.described import Described
from engine.graph import coaxial, rings
from engine.graph.coaxial import AxisLine
from engine.graph.unblended import Meeting, Unblended
from engine.model.analysis import PreparedPart
from engine.model.face_graph import Convexity
from engine.model.part import Face, FaceId
from engine.model.surface import Cylinder, Plane

HIGH = 2.0
LONG = 2.0
"""An arc is at least this many thicknesses high, and long along its middle, as a straight fin is."""

MOST_DEG = 300.0
"""What goes round further is a ring with a slit."""

SAME_SPAN = 0.75
"""The inner wall turns by at least this share of the outer one, and the other way round."""


def find(prepared: PreparedPart, unblended: Unblended, taken: set[FaceId]) -> tuple[Described, ...]:
    """Find the fins along circles, in the order of their outer walls. `taken` faces are no walls."""
    part, graph = prepared.part, prepared.graph
    found = []
    for outer, faces in sorted(graph.faces_of_group.items()):
        if not _is_cylinder(part.faces[outer], 1) or not taken.isdisjoint(faces):
            continue
        for top in _tops(prepared, unblended, outer):
            for inner in unblended.next_to(top, Convexity.CONVEX):
                if taken.isdisjoint(graph.faces_of_group[inner]) and _is_inside(prepared, outer, inner):
                    found += _described(prepared, unblended, outer, inner, top)
    return tuple(found)


def _is_cylinder(face: Face, sense: int) -> bool:
    return face.body is not None and isinstance(face.surface, Cylinder) and face.sense == sense


def _axis(face: Face) -> AxisLine:
    axis = coaxial.axis_line(face.surface)
    assert axis is not None  # it is a cylinder
    return axis


def _tops(prepared: PreparedPart, unblended: Unblended, outer: FaceId) -> list[FaceId]:
    """List the planes square to the axis that close a cylinder, as the top of a step does."""
    faces = prepared.part.faces
    axis = _axis(faces[outer])
    return [
        group
        for group in unblended.next_to(outer, Convexity.CONVEX)
        if coaxial.is_square_to(faces[group], axis)
    ]


def _is_inside(prepared: PreparedPart, outer: FaceId, inner: FaceId) -> bool:
    faces = prepared.part.faces
    face = faces[inner]
    if not _is_cylinder(face, -1) or face.body != faces[outer].body:
        return False
    return _radius_mm(face) < _radius_mm(faces[outer]) and coaxial.turns_about(face, _axis(faces[outer]))


def _radius_mm(face: Face) -> float:
    assert isinstance(face.surface, Cylinder)
    return face.surface.radius_mm


def _described(
    prepared: PreparedPart, unblended: Unblended, outer: FaceId, inner: FaceId, top: FaceId
) -> list[Described]:
    """Measure a pair of walls; nothing where it is no fin."""
    part, graph = prepared.part, prepared.graph
    walls = part.faces[outer], part.faces[inner]
    axis = _axis(walls[0])
    up = part.faces[top].inner_normal
    feet = [_foot(prepared, unblended, group, axis, -up) for group in (outer, inner)]
    if feet[0] is None or feet[1] is None or any(_runs_on(unblended, group) for group in (outer, inner)):
        return []
    spans_deg = [
        rings.around(part, graph, graph.faces_of_group[group], axis).span_deg for group in (outer, inner)
    ]
    thickness_mm = _radius_mm(walls[0]) - _radius_mm(walls[1])
    level_mm = float(part.faces[top].inner_point @ up)
    height_mm = min(
        level_mm - float(part.faces[foot.across(group)].inner_point @ up)
        for foot, group in zip(feet, (outer, inner), strict=True)
        if foot is not None
    )
    middle_mm = _radius_mm(walls[0]) - thickness_mm / 2.0
    length_mm = middle_mm * float(np.radians(np.mean(spans_deg)))
    if (
        max(spans_deg) > MOST_DEG
        or min(spans_deg) < SAME_SPAN * max(spans_deg)
        or height_mm < HIGH * thickness_mm
        or length_mm < LONG * thickness_mm
    ):
        return []
    place = walls[0].inner_point
    out = place - axis.at(float(axis.along(place)))
    center = place - out * (thickness_mm / 2.0 / _radius_mm(walls[0]))
    center = center + (level_mm - height_mm / 2.0 - center @ up) * up
    bases = {foot.across(group) for foot, group in zip(feet, (outer, inner), strict=True) if foot is not None}
    return [
        Described(
            sides=tuple(sorted((*graph.faces_of_group[outer], *graph.faces_of_group[inner]))),
            tops=graph.faces_of_group[top]
            if widths.of_group(part, graph, top) <= widths.NARROW * thickness_mm
            else (),
            ends=_ends(prepared, unblended, outer, inner, up),
            bases=tuple(sorted(face for base in bases for face in graph.faces_of_group[base])),
            center=center,
            up=up,
            thickness_mm=thickness_mm,
            top_thickness_mm=thickness_mm,
            base_thickness_mm=thickness_mm,
            height_mm=height_mm,
            length_mm=length_mm,
            draft_deg=0.0,
            base_fillet_mm=min(described.fillet_mm(part, foot.blends) for foot in feet if foot is not None),
            wall_thickness_mm=np.nan,
        )
    ]


def _foot(
    prepared: PreparedPart, unblended: Unblended, group: FaceId, axis: AxisLine, down: np.ndarray
) -> Meeting | None:
    """Return the longest hollow between a wall and a plane below it, square to the axis; None without one."""
    faces = prepared.part.faces
    hollows = [
        meeting
        for meeting in unblended.of_group.get(group, ())
        if meeting.convexity == Convexity.CONCAVE
        and isinstance(faces[meeting.across(group)].surface, Plane)
        and coaxial.is_square_to(faces[meeting.across(group)], axis)
        and float(faces[meeting.across(group)].inner_normal @ down) < 0.0
    ]
    return max(hollows, key=lambda meeting: meeting.length_mm, default=None)


def _runs_on(unblended: Unblended, group: FaceId) -> bool:
    return any(meeting.convexity == Convexity.SMOOTH for meeting in unblended.of_group.get(group, ()))


def _ends(
    prepared: PreparedPart, unblended: Unblended, outer: FaceId, inner: FaceId, up: np.ndarray
) -> tuple[FaceId, ...]:
    """List the flat upright faces between the two walls."""
    faces = prepared.part.faces
    both = set(unblended.next_to(outer, Convexity.CONVEX)) & set(unblended.next_to(inner, Convexity.CONVEX))
    ends = [
        group
        for group in sorted(both)
        if isinstance(faces[group].surface, Plane) and abs(float(faces[group].inner_normal @ up)) < 0.5
    ]
    return tuple(sorted(face for group in ends for face in prepared.graph.faces_of_group[group]))
