"""Tool metrics: what a feature asks of the cutter that makes it."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from engine.features.blend import Blend
from engine.features.fin import Fin
from engine.features.pocket import Pocket
from engine.features.slot import Slot
from engine.metrics import _corners, _saws, _tee_pockets
from engine.metrics._context import Context
from engine.metrics._corners import HOLDERS, LETTER_MM, SQUARE_SINE
from engine.metrics._declare import metric
from engine.model.arrays import Bools, Floats, cross
from engine.model.face_graph import Joint
from engine.model.feature import Feature, Kind
from engine.model.field import Unit
from engine.model.metric import Measured
from engine.model.part import FaceId, Source
from engine.model.surface import Cylinder, Torus
from engine.tolerances import SAME_LENGTH, at_least

BROACHED_DEPTH = 1.5
"""Widths that a rotary broach goes deep; the sockets of screws have 0.5 to 1.2."""
GROOVED_MM = 0.34
"""The grooves of retaining washers begin there: 0.34 mm on shafts of 1.4 to 2 mm (DIN 6799, size 1.2)."""
UNSURE = (
    "Whether the side of a cutter makes it hangs on whether nine tenths of a face are reached: "
    "it is too close to call."
)
OPPOSITE = 1e-6
"""Two directions are opposite when one less the other's opposite is no longer than about a thousandth."""


@metric("tool.clearance", Unit.MM, (Kind.SLOT, Kind.POCKET, Kind.FIN))
def clearance(feature: Slot | Pocket | Fin, context: Context) -> Measured | None:
    """Width that a cutter has at the narrowest place of a slot, in a pocket, or beside a fin.

    Marks have none, which a pointed cutter engraves, nor have grooves that are wide enough for a lathe tool,
    and slots that a saw cuts.
    """
    if context.of_face.sealed.issuperset(feature.faces) or _is_mark(feature):
        return None
    if isinstance(feature, Slot):
        if _is_turned(feature, context) and at_least(feature.min_width_mm, GROOVED_MM):
            return None
        if _saws.cuts(context.assessed.prepared, feature):
            return None
        return _length(feature.min_width_mm, feature, context)
    if isinstance(feature, Fin):
        return _beside(feature, context)
    if feature.open_sides > 1:
        return None
    return _length(feature.width_mm, feature, context)


@metric("tool.depth_over_width", Unit.ONE, (Kind.SLOT, Kind.POCKET))
def depth_over_width(feature: Slot | Pocket, context: Context) -> Measured | None:
    """Depth that an end mill goes to over the width it has; not of what a saw, lathe or T-slot cutter makes.

    No mill gets into sealed hollows, which are told as such.
    """
    if _is_turned(feature, context) or context.of_face.sealed.issuperset(feature.faces):
        return None
    if isinstance(feature, Pocket) and _tee_pockets.way_in(context.assessed, feature) is not None:
        return None
    depth_mm = feature.depth_mm
    if isinstance(feature, Slot):
        if feature.is_sawn:
            return None
        if feature.open_ends:
            depth_mm = min(depth_mm, feature.length_mm)
    ratio = depth_mm / feature.width_mm
    return Measured(ratio, (1.0 + ratio) * feature.uncertainty_mm / feature.width_mm)


@metric("tool.corner_radius", Unit.MM, (Kind.FILLET, *HOLDERS))
def corner_radius(feature: Feature, context: Context) -> Measured | None:
    """Radius of an internal corner that the side of a cutter leaves, which can be no larger; 0 if sharp.

    Fillets at the foot of a wall, cut with the corner of the cutter, have none; nor has anything else without
    a sharp upright corner. Of a chain that runs along a floor and up the corners, the corners count.
    """
    ways = context.access.ways_to_face
    if not isinstance(feature, Blend):
        return _sharpest(feature, context)
    is_foot = _is_foot(feature, ways, context)
    if _is_unsure(
        is_foot, (_is_foot(feature, each, context) for each in context.access.ways_to_face_within_error)
    ):
        value = math.inf if is_foot else feature.radius_mm
        return Measured(value, uncertainty=math.inf, note=UNSURE)
    if is_foot:
        return None
    depth_mm = _depth_mm(feature, ways, context)
    note = "" if depth_mm is None else f"A cutter goes {depth_mm:.1f} mm deep there."
    measured = replace(_length(feature.radius_mm, feature, context), note=note)
    upright = _upright_faces(feature, ways, context)
    if not upright or len(upright) == len(feature.faces):
        return measured
    place = context.assessed.prepared.part.faces[upright[0]].inner_point
    return replace(measured, location=place, faces=upright)


