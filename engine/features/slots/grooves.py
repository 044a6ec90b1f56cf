"""Grooves round an axis: ring grooves in a face, on a shaft and in a bore, and slots bent to an arc.

In a face two coaxial cylinders face each other and a flat ring is the floor; bent to an arc they end in
round or flat ends, and may go through. On a shaft or in a bore two flat rings face each other and a
cylinder is the floor. Walls may lean as far as draft does: those of O-ring grooves by up to 5 degrees.
"""

from dataclasses import dataclass

import numpy as np

from engine.features.slots.narrow import WIDTH_OVER_DEPTH
from engine.features.slots.pairs import is_hollow
from engine.features.slots.slot_context import SlotContext
from engine.graph import rings
from engine.graph.coaxial import AxisLine, axis_line, is_square_to, turns_about
from engine.graph.opposite_faces import DRAFTED_DEG
from engine.graph.rings import FULL_TURN_DEG
from engine.model.arrays import Vector
from engine.model.face_graph import Convexity
from engine.model.part import Face, FaceId
from engine.model.surface import Cone, Cylinder
from engine.surfaces.formulas import cone_radius_mm
from engine.tolerances import LENGTH_FLOOR_MM, at_least, same_length

GROOVE_WIDTH_OVER_DEPTH = 6.0
"""A groove on a shaft or in a bore is at most this wide for its depth: that of a retaining ring on a small
shaft is 5.5 (1.1 mm wide, 0.2 mm deep on 10 mm, DIN 471). Wider is a relief or a seat."""

GROOVE_WIDTH_OVER_DIAMETER = 0.5
"""A groove on a shaft or in a bore is at most half as wide as what it goes round: the room between the two
flanges of a spool is no groove."""

RING_WIDTH_OVER_DIAMETER = 0.6
"""A groove in a face is at most this wide for the diameter it goes round: the widest of 17 labelled O-ring
grooves has 0.59. A pocket round a slim boss is wider."""


@dataclass(frozen=True, slots=True, eq=False)
class Groove:
    """A slot round an axis."""

    axis: AxisLine
    walls: tuple[FaceId, ...]
    floors: tuple[FaceId, ...]
    ends: tuple[FaceId, ...]
    into: Vector
    """Unit vector into the face, or along the axis where the groove goes round a shaft."""
    width_mm: float
    depth_mm: float
    length_mm: float
    """Along the middle of the groove, round ends included."""
    open_ends: int
    center: Vector
    chamfers: tuple[FaceId, ...] = ()
    """Cones that break the outer edge of its mouth."""


def find(context: SlotContext) -> tuple[Groove, ...]:
    """Find the grooves of a part, ascending by their walls."""
    part = context.part
    coaxial: dict[tuple[FaceId, FaceId], list[FaceId]] = {}
    flat: dict[tuple[FaceId, FaceId], list[FaceId]] = {}
    for group, meetings in sorted(context.adjacency.of_group.items()):
        face = part.faces[group]
        if face.body is None:
            continue
        hollow = is_hollow(part, group)
        feet = sorted(
            {
                meeting.across(group)
                for meeting in meetings
                if meeting.convexity == Convexity.CONCAVE
                or (hollow and meeting.convexity == Convexity.SMOOTH)
            }
            - {group}
        )
        for pair in _coaxial_walls(part.faces, feet):
            coaxial.setdefault(pair, []).append(group)
        for pair in _flat_walls(face, part.faces, feet):
            flat.setdefault(pair, []).append(group)
    found = [_in_face(context, *walls, bridges) for walls, bridges in sorted(coaxial.items())]
    found += [_round_axis(context, *walls, floors) for walls, floors in sorted(flat.items())]
    return tuple(groove for groove in found if groove is not None)


def _coaxial_walls(faces: tuple[Face, ...], feet: list[FaceId]) -> list[tuple[FaceId, FaceId]]:
    """List the (inner, outer) cylinders among the feet that face each other."""
    inner = [foot for foot in feet if _is_round_wall(faces[foot]) and faces[foot].sense > 0]
    outer = [foot for foot in feet if _is_round_wall(faces[foot]) and faces[foot].sense < 0]
    pairs = []
    for mine in inner:
        line = axis_line(faces[mine].surface)
        assert line is not None
        radii = {foot: _radius_mm(faces[foot], faces[foot].inner_point) for foot in outer}
        least_mm = _radius_mm(faces[mine], faces[mine].inner_point)
        wider = [
            foot
            for foot in outer
            if radii[foot] > least_mm and not same_length(radii[foot], least_mm)
            if turns_about(faces[foot], line)
        ]
        if wider:
            pairs.append((mine, min(wider, key=lambda foot: (radii[foot], foot))))
    return pairs


