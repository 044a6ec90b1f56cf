"""Recognizes curved walls: curved stretches of an outline that stand upright between flat ends.

A curved face that nothing else explains is a wall, as a flat face is, where it stands upright but for draft
and most of its border at either end lies on flat faces square to that, directly or across rounds and
chamfers: the rounded end of a lever, the lobe of a flange, the flank of a gear's tooth, the hollow in the
side of a plate. Curved walls give a role alone.

What is none: a face that runs into cones, balls or free forms, is cut askew, or curves both ways.
"""

from collections.abc import Iterator

import numpy as np

from engine.graph import blend_suppressed
from engine.graph.blend_suppressed import Meeting
from engine.graph.coaxial import axis_line
from engine.graph.opposite_faces import DRAFTED_DEG
from engine.model.arrays import Vector
from engine.model.feature import Claim, FaceRole, FeatureKind, Precedence, Role
from engine.model.part import EdgeId, FaceId, Part
from engine.model.surface import Plane
from engine.run_context import RunContext
from engine.tolerances import LENGTH_FLOOR_MM, PARALLEL_COSINE, is_majority

KIND = FeatureKind(
    key="CURVED_WALL",
    plural="Curved walls",
    color="#a9bccb",
    roles=(FaceRole(Role.CURVED_WALL, "Curved wall", place=None),),
    precedence=Precedence.FLAT,
    order_in_results=15,
    order_in_lists=15,
    is_listed=False,
)

SIDE_COSINE = 0.9
"""An edge that runs along the wall within 25 degrees is a side; the others are ends."""

MOST_LEAN = float(np.sin(np.radians(DRAFTED_DEG / 2.0)))
"""A wall leans by at most the draft of one side, as opposite faces do by that of both."""


def recognize(context: RunContext, found: tuple[Claim, ...]) -> tuple[Claim, ...]:
    """Find the curved walls among what `found` leaves, in the order of their first face."""
    part, graph = context.part, context.graph
    claimed = {face for claim in found for face, _ in claim.roles}
    adjacency = blend_suppressed.of(context, found)
    claims = []
    for group, faces in sorted(graph.faces_of_group.items()):
        face = part.faces[group]
        if face.body is None or isinstance(face.surface, Plane) or not claimed.isdisjoint(faces):
            continue
        meetings = adjacency.of_group.get(group, ())
        if any(
            _leans_little(context, faces, way) and _has_flat_ends(part, group, way, meetings)
            for way in _ways(part, group, meetings)
        ):
            claims.append(
                Claim(faces=faces, roles=tuple((each, Role.CURVED_WALL) for each in faces), body=face.body)
            )
    return tuple(claims)


def _ways(part: Part, group: FaceId, meetings: tuple[Meeting, ...]) -> list[Vector]:
    """Return the directions that a face may stand along: its axis, else square to the flat faces it meets."""
    line = axis_line(part.faces[group].surface)
    if line is not None:
        return [line.direction]
    ways: list[Vector] = []
    for meeting in meetings:
        other = part.faces[meeting.across(group)]
        if isinstance(other.surface, Plane) and all(
            abs(float(other.inner_normal @ way)) < PARALLEL_COSINE for way in ways
        ):
            ways.append(other.inner_normal)
    return ways


def _leans_little(context: RunContext, faces: tuple[FaceId, ...], way: Vector) -> bool:
    """Whether faces stand along a direction but for draft, all along their border and in the middle."""
    part = context.part
    normals = [part.faces[face].inner_normal for face in faces]
    for face in faces:
        for edge in {number for loop in part.faces[face].loops for number in loop.edges}:
            border = part.edges[edge]
            normals += [*border.normals[border.faces.index(face)]]
    leans = np.abs(np.array(normals) @ way)
    return bool((leans[np.isfinite(leans)] <= MOST_LEAN).all())


def _has_flat_ends(part: Part, group: FaceId, way: Vector, meetings: tuple[Meeting, ...]) -> bool:
    """Whether both ends of a face along a direction lie mostly on flat faces square to it."""
    middle = float(part.faces[group].inner_point @ way)
    ends_mm, square_mm = np.zeros(2), np.zeros(2)
    for meeting in meetings:
        other = part.faces[meeting.across(group)]
        is_square = (
            isinstance(other.surface, Plane) and abs(float(other.inner_normal @ way)) >= PARALLEL_COSINE
        )
        for number in _ends(part, meeting.edges[meeting.groups.index(group)], way):
            edge = part.edges[number]
            at = int(float(edge.points.mean(axis=0) @ way) > middle)
            ends_mm[at] += edge.length_mm
            square_mm[at] += edge.length_mm if is_square else 0.0
    return all(map(is_majority, square_mm.tolist(), ends_mm.tolist()))


def _ends(part: Part, edges: tuple[EdgeId, ...], way: Vector) -> Iterator[EdgeId]:
    """List the edges of some that do not run along a direction."""
    for number in edges:
        span = part.edges[number].points[-1] - part.edges[number].points[0]
        size = float(np.linalg.norm(span))
        if size <= LENGTH_FLOOR_MM or abs(float(span @ way)) < SIDE_COSINE * size:
            yield number