@metric("tool.corner_depth", Unit.MM, (Kind.FILLET, *HOLDERS))
def corner_depth(feature: Feature, context: Context) -> Measured | None:
    """Depth a cutter goes to in an upright corner: the corner's height, half of it if both ends are open."""
    ways = context.access.ways_to_face
    if not isinstance(feature, Blend):
        longest = _longest_sharp(feature, context) or _longest_possible(feature, context)
        if longest is None:
            return None
        sharp_mm = longest.length_mm * _share_of_depth(longest, ways)
        others_mm = _other_depths_mm(feature, context)
        return Measured(sharp_mm, max((abs(each - sharp_mm) for each in others_mm), default=0.0))
    if all(_is_foot(feature, each, context) for each in (ways, *context.access.ways_to_face_within_error)):
        return None
    depth_mm = _depth_mm(feature, ways, context)
    if depth_mm is None:
        return None
    others = (_depth_mm(feature, each, context) for each in context.access.ways_to_face_within_error)
    off = max((abs(each - depth_mm) for each in others if each is not None), default=0.0)
    measured = _length(depth_mm, feature, context)
    return replace(measured, uncertainty=max(measured.uncertainty, off))


@metric("tool.broached_hexagon", Unit.MM, (Kind.FILLET, *HOLDERS))
def broached_hexagon(feature: Feature, context: Context) -> Measured:
    """Width across flats of a hexagonal socket that a broach can cut; infinite for anything else."""
    return Measured(_socket_mm(feature, context))


METRICS = (clearance, depth_over_width, corner_radius, corner_depth, broached_hexagon)


def _is_turned(feature: Slot | Pocket, context: Context) -> bool:
    """Whether a lathe makes all faces of a slot or pocket."""
    return any(turned.issuperset(feature.faces) for turned in context.access.turned_faces)


def _beside(fin: Fin, context: Context) -> Measured | None:
    """Measure the room beside a fin, but for the sides of slots that a saw cuts."""
    slots = (each for each in context.assessed.recognition.of_kind(Kind.SLOT) if isinstance(each, Slot))
    sides = set(fin.faces)
    beside = [each for each in slots if not sides.isdisjoint(each.faces)]
    sawn = [each.faces for each in beside if _saws.cuts(context.assessed.prepared, each)]
    left = tuple(face for face in fin.faces if not any(face in faces for faces in sawn))
    found = context.fields.clearance.minimum(left) if left else None
    return None if found is None or (sawn and not math.isfinite(found.value)) else found


def _is_mark(feature: Slot | Pocket | Fin) -> bool:
    """Whether a slot or pocket is as shallow as letters are, and no deeper than wide."""
    if isinstance(feature, Fin) or feature.through:
        return False
    return at_least(min(LETTER_MM, feature.width_mm), feature.depth_mm)


def _socket_mm(feature: Feature, context: Context) -> float:
    """Return the width across flats of a hexagonal pocket as deep as broaches go; inf for anything else."""
    if not isinstance(feature, Pocket):
        return math.inf
    longest = _longest_sharp(feature, context) or _longest_possible(feature, context)
    if longest is None:
        return math.inf
    part = context.assessed.prepared.part
    width_mm = _corners.hexagon_mm(part, _corners.beside(part, feature, longest, context.corners.joints))
    if width_mm is None:
        return math.inf
    is_deep = feature.depth_mm > BROACHED_DEPTH * width_mm * (1.0 + SAME_LENGTH)
    return math.inf if is_deep and not feature.through else width_mm


def _depth_mm(fillet: Blend, ways: dict[FaceId, Floats], context: Context) -> float | None:
    """Return how deep a cutter goes to make an upright fillet, along the best way to each upright face."""
    mesh = context.assessed.prepared.mesh
    depths_mm = []
    for face in _upright_faces(fillet, ways, context):
        if face in ways and len(ways[face]):
            along_mm = mesh.vertices[mesh.face_of_vertex == face] @ ways[face].T
            depths_mm.append((np.ptp(along_mm, axis=0) * np.where(_are_two_way(ways[face]), 0.5, 1.0)).min())
    return float(max(depths_mm)) if depths_mm else None


def _longest_sharp(feature: Feature, context: Context) -> Joint | None:
    """Return the longest of the sharp upright corners of a feature."""
    return _longest(context.corners.upright.get(id(feature), ()))


