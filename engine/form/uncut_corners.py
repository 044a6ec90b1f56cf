"""Inner corners that no straight cutter makes sharp: those a mold or a printer makes, and a mill does not.

A flat end mill leaves the corner between a wall and a floor sharp, when it comes along the wall. Where both
faces of a corner can be cut along the corner alone, as in the corners of a pocket, the cutter rounds it. What
goes through the part along such a corner, a wire, a jet or a broach, leaves it sharp all the same.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engine.model.access import ToolAccess
from engine.model.arrays import Floats
from engine.model.face_graph import Convexity, FaceGraph
from engine.model.part import Body, EdgeId, FaceId, Line, Part
from engine.tolerances import LENGTH_FLOOR_MM, PARALLEL_COSINE

ALONG_COSINE = 0.9
"""A cutter that comes within 26 degrees of a corner's own direction comes along it."""


@dataclass(frozen=True, slots=True)
class UncutCorners:
    """Sharp inner corners of a body that no cutter makes."""

    count: int
    n_through: int
    """Those of them that are straight and open at both ends."""
    length_over_size: float
    """Their length over the square root of the body's area."""


def of_body(
    part: Part,
    graph: FaceGraph,
    body: Body,
    access: ToolAccess,
    edges_of_corner: Mapping[EdgeId, Sequence[EdgeId]],
    turned: Collection[FaceId],
) -> UncutCorners:
    """Count the sharp inner corners of a body that no cutter makes along a direction of the body.

    Those between two `turned` faces are made by the lathe, or hobbed.
    """
    ways = access.ways_to_face(only=body.id)
    faces, turned_faces = frozenset(body.faces), frozenset(turned)
    count, n_through, length_mm = 0, 0, 0.0
    for corner, edges in edges_of_corner.items():
        beside = part.edges[corner].faces
        if beside[0] in faces and not turned_faces.issuperset(beside) and not _is_cut(part, corner, ways):
            count += 1
            n_through += _is_through(part, graph, corner, edges)
            length_mm += sum(part.edges[edge].length_mm for edge in edges)
    return UncutCorners(count, n_through, length_mm / body.area_mm2**0.5 if body.area_mm2 > 0.0 else 0.0)


def _is_cut(part: Part, corner: EdgeId, ways: Mapping[FaceId, Floats]) -> bool:
    """Whether a cutter reaches both faces of a corner along one direction that is not the corner's own."""
    edge = part.edges[corner]
    if len(edge.faces) < 2:
        return True
    first, second = (ways.get(face, np.zeros((0, 3))) for face in edge.faces[:2])
    shared = first[(first @ second.T >= PARALLEL_COSINE).any(axis=1)]
    chord = edge.points[-1] - edge.points[0]
    length = float(np.linalg.norm(chord))
    if edge.is_closed or length == 0.0:
        return bool(len(shared))
    return bool((np.abs(shared @ chord) < ALONG_COSINE * length).any())


def _is_through(part: Part, graph: FaceGraph, corner: EdgeId, edges: Sequence[EdgeId]) -> bool:
    """Whether a corner runs straight from one outer edge of its faces to another: no floor at its ends."""
    edge = part.edges[corner]
    if not isinstance(edge.curve, Line):
        return False
    points = np.concatenate([part.edges[each].points[[0, -1]] for each in edges])
    along = points @ (edge.points[-1] - edge.points[0])
    ends = points[[int(along.argmin()), int(along.argmax())]]
    reach_mm = edge.tolerance_mm + LENGTH_FLOOR_MM
    beside = {index for face in edge.faces[:2] for index in graph.joints_of_face[face]}
    hollows = [
        part.edges[graph.joints[index].edge]
        for index in sorted(beside)
        if graph.joints[index].convexity == Convexity.CONCAVE and graph.joints[index].edge not in edges
    ]
    return not any(
        np.linalg.norm(hollow.points[[0, -1], None] - ends, axis=2).min() <= reach_mm for hollow in hollows
    )
