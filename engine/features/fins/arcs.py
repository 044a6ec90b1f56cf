"""Finds fins that run along part of a circle: curved ribs, segments of a snap ring.

The walls are two coaxial cylinders with material between, the outer one seen from outside, the inner one from
inside; a plane square to their axis closes them on top, and each ends in a hollow at its foot. What goes all
the way round is a boss with its bore; what runs on smoothly into flat walls is the corner of a housing.
"""

from dataclasses import dataclass

import numpy as np

from engine.features.fins import bases, description, widths
from engine.features.fins.description import HIGH, LONG, FinDescription
from engine.graph import coaxial, rings
from engine.graph.blend_suppressed import Meeting, SuppressedAdjacency
from engine.graph.coaxial import AxisLine
from engine.graph.same_surface import is_same_surface
from engine.model.analysis import PreparedPart
from engine.model.arrays import Floats, Vector
from engine.model.face_graph import Convexity
from engine.model.part import Face, FaceId, Part
from engine.model.surface import Cylinder, Plane
from engine.tolerances import LENGTH_FLOOR_MM

MOST_DEG = 300.0
"""What goes round further is a ring with a slit."""

SAME_SPAN = 0.5
"""The inner wall turns by at least this share of the outer one, and the other way round: ribs that run into
one of them take of it."""

NEARLY, LEANING, STRAYS = 0.1, 0.02, 20.0
"""What turns about an axis lies off it by its radius, but for this share of it, this share of how far away it
lies, and so many times its strays."""

SIDEWAYS = 0.5
"""An end looks sideways, within 60 degrees."""


def find(
    prepared: PreparedPart, adjacency: SuppressedAdjacency, taken: set[FaceId]
) -> tuple[FinDescription, ...]:
    """Find the fins along circles, in the order of their outer walls. `taken` faces are no walls."""
    part, graph = prepared.part, prepared.graph
    found, cylinders = [], dict[FaceId, _Cylinders]()
    for group, members in sorted(graph.faces_of_group.items()):
        if not _is_cylinder(part.faces[group], 1) or not taken.isdisjoint(members):
            continue
        for top in _tops(prepared, adjacency, group):
            beside = [
                each
                for each in adjacency.next_to(top, Convexity.CONVEX)
                if taken.isdisjoint(graph.faces_of_group[each])
            ]
            round_ = cylinders.setdefault(top, _Cylinders.among(part, beside))
            near = set(round_.near(part.faces[group]))
            inside = [each for each in beside if each in near and _is_inside(prepared, group, each)]
            if not inside:
                continue
            outer = _on_one_carrier(part, group, [each for each in beside if each in near])
            if outer[0] != group:
                continue  # another piece of the same wall comes first
            for each in inside:
                inner = _on_one_carrier(part, each, inside)
                if inner[0] == each:
                    found += _description(prepared, adjacency, outer, inner, top)
    return tuple(found)


@dataclass(frozen=True, slots=True, eq=False)
class _Cylinders:
    """Groups on cylinders, N of them: a top with many bores beside it is not to be asked of each for each."""

    groups: tuple[FaceId, ...]
    points: Floats
    """(N, 3) of each."""
    radii: Floats
    strays_mm: Floats
    """(N,)"""

    @classmethod
    def among(cls, part: Part, groups: list[FaceId]) -> "_Cylinders":
        """Take those of some groups that lie on cylinders."""
        round_ = tuple(each for each in groups if isinstance(part.faces[each].surface, Cylinder))
        faces = [part.faces[each] for each in round_]
        return cls(
            round_,
            np.array([face.inner_point for face in faces]).reshape(-1, 3),
            np.array([_radius_mm(face) for face in faces]),
            np.array([face.deviation_mm for face in faces]),
        )

    def near(self, face: Face) -> list[FaceId]:
        """List those that may turn about the axis of a cylinder; some of them do not."""
        away_mm = np.abs(_axis(face).distance(self.points) - self.radii)
        lean_mm = LEANING * np.linalg.norm(self.points - face.inner_point, axis=1)
        slack_mm = STRAYS * (self.strays_mm + face.deviation_mm + LENGTH_FLOOR_MM)
        is_near = away_mm <= NEARLY * self.radii + lean_mm + slack_mm
        return [self.groups[each] for each in np.flatnonzero(is_near).tolist()]


def _on_one_carrier(part: Part, group: FaceId, groups: list[FaceId]) -> tuple[FaceId, ...]:
    """List the groups on the surface of one of them: ribs that run into a wall cut it to pieces."""
    return tuple(each for each in groups if is_same_surface(part.faces[group], part.faces[each]))


def _is_cylinder(face: Face, sense: int) -> bool:
    return face.body is not None and isinstance(face.surface, Cylinder) and face.sense == sense


def _axis(face: Face) -> AxisLine:
    axis = coaxial.axis_line(face.surface)
    assert axis is not None  # it is a cylinder
    return axis


