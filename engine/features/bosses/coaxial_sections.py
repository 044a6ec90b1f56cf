"""Assembles the coaxial sections of a part from pieces of outer cylinders and cones.

Ribs that run into a boss and slots that cut it leave fingers of it; a web parts the boss above it from the
boss below. Fingers side by side on one surface are one section if together they go more than half way round,
or lie between ribs on all sides.
"""

from collections.abc import Collection, Iterable

import numpy as np

from engine.features.bosses.coaxial_section import FEWEST_BAYS, LEAST_BAYS_DEG, MIN_TURN_DEG, CoaxialSection
from engine.graph import coaxial_groups, rings
from engine.graph.coaxial import axis_line
from engine.graph.rings import Ring
from engine.model.face_graph import Convexity, FaceGraph
from engine.model.part import FaceId, Part
from engine.model.surface import Cone, Cylinder
from engine.tolerances import PARALLEL_DEG

HOLLOW = (Convexity.CONCAVE, Convexity.SMOOTH_CONCAVE, Convexity.SMOOTH)
"""How a wall that bends outwards meets a rib, or the fillet at the rib, which bends the other way."""

ONE_SIDED = 0.5
"""Bays lie on one side when their directions add up to this share of what they would if all were one."""

STEEPEST_DEG = 60.0 + PARALLEL_DEG
"""A cone with a larger half angle is a sloping floor rather than a wall. At 60 degrees it is a wall."""


def find(part: Part, graph: FaceGraph, blends: Collection[FaceId]) -> tuple[CoaxialSection, ...]:
    """Find the sections of a part, in the order of their smallest face; blends are none."""
    hidden = {int(graph.group_of_face[face]) for face in blends}
    outer = [
        faces
        for group, faces in sorted(graph.faces_of_group.items())
        if group not in hidden and part.faces[group].sense > 0 and part.faces[group].body is not None
    ]
    cylinders = [faces for faces in outer if isinstance(part.faces[faces[0]].surface, Cylinder)]
    cones = [faces for faces in outer if _is_wall(part, faces[0])]
    families = coaxial_groups.find(part, cylinders) + coaxial_groups.find(part, cones)
    sections = (section for family in families for section in _sections(part, graph, family))
    return tuple(sorted(sections, key=lambda section: section.faces[0]))


def _is_wall(part: Part, face: FaceId) -> bool:
    surface = part.faces[face].surface
    return isinstance(surface, Cone) and surface.half_angle_deg <= STEEPEST_DEG


def _sections(part: Part, graph: FaceGraph, family: list[coaxial_groups.Group]) -> Iterable[CoaxialSection]:
    """Make the sections of one surface, seen round the axis of its largest face."""
    axis = axis_line(part.largest_face(face for group in family for face in group).surface)
    assert axis is not None
    pieces = [rings.around(part, graph, group, axis) for group in family]
    pieces = sorted((piece for piece in pieces if piece.rims), key=lambda piece: (piece.low_mm, piece.faces))
    for course in rings.courses(pieces):
        if sum(piece.span_deg for piece in course) > MIN_TURN_DEG or _shows_between_ribs(part, course):
            yield _section(part, course)


def _shows_between_ribs(part: Part, pieces: list[Ring]) -> bool:
    """Whether pieces are the bays of one post between ribs that run into it on all sides."""
    spans = np.array([piece.span_deg for piece in pieces])
    if len(pieces) < FEWEST_BAYS or spans.sum() < LEAST_BAYS_DEG:
        return False
    if not all(joint.convexity in HOLLOW for piece in pieces for joint in piece.sides):
        return False
    axis = pieces[0].axis
    points = np.array([part.faces[piece.faces[0]].inner_point for piece in pieces])
    outward = points - axis.origin - np.outer(axis.along(points), axis.direction)
    outward /= np.linalg.norm(outward, axis=1, keepdims=True)
    return bool(np.linalg.norm(spans @ outward) < ONE_SIDED * spans.sum())


def _section(part: Part, pieces: list[Ring]) -> CoaxialSection:
    faces = tuple(sorted(face for piece in pieces for face in piece.faces))
    largest = part.largest_face(faces)
    assert isinstance(largest.surface, Cylinder | Cone)
    assert largest.body is not None
    # Seen from outside the wall lies above a rim that turns counter-clockwise.
    lower = [rim for piece in pieces for rim in piece.rims if rim.turn_deg > 0.0]
    upper = [rim for piece in pieces for rim in piece.rims if rim.turn_deg < 0.0]
    return CoaxialSection(
        surface=largest.surface,
        axis=pieces[0].axis,
        faces=faces,
        groups=tuple(sorted(min(piece.faces) for piece in pieces)),
        lower=rings.one_rim(lower),
        upper=rings.one_rim(upper),
        sides=frozenset(joint.edge for piece in pieces for joint in piece.sides),
        span_deg=sum(piece.span_deg for piece in pieces),
        body=largest.body,
        deviation_mm=max(part.faces[face].deviation_mm for face in faces),
    )
