"""Flanks of edges, where thickness is not that of a wall.

Where two faces lean towards each other and meet at an outer edge, or nearly meet and leave a narrow land or a
round between them, the material between them tapers off, and the thickness field says so. That is an edge,
not a thin wall: nobody thickens it. A point lies on the flank of such an edge when the wall opposite leans
towards it by more than the drafted sides of a rib do, and the taper from there leads to the edge. Two faces
that nearly run parallel are a wall even where they meet: a feather edge. So is the web that a notch leaves.
The edge itself, where there is nothing left to measure, is none.

The flanks of a thread are such flanks too, whatever is left of its crest, and so is what lies above them in
the end that it runs out of: what stands there is the thread.
"""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from engine.model.analysis import PreparedPart
from engine.model.arrays import Bools, Floats, Ints, along, cross, norms
from engine.model.evidence import DrawnThread
from engine.model.face_graph import Convexity
from engine.model.part import EdgeId
from engine.run_context import RunContext

FLANK_DEG = 21.5
"""Sides that lean towards each other by more are flanks. Ten degrees of draft a side is the most in use and
makes 20. The limit lies above that, by more than the triangles of a curved lip are off, and not on what the
next round angles make: a lip is on one side of it in every spelling of its file."""
REACH = 1.2
"""The edge lies within this multiple of the distance in which the taper comes to a point."""

ACROSS_COSINE = 0.5
"""A face whose normal is within 60° of a thread's axis is one that it ends at, and no wall round it."""

MAX_PAIRS = 500_000
"""Points times pieces of edges that are looked at together; bounds the memory to some 50 MB."""

OUTER = (Convexity.CONVEX, Convexity.SMOOTH_CONVEX)
DENT_DEG = 10.0
"""A land may meet a flank in an edge that bends inward by no more: a round that is not drawn quite tangent,
and turns a few degrees too far, rounds the edge all the same."""


def find(context: RunContext, threads: Sequence[DrawnThread] = ()) -> Bools:
    """Find which vertices lie on the flank of an outer edge or of a thread.

    Returns
    -------
    (V,) bool
        False everywhere where the field does not say what it was measured to.
    """
    mesh, field = context.mesh, context.prepared.fields["thickness"]
    is_flank = np.zeros(len(mesh.vertices), dtype=bool)
    if field.opposite is None:
        return is_flank
    # what is no thicker than the error of measuring is the edge itself
    is_flank |= field.values <= field.absolute_error
    for thread in threads:
        is_flank |= _of_thread(context.prepared, thread, field.opposite)
    lean = lean_deg(context.prepared, field.opposite, np.arange(len(mesh.vertices)))
    leaning = np.flatnonzero((field.opposite >= 0) & (lean > FLANK_DEG))
    group = context.graph.group_of_face
    own = group[mesh.face_of_vertex[leaning]]
    across = group[mesh.face_of_triangle[field.opposite[leaning]]]
    reach = REACH * field.values[leaning] / np.tan(np.radians(np.minimum(lean[leaning], 89.0)))
    edges = _outer_edges(context.prepared)
    for members in by_pair(own, across):
        between = _edges_between(edges, int(own[members[0]]), int(across[members[0]]))
        if between:
            away = distance(mesh.vertices[leaning[members]], segments(context.prepared, between))
            is_flank[leaning[members]] |= away <= reach[members]
    return is_flank


def _of_thread(prepared: PreparedPart, thread: DrawnThread, opposite: Ints) -> Bools:
    """Find which vertices lie on the flanks of a thread, or above them in a face that it ends at."""
    mesh = prepared.mesh
    are_flanks = np.zeros(len(prepared.part.faces), dtype=bool)
    are_flanks[list(thread.flanks)] = True
    is_above = (opposite >= 0) & are_flanks[mesh.face_of_triangle[opposite]]
    with np.errstate(invalid="ignore"):
        is_above &= np.abs(along(mesh.normals, thread.direction)) >= ACROSS_COSINE
    own: Bools = are_flanks[mesh.face_of_vertex] | is_above
    return own


def lean_deg(prepared: PreparedPart, opposite: Ints, vertices: Ints) -> Floats:
    """Return by how much the wall opposite some vertices leans towards each: 0 where the two are parallel."""
    mesh = prepared.mesh
    corners, normals = mesh.vertices[mesh.triangles[opposite[vertices]]], mesh.normals[vertices]
    facing = cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    along = -np.einsum("vk,vk->v", normals, facing)
    across = norms(cross(normals, facing))
    return np.asarray(np.degrees(np.arctan2(across, along)))


def _outer_edges(prepared: PreparedPart) -> dict[int, dict[int, list[EdgeId]]]:
    """Return the outer edges, and those that hardly bend inward, by the groups on both of their sides."""
    group = prepared.graph.group_of_face
    edges: dict[int, dict[int, list[EdgeId]]] = defaultdict(lambda: defaultdict(list))
    for joint in prepared.graph.joints:
        is_outer = joint.convexity in OUTER or joint.max_angle_deg <= 180.0 + DENT_DEG
        if is_outer and joint.faces[1] >= 0:
            one, other = (int(group[face]) for face in joint.faces)
            edges[one][other].append(joint.edge)
            edges[other][one].append(joint.edge)
    return edges


def by_pair(own: Ints, across: Ints) -> list[Ints]:
    """Return the places of each pair of groups that occurs."""
    order = np.lexsort((across, own))
    is_new = (np.diff(own[order]) != 0) | (np.diff(across[order]) != 0)
    return np.split(order, np.flatnonzero(is_new) + 1) if len(order) else []


def _edges_between(edges: dict[int, dict[int, list[EdgeId]]], own: int, across: int) -> list[EdgeId]:
    """Return the edges at which a face meets the one opposite, or the land that both of them meet."""
    beside = edges.get(own, {})
    lands = beside.keys() & edges.get(across, {}).keys()
    return [edge for other in {*lands, across} - {own} for edge in beside.get(other, ())]


def segments(prepared: PreparedPart, edges: list[EdgeId]) -> Floats:
    """Return (S, 2, 3) the straight pieces of edges."""
    points = [prepared.part.edges[edge].points for edge in edges]
    return np.concatenate([np.stack([each[:-1], each[1:]], axis=1) for each in points])


def distance(points: Floats, segments: Floats) -> Floats:
    """Return the distance of each point from the nearest of some segments."""
    start, along = segments[:, 0], segments[:, 1] - segments[:, 0]
    length_squared = np.maximum(np.einsum("sk,sk->s", along, along), np.finfo(float).tiny)
    n_chunks = len(points) * len(segments) // MAX_PAIRS + 1
    nearest = []
    for chunk in np.array_split(points, n_chunks):
        from_start = chunk[:, None] - start
        share = np.clip(np.einsum("psk,sk->ps", from_start, along) / length_squared, 0.0, 1.0)
        nearest.append(np.linalg.norm(from_start - share[:, :, None] * along, axis=2).min(axis=1))
    return np.concatenate(nearest)