def _is_round_wall(face: Face) -> bool:
    """Whether a face is a cylinder, or as close to one as a drafted wall is."""
    surface = face.surface
    return isinstance(surface, Cylinder) or (
        isinstance(surface, Cone) and surface.half_angle_deg <= DRAFTED_DEG / 2.0
    )


def _radius_mm(face: Face, abreast: Vector) -> float:
    """Return the radius of a cylinder, or of a cone abreast of a point."""
    surface = face.surface
    if isinstance(surface, Cone):
        return cone_radius_mm(surface, float((abreast - surface.apex) @ surface.axis))
    assert isinstance(surface, Cylinder)
    return surface.radius_mm


def _flat_walls(face: Face, faces: tuple[Face, ...], feet: list[FaceId]) -> list[tuple[FaceId, FaceId]]:
    """List the flat rings at both ends of a cylinder that face each other."""
    line = axis_line(face.surface)
    if not isinstance(face.surface, Cylinder) or line is None:
        return []
    radius_mm = face.surface.radius_mm
    flats = [foot for foot in feet if _stands_upright(faces[foot], line)]
    pairs = []
    for index, mine in enumerate(flats):
        for other in flats[index + 1 :]:
            ways = [float(faces[each].inner_normal @ line.direction) for each in (mine, other)]
            span = _height(faces[other], line, radius_mm) - _height(faces[mine], line, radius_mm)
            if ways[0] * ways[1] < 0.0 and span * ways[0] > LENGTH_FLOOR_MM:
                pairs.append((mine, other))
    return pairs


def _stands_upright(face: Face, line: AxisLine) -> bool:
    """Whether a face is a flat ring about an axis, or as close to one as a drafted wall is."""
    if isinstance(face.surface, Cone):
        return face.surface.half_angle_deg >= 90.0 - DRAFTED_DEG / 2.0 and turns_about(face, line)
    return is_square_to(face, line)


def _height(face: Face, line: AxisLine, radius_mm: float) -> float:
    """Return where a flat ring, or a drafted one at a radius, lies along an axis."""
    surface = face.surface
    if not isinstance(surface, Cone):
        return float(line.along(face.inner_point))
    rise_mm = radius_mm / float(np.tan(np.radians(surface.half_angle_deg)))
    return float(line.along(surface.apex + rise_mm * surface.axis))


def _in_face(context: SlotContext, inner: FaceId, outer: FaceId, bridges: list[FaceId]) -> Groove | None:
    """Measure a groove between two coaxial cylinders; None where it is no groove."""
    part, graph = context.part, context.graph
    line = axis_line(part.faces[outer].surface)
    assert line is not None
    floors = [group for group in bridges if is_square_to(part.faces[group], line)]
    ends = [group for group in bridges if group not in floors]
    if len(floors) > 1 and not _face_one_way(part.faces, floors):
        return None
    up = part.faces[floors[0]].inner_normal if floors else line.direction
    low, high = _shared(context, (inner, outer), up)
    if floors:
        low = float(part.faces[floors[0]].inner_point @ up)
    at = line.origin + (float((low + high) / 2.0 - line.origin @ up) * up)
    small, large = (_radius_mm(part.faces[wall], at) for wall in (inner, outer))
    width_mm, middle_mm = large - small, (small + large) / 2.0
    spans = [rings.around(part, graph, graph.faces_of_group[wall], line).span_deg for wall in (inner, outer)]
    span_deg = min(spans)
    if span_deg >= FULL_TURN_DEG:
        if not floors or not at_least(RING_WIDTH_OVER_DIAMETER * 2.0 * small, width_mm):
            return None
    elif not at_least(middle_mm * float(np.radians(span_deg)), width_mm):
        return None
    round_ends = [group for group in ends if is_hollow(part, group)]
    if any(not is_hollow(part, group) for group in ends) and len(ends) > 1:
        return None
    if not round_ends and not at_least(WIDTH_OVER_DEPTH * (high - low), width_mm):
        return None
    cap_mm = 2.0 * middle_mm * float(np.arcsin(min(width_mm / (4.0 * middle_mm), 1.0)))
    length_mm = middle_mm * float(np.radians(min(span_deg, FULL_TURN_DEG))) + cap_mm * len(round_ends)
    return Groove(
        axis=line,
        walls=(min(inner, outer), max(inner, outer)),
        floors=tuple(floors),
        ends=tuple(ends),
        into=-up,
        width_mm=width_mm,
        depth_mm=high - low,
        length_mm=length_mm,
        open_ends=0 if span_deg >= FULL_TURN_DEG else 2 - len(ends),
        center=at,
        chamfers=tuple(sorted(_cones_at_mouth(context, outer))),
    )


def _face_one_way(faces: tuple[Face, ...], groups: list[FaceId]) -> bool:
    first = faces[groups[0]].inner_normal
    return all(float(faces[group].inner_normal @ first) > 0.0 for group in groups)


