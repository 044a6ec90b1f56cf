"""Follows the outline of turned bodies from the heavier end to the lighter.

Chamfers, rounds, fillets, threads and knurls are known by the roles of their faces, ring grooves are slots,
and the rest is known by its surface. Bores are left out, and so are milled flats, keyways and cross holes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from engine.graph import coaxial, extents, hexagons, neighborhoods, rings, turning
from engine.graph.coaxial import AxisLine
from engine.model.analysis import Recognition
from engine.model.arrays import Floats
from engine.model.evidence import ProfileSegment, SegmentKind, Turned, TurnedProfile
from engine.model.face_graph import Convexity
from engine.model.feature import HOLE_ROLES, Feature, Kind, Role
from engine.model.part import Face, FaceId, Part
from engine.model.surface import Cone, Cylinder, Plane, Sphere
from engine.run_context import RunContext
from engine.tolerances import FIT_LENGTH, LENGTH_FLOOR_MM, SAME_LENGTH

KIND_OF_ROLE: dict[int, SegmentKind] = {
    Role.CHAMFER: SegmentKind.CHAMFER,
    Role.ROUND: SegmentKind.ROUND,
    Role.FILLET: SegmentKind.ROUND,
}
"""Of faces that turn about the axis."""

KIND_OF_REGION: dict[int, SegmentKind] = {Role.THREAD: SegmentKind.THREAD, Role.KNURL: SegmentKind.KNURL}
"""Of faces that need not turn, and make up one segment as far as they hang together."""


HOLLOW = frozenset({Convexity.CONCAVE, *neighborhoods.SMOOTH})
"""How the sides of one groove meet its floor, and the halves of what a file split; never at a crest."""


def find(context: RunContext, recognition: Recognition) -> tuple[TurnedProfile, ...]:
    """Find the outlines of the turned bodies of a part, in their order."""
    slots = recognition.of_kind(Kind.SLOT)
    found = []
    for body in context.part.bodies:
        turned = turning.with_hexagons(context, body.id)
        if turned is not None:
            own = [slot for slot in slots if slot.body == body.id]
            found.append(TurnedProfile(turned, _segments(context, recognition, turned, own)))
    return tuple(found)


def _segments(
    context: RunContext, recognition: Recognition, turned: Turned, slots: Iterable[Feature]
) -> tuple[ProfileSegment, ...]:
    part, roles = context.part, recognition.role_of_face
    axis = AxisLine(turned.origin, turned.direction)
    outside = turning.outside(part, context.graph, turned)
    found = [_groove(part, slot, axis) for slot in slots if _goes_round(part, slot, axis, outside)]
    found += _regions(context, recognition, turned, axis)
    found += _hexagons(part, turned, axis, {face for each in found for face in each.faces})
    left = {
        face
        for face in outside
        if face in turned.faces or coaxial.is_square_to(part.faces[face], axis)
        if roles[face] not in HOLE_ROLES
    }
    left = _without(left, found)
    found += _necks(context, recognition, left, axis)
    left = _without(left, found)
    for journal in turning.journals(turned):
        if left.issuperset(journal.faces):
            found.append(
                ProfileSegment(
                    SegmentKind.JOURNAL,
                    journal.low_mm,
                    journal.high_mm,
                    journal.diameter_mm,
                    journal.diameter_mm,
                    journal.faces,
                )
            )
    left = _without(left, found)
    groups = sorted({FaceId(int(context.graph.group_of_face[face])) for face in left})
    pieces = (_piece(context, recognition, turned, axis, group) for group in groups)
    found += [each for each in pieces if each is not None]
    return _in_order(_joined(found, turned.diameter_mm), turned.length_mm)


def _without(faces: set[FaceId], segments: Iterable[ProfileSegment]) -> set[FaceId]:
    return faces - {face for segment in segments for face in segment.faces}


def _goes_round(part: Part, slot: Feature, axis: AxisLine, outside: frozenset[FaceId]) -> bool:
    """Whether a slot is a ring about the axis, and not let into a bore."""
    faces = [part.faces[face] for face in slot.faces]
    is_ring = all(coaxial.turns_about(face, axis) or coaxial.is_square_to(face, axis) for face in faces)
    floors = [face for face, role in slot.roles if role == Role.SLOT_FLOOR]
    return is_ring and bool(floors) and outside.issuperset(floors)


def _groove(part: Part, slot: Feature, axis: AxisLine) -> ProfileSegment:
    """Write a ring groove; of one in a face `from` and `to` are its mouth and its floor, or the reverse."""
    heights, radii = _border(part, slot.faces, axis)
    in_face = any(
        isinstance(part.faces[face].surface, Plane) for face, role in slot.roles if role == Role.SLOT_FLOOR
    )
    widest_mm = float(radii.max()) if in_face else float(radii.min())
    return ProfileSegment(
        SegmentKind.GROOVE,
        float(heights.min()),
        float(heights.max()),
        2.0 * float(radii.min()),
        2.0 * widest_mm,
        slot.faces,
    )


def _regions(
    context: RunContext, recognition: Recognition, turned: Turned, axis: AxisLine
) -> list[ProfileSegment]:
    """Return the drawn threads and the knurls on the outside."""
    part, roles = context.part, recognition.role_of_face
    found = []
    for role, kind in KIND_OF_REGION.items():
        faces = [
            face
            for face in part.bodies[turned.body].faces
            if roles[face] == role and _is_outer(part.faces[face], axis)
        ]
        for together in neighborhoods.connected(context.graph, faces):
            heights, radii = _border(part, together, axis)
            diameter_mm = 2.0 * float(radii.max())
            low, high = float(heights.min()), float(heights.max())
            found.append(ProfileSegment(kind, low, high, diameter_mm, diameter_mm, together))
    return found


def _is_outer(face: Face, axis: AxisLine) -> bool:
    """Whether a face of a thread or a knurl is not inside a bore."""
    away = face.inner_point - axis.at(float(axis.along(face.inner_point)))
    return float(face.inner_normal @ away) > 0.0


def _hexagons(part: Part, turned: Turned, axis: AxisLine, taken: set[FaceId]) -> list[ProfileSegment]:
    """Return the outer hexagons about the axis; of the ridges of a knurl some six make none."""
    return [
        ProfileSegment(
            SegmentKind.HEXAGON,
            each.low_mm,
            each.high_mm,
            each.across_flats_mm,
            each.across_flats_mm,
            each.faces,
        )
        for each in hexagons.about(part, part.bodies[turned.body], axis)
        if not each.is_socket and taken.isdisjoint(each.faces)
    ]


def _necks(
    context: RunContext, recognition: Recognition, faces: Iterable[FaceId], axis: AxisLine
) -> list[ProfileSegment]:
    """Return the grooves that are no slots: those between two cones, and the undercuts."""
    part, roles = context.part, recognition.role_of_face
    members = [face for face in sorted(faces) if roles[face] == Role.TURNED_GROOVE]
    found = []
    for together in neighborhoods.connected(context.graph, members, HOLLOW):
        heights, radii = _border(part, together, axis)
        leans = {
            float(part.faces[face].inner_normal @ axis.direction) > 0.0
            for face in together
            if isinstance(part.faces[face].surface, Cone)
        }
        kind = SegmentKind.GROOVE if len(leans) > 1 else SegmentKind.UNDERCUT
        bottom_mm = 2.0 * float(radii.min())
        low, high = float(heights.min()), float(heights.max())
        found.append(ProfileSegment(kind, low, high, bottom_mm, bottom_mm, together))
    return found


def _piece(
    context: RunContext, recognition: Recognition, turned: Turned, axis: AxisLine, group: FaceId
) -> ProfileSegment | None:
    """Write faces of one surface that turn about the axis; None of a flat that does not go round it."""
    part, faces = context.part, context.graph.faces_of_group[group]
    first = part.faces[group]
    ring = rings.around(part, context.graph, faces, axis)
    heights, radii = _border(part, faces, axis)
    low, high = float(heights.min()), float(heights.max())
    if isinstance(first.surface, Plane):
        if not (ring.is_full or ring.covers_axis or turning.is_ring(part, faces, axis)):
            return None
        is_up = float(first.inner_normal @ axis.direction) > 0.0
        inner_mm, outer_mm = 0.0 if ring.covers_axis else float(radii.min()), float(radii.max())
        start_mm, end_mm = (outer_mm, inner_mm) if is_up else (inner_mm, outer_mm)
        level_mm = float(axis.along(first.inner_point))
        kind = SegmentKind.END if turning.is_end(first, turned) else SegmentKind.SHOULDER
        return ProfileSegment(kind, level_mm, level_mm, 2.0 * start_mm, 2.0 * end_mm, faces)
    slack_mm = SAME_LENGTH * turned.diameter_mm + first.deviation_mm + LENGTH_FLOOR_MM
    start_mm = float(radii[heights <= low + slack_mm].max())
    end_mm = float(radii[heights >= high - slack_mm].max())
    if ring.covers_axis:
        tip_mm = _tip_mm(first, axis)
        if tip_mm <= (low + high) / 2.0:
            low, start_mm = tip_mm, 0.0
        else:
            high, end_mm = tip_mm, 0.0
    kind = _kind(first, recognition.role_of_face[group])
    return ProfileSegment(kind, low, high, 2.0 * start_mm, 2.0 * end_mm, faces)


def _kind(face: Face, role: int) -> SegmentKind:
    """Return what a curved face of the outline is."""
    if role in KIND_OF_ROLE:
        return KIND_OF_ROLE[role]
    match face.surface:
        case Cylinder():
            return SegmentKind.JOURNAL
        case Cone():
            return SegmentKind.CONE
    return SegmentKind.ROUND


def _tip_mm(face: Face, axis: AxisLine) -> float:
    """Return where along the axis a face that the axis runs through lies on it."""
    match face.surface:
        case Cone(apex=apex):
            return float(axis.along(apex))
        case Sphere(center=center, radius_mm=radius_mm):
            way = np.sign(float(face.inner_normal @ axis.direction)) * face.sense
            return float(axis.along(center) + way * radius_mm)
    return float(axis.along(face.inner_point))


def _border(part: Part, faces: Sequence[FaceId], axis: AxisLine) -> tuple[Floats, Floats]:
    """Return how far along the axis and how far from it points of the borders of faces lie."""
    points = np.concatenate([extents.border(part, face)[1:] for face in faces])
    return axis.along(points), axis.distance(points)


def _joined(segments: Sequence[ProfileSegment], diameter_mm: float) -> list[ProfileSegment]:
    """Make one of those that are alike in all but their faces: a keyway parts a chamfer in two."""
    slack_mm = FIT_LENGTH * diameter_mm + LENGTH_FLOOR_MM
    found: list[ProfileSegment] = []
    for each in segments:
        for place, other in enumerate(found):
            if each.kind == other.kind and np.abs(_measures(each) - _measures(other)).max() <= slack_mm:
                found[place] = replace(other, faces=tuple(sorted(other.faces + each.faces)))
                break
        else:
            found.append(each)
    return found


def _measures(segment: ProfileSegment) -> Floats:
    return np.array([segment.from_mm, segment.to_mm, segment.from_diameter_mm, segment.to_diameter_mm])


def _in_order(segments: Sequence[ProfileSegment], length_mm: float) -> tuple[ProfileSegment, ...]:
    """Order segments by where they begin, flats first; of two at one place the wider comes first."""
    step_mm = FIT_LENGTH * length_mm + LENGTH_FLOOR_MM

    def place(segment: ProfileSegment) -> tuple[int, int, float, FaceId]:
        begins, ends = round(segment.from_mm / step_mm), round(segment.to_mm / step_mm)
        return begins, ends, -segment.from_diameter_mm, segment.faces[0]

    return tuple(sorted(segments, key=place))