def _tops(prepared: PreparedPart, adjacency: SuppressedAdjacency, outer: FaceId) -> list[FaceId]:
    """List the planes square to the axis that close a cylinder, as the top of a step does."""
    faces = prepared.part.faces
    axis = _axis(faces[outer])
    return [
        group
        for group in adjacency.next_to(outer, Convexity.CONVEX)
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


def _description(
    prepared: PreparedPart,
    adjacency: SuppressedAdjacency,
    outer: tuple[FaceId, ...],
    inner: tuple[FaceId, ...],
    top: FaceId,
) -> list[FinDescription]:
    """Measure a pair of walls; nothing where it is no fin."""
    part, graph = prepared.part, prepared.graph
    walls = part.faces[outer[0]], part.faces[inner[0]]
    axis = _axis(walls[0])
    up = part.faces[top].inner_normal
    found = [_foot(prepared, adjacency, side, axis, -up) for side in (outer, inner)]
    feet = [foot for foot in found if foot is not None]
    if len(feet) < 2 or any(_runs_on(adjacency, group) for group in outer + inner):
        return []
    spans_deg = [
        sum(rings.around(part, graph, graph.faces_of_group[group], axis).span_deg for group in side)
        for side in (outer, inner)
    ]
    thickness_mm = _radius_mm(walls[0]) - _radius_mm(walls[1])
    level_mm = float(part.faces[top].inner_point @ up)
    height_mm = level_mm - max(float(part.faces[base].inner_point @ up) for base, _ in feet)
    middle_mm = _radius_mm(walls[0]) - thickness_mm / 2.0
    is_whole = len(outer) == len(inner) == 1
    length_mm = middle_mm * float(np.radians(np.mean(spans_deg) if is_whole else max(spans_deg)))
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
    stands_on = {base for base, _ in feet}

    def away_mm(points: Floats) -> Floats:
        beside_mm = np.maximum(np.abs(axis.distance(points) - middle_mm) - thickness_mm / 2.0, 0.0)
        beyond_mm = np.linalg.norm(points - center, axis=1) - length_mm / 2.0 - thickness_mm
        farther: Floats = np.maximum(beside_mm, beyond_mm)
        return farther

    base_wall = bases.wall(prepared, sorted(stands_on), away_mm, thickness_mm)
    return [
        FinDescription(
            sides=tuple(sorted(face for group in outer + inner for face in graph.faces_of_group[group])),
            tops=graph.faces_of_group[top]
            if widths.of_group(part, graph, top) <= widths.NARROW * thickness_mm
            else (),
            ends=_ends(prepared, adjacency, outer, inner, up),
            bases=tuple(sorted(face for base in stands_on for face in graph.faces_of_group[base])),
            center=center,
            up=up,
            thickness_mm=thickness_mm,
            top_thickness_mm=thickness_mm,
            base_thickness_mm=thickness_mm,
            height_mm=height_mm,
            length_mm=length_mm,
            draft_deg=0.0,
            base_fillet_mm=min(description.fillet_mm(part, foot.blends) for _, foot in feet),
            base_wall=base_wall,
        )
    ]


def _foot(
    prepared: PreparedPart,
    adjacency: SuppressedAdjacency,
    side: tuple[FaceId, ...],
    axis: AxisLine,
    down: Vector,
) -> tuple[FaceId, Meeting] | None:
    """Return the plane square to the axis below a wall and their longest hollow; None without one."""
    faces = prepared.part.faces
    hollows = [
        (meeting.across(group), meeting)
        for group in side
        for meeting in adjacency.of_group.get(group, ())
        if meeting.convexity == Convexity.CONCAVE
        and coaxial.is_square_to(faces[meeting.across(group)], axis)
        and float(faces[meeting.across(group)].inner_normal @ down) < 0.0
    ]
    return max(hollows, key=lambda hollow: hollow[1].length_mm, default=None)


def _runs_on(adjacency: SuppressedAdjacency, group: FaceId) -> bool:
    return any(meeting.convexity == Convexity.SMOOTH for meeting in adjacency.of_group.get(group, ()))


def _ends(
    prepared: PreparedPart,
    adjacency: SuppressedAdjacency,
    outer: tuple[FaceId, ...],
    inner: tuple[FaceId, ...],
    up: Vector,
) -> tuple[FaceId, ...]:
    """List the flat upright faces between the two walls."""
    faces = prepared.part.faces
    near, far = (
        {each for group in side for each in adjacency.next_to(group, Convexity.CONVEX)}
        for side in (outer, inner)
    )
    ends = [
        group
        for group in sorted(near & far)
        if isinstance(faces[group].surface, Plane) and abs(float(faces[group].inner_normal @ up)) < SIDEWAYS
    ]
    return tuple(sorted(face for group in ends for face in prepared.graph.faces_of_group[group]))