def _shared(context: SlotContext, walls: tuple[FaceId, ...], way: Vector) -> tuple[float, float]:
    """Return where all walls are, along a direction, with the rims at their mouth."""
    ends = [_with_mouth(context, wall, way) for wall in walls]
    return max(low for low, _ in ends), min(high for _, high in ends)


def _with_mouth(context: SlotContext, wall: FaceId, way: Vector) -> tuple[float, float]:
    """Return the reach of a wall with the rims at its mouth, and with the cone that breaks a hollow edge."""
    low, high = context.with_rims(wall, way)
    for cone in _cones_at_mouth(context, wall):
        low_of_cone, high_of_cone = context.of_group(cone, way)
        low, high = min(low, low_of_cone), max(high, high_of_cone)
    return low, high


def _cones_at_mouth(context: SlotContext, wall: FaceId) -> set[FaceId]:
    """Return the hollow cones that a wall meets at an outer edge: no chamfers to those who look for bores."""
    faces = context.part.faces
    return {
        meeting.across(wall)
        for meeting in context.adjacency.of_group[wall]
        if meeting.convexity == Convexity.CONVEX
        and isinstance(faces[meeting.across(wall)].surface, Cone)
        and faces[meeting.across(wall)].sense < 0
    }


def _round_axis(context: SlotContext, wall: FaceId, other: FaceId, floors: list[FaceId]) -> Groove | None:
    """Measure a groove on a shaft or in a bore; None where it is too wide, or goes less than half round.

    Its floor and both its walls go round: what juts out over a flange on one side makes no groove with it.
    """
    part, graph = context.part, context.graph
    line = axis_line(part.faces[floors[0]].surface)
    assert line is not None
    radius_mm = _radius_mm(part.faces[floors[0]], part.faces[floors[0]].inner_point)
    if len({part.faces[floor].sense for floor in floors}) > 1:
        return None
    span_deg = sum(rings.around(part, graph, graph.faces_of_group[floor], line).span_deg for floor in floors)
    spans_deg = (span_deg, *(_span_along_deg(context, each, floors, radius_mm) for each in (wall, other)))
    if min(spans_deg) <= FULL_TURN_DEG / 2.0:
        return None
    is_bore = part.faces[floors[0]].sense < 0
    share = min(span_deg / FULL_TURN_DEG, 1.0)
    depths = []
    for each in (wall, other):
        area_mm2 = sum(part.faces[face].area_mm2 for face in graph.faces_of_group[each])
        square = radius_mm**2 + (-1.0 if is_bore else 1.0) * area_mm2 / (np.pi * share)
        mouth_mm = _mouth_radius_mm(context, each, line, is_bore)
        depths.append(abs((float(np.sqrt(max(square, 0.0))) if mouth_mm is None else mouth_mm) - radius_mm))
    depth_mm = min(depths)
    middle_mm = radius_mm + (-0.5 if is_bore else 0.5) * depth_mm
    along = [_height(part.faces[each], line, middle_mm) for each in (wall, other)]
    width_mm = abs(along[1] - along[0])
    widest_mm = min(GROOVE_WIDTH_OVER_DEPTH * depth_mm, GROOVE_WIDTH_OVER_DIAMETER * 2.0 * radius_mm)
    if not at_least(widest_mm, width_mm):
        return None
    return Groove(
        axis=line,
        walls=(wall, other),
        floors=tuple(floors),
        ends=(),
        into=line.direction,
        width_mm=width_mm,
        depth_mm=depth_mm,
        length_mm=2.0 * np.pi * middle_mm * share,
        open_ends=0 if share >= 1.0 else 2,
        center=line.at(sum(along) / 2.0),
    )


def _mouth_radius_mm(context: SlotContext, wall: FaceId, line: AxisLine, is_bore: bool) -> float | None:
    """Return the radius at which a wall begins, with the blends at its mouth; None where it is no circle."""
    part, graph = context.part, context.graph
    mouth = {
        FaceId(int(graph.group_of_face[blend]))
        for meeting in context.adjacency.of_group[wall]
        if meeting.convexity == Convexity.CONVEX
        for blend in meeting.blends
    }
    radii_mm = []
    for group in sorted({wall, *mouth}):
        ring = rings.around(part, graph, graph.faces_of_group[group], line)
        if not ring.is_full or not all(rim.is_circle for rim in ring.rims):
            return None
        radii_mm += [rim.radius_mm for rim in ring.rims]
    return min(radii_mm) if is_bore else max(radii_mm)


def _span_along_deg(context: SlotContext, wall: FaceId, floors: list[FaceId], radius_mm: float) -> float:
    """Return how far round a wall stands along the floors."""
    met_mm = sum(each.length_mm for each in context.adjacency.of_group[wall] if each.across(wall) in floors)
    return float(np.degrees(met_mm / radius_mm))