def _longest_possible(feature: Feature, context: Context) -> Joint | None:
    """Return the longest of those it would have if faces were reached a little more or less."""
    variants = context.corners.upright_within_error
    return _longest([joint for corners in variants for joint in corners.get(id(feature), ())])


def _other_depths_mm(feature: Feature, context: Context) -> list[float]:
    """Return the depths of the longest corner if faces were reached a little more or less."""
    variants = zip(
        context.corners.upright_within_error, context.access.ways_to_face_within_error, strict=True
    )
    longest = [(_longest(corners.get(id(feature), ())), ways) for corners, ways in variants]
    return [joint.length_mm * _share_of_depth(joint, ways) for joint, ways in longest if joint is not None]


def _longest(corners: Sequence[Joint]) -> Joint | None:
    return max(corners, key=lambda joint: (joint.length_mm, -joint.edge), default=None)


def _is_unsure(is_so: bool, within_error: Iterable[bool]) -> bool:
    """Whether the answer would be another within the error of what it rests on."""
    return any(each != is_so for each in within_error)


def _sharpest(feature: Feature, context: Context) -> Measured | None:
    """Return the radius of a feature's sharp upright corners, located at the longest of them.

    Where the side of a cutter may not make any of them, or may make some after all, the uncertainty is
    infinite.
    """
    longest = _longest_sharp(feature, context)
    variants = (id(feature) in corners for corners in context.corners.upright_within_error)
    off = math.inf if _is_unsure(longest is not None, variants) else 0.0
    if longest is None:
        possible = _longest_possible(feature, context)
        if possible is None:
            return None
        place, faces = possible.midpoint, tuple(sorted(possible.faces))
        return Measured(math.inf, off, location=place, faces=faces, note=UNSURE)
    joints = context.corners.upright[id(feature)]
    corners = {context.corners.corner_of_edge[joint.edge] for joint in joints}
    socket_mm = _socket_mm(feature, context)
    if math.isfinite(socket_mm):
        note = f"It is a hexagon of {socket_mm:.2f} mm, which a broach cuts."
    else:
        note = f"{len(corners)} corners of it are sharp." if len(corners) > 1 else ""
    own = sorted(longest.faces)
    others = {face for joint in joints for face in joint.faces} - set(own)
    if off:
        note = f"{note} {UNSURE}".strip()
    return Measured(0.0, off, location=longest.midpoint, faces=(*own, *sorted(others)), note=note)


def _share_of_depth(corner: Joint, ways: dict[FaceId, Floats]) -> float:
    """Return the share of a sharp corner that is cut from one end: half where both ends are open."""
    return 0.5 if all(_are_two_way(ways[face]).any() for face in corner.faces if face in ways) else 1.0


def _are_two_way(ways: Floats) -> Bools:
    """Find which directions come with their opposite."""
    return np.asarray((ways @ ways.T < -1.0 + OPPOSITE).any(axis=1))


def _is_foot(feature: Feature, ways: dict[FaceId, Floats], context: Context) -> bool:
    """Whether the corner of a cutter makes a fillet, and not its side: all of a chain that it reaches."""
    is_reached = any(face in ways for face in feature.faces)
    return is_reached and not _upright_faces(feature, ways, context)


def _upright_faces(feature: Feature, ways: dict[FaceId, Floats], context: Context) -> tuple[FaceId, ...]:
    """Return those of the faces of a fillet that the side of a cutter makes."""
    return tuple(face for face in feature.faces if face in ways and not _is_across(face, ways[face], context))


def _length(length_mm: float, feature: Feature, context: Context) -> Measured:
    """Return a length; one read off triangles is known no better than their files write numbers."""
    is_rounded = context.assessed.prepared.part.source is Source.TRIANGLES
    return Measured(length_mm, max(feature.uncertainty_mm, is_rounded * SAME_LENGTH * length_mm))


def _is_across(face: FaceId, ways: Floats, context: Context) -> bool:
    """Whether some direction that reaches a face of a fillet is square to the way the fillet runs."""
    match context.assessed.prepared.part.faces[face].surface:
        case Cylinder(axis=axis):
            leans = np.abs(ways @ axis)
        case Torus(axis=axis):
            leans = np.linalg.norm(cross(ways, axis), axis=1)
        case _:
            mesh = context.assessed.prepared.mesh
            normals = mesh.normals[mesh.face_of_vertex == face]
            along = np.nanmax(np.abs(normals @ ways.T), axis=0, initial=0.0)
            leans = np.sqrt((1.0 - along**2).clip(min=0.0))
    return bool((leans < SQUARE_SINE).any())
