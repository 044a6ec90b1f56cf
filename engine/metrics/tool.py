"""Tool metrics: what a feature asks of the cutter that makes it."""

import math

import numpy as np

from engine.features.blend import Blend
from engine.features.fin import Fin
from engine.features.pocket import Pocket
from engine.features.slot import Slot
from engine.metrics._context import Context
from engine.metrics._declare import metric
from engine.model.arrays import Floats
from engine.model.face_graph import Joint
from engine.model.feature import Feature, Kind
from engine.model.field import Unit
from engine.model.metric import Measured
from engine.model.part import FaceId, Line, Source
from engine.model.surface import Cylinder, Torus
from engine.tolerances import SAME_LENGTH

SQUARE_SINE = math.sin(math.radians(15.0))
"""A cutter that comes within 15° of square to the run of a corner makes it with its own corner. Any other
makes it with its side, and leaves its radius there."""
ENGRAVED = 0.2
"""Pockets shallower than this share of their width are letters and marks, cut with a pointed cutter: their
corners may be as sharp as they like."""


@metric("tool.clearance", Unit.MM, (Kind.SLOT, Kind.POCKET, Kind.FIN))
def clearance(feature: Slot | Pocket | Fin, context: Context) -> Measured | None:
    """Width that a cutter has at the narrowest place of a slot, in a pocket, or beside a fin."""
    if context.sealed_faces.issuperset(feature.faces):
        return None
    if isinstance(feature, Slot):
        return _length(feature.min_width_mm, feature, context)
    if isinstance(feature, Fin):
        return context.clearance.minimum(feature.faces)
    if feature.open_sides > 1:
        return None
    return _length(feature.width_mm, feature, context)


@metric("tool.corner_radius", Unit.MM, (Kind.FILLET, Kind.POCKET))
def corner_radius(feature: Blend | Pocket, context: Context) -> Measured | None:
    """Radius of an internal corner that the side of a cutter leaves, which can be no larger; 0 if sharp.

    Fillets at the foot of a wall, cut with the corner of the cutter, have none; nor have pockets without
    sharp upright corners.
    """
    ways = context.ways_to_face
    if ways is None:
        return Measured(np.nan, reason="tool access was not gathered")
    if isinstance(feature, Pocket):
        if feature.depth_mm < ENGRAVED * feature.width_mm:
            return None
        sharp = _sharp_corner(feature, ways, context)
        return (
            None
            if sharp is None
            else Measured(0.0, location=sharp.midpoint, faces=tuple(sorted(sharp.faces)))
        )
    is_across = any(_is_across(face, ways[face], context) for face in feature.faces if face in ways)
    return None if is_across else _length(feature.radius_mm, feature, context)


METRICS = (clearance, corner_radius)


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
            leans = np.linalg.norm(np.cross(ways, axis), axis=1)
        case _:
            mesh = context.assessed.prepared.mesh
            normals = mesh.normals[mesh.face_of_vertex == face]
            along = np.nanmax(np.abs(normals @ ways.T), axis=0, initial=0.0)
            leans = np.sqrt((1.0 - along**2).clip(min=0.0))
    return bool((leans < SQUARE_SINE).any())


def _sharp_corner(pocket: Pocket, ways: dict[FaceId, Floats], context: Context) -> Joint | None:
    """Return the longest sharp corner of a pocket that no direction is square to, if there is one."""
    prepared = context.assessed.prepared
    members, found = set(pocket.faces), []
    for joint in context.sharp_joints:
        if not members.issuperset(joint.faces) or not all(face in ways for face in joint.faces):
            continue
        curve = prepared.part.edges[joint.edge].curve
        if not isinstance(curve, Line):
            continue
        first, second = (ways[face] for face in joint.faces)
        both = first[(np.abs(first @ second.T) > 1.0 - 1e-9).any(axis=1)]
        if len(both) and (np.abs(both @ curve.direction) >= SQUARE_SINE).all():
            found.append(joint)
    return max(found, key=lambda joint: (joint.length_mm, -joint.edge), default=None)
