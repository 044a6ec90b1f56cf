"""Constrained Delaunay triangulation of charts, face by face."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pythoncdt import IntersectingConstraintEdges, Triangulation, VertexInsertionOrder

from engine.model.arrays import Bools, Floats, Ints
from engine.progress import Progress


@dataclass(frozen=True, slots=True, eq=False)
class Flat:
    """Points in the charts of faces, face after face: nodes of the borders, and inner vertices."""

    node_face: Ints
    nodes: Floats
    """(N,) and (N, 2)"""
    segments: Ints
    """(G, 2) of nodes, face after face."""
    inner_face: Ints
    inner: Floats
    """(M,) and (M, 2)"""


def triangulate(flat: Flat, wanted: Bools, progress: Progress) -> tuple[Ints, Bools]:
    """Triangulate the wanted faces (F,).

    Returns
    -------
    triangles : (T, 3) int64
        Counter-clockwise in the charts, face after face; inner vertices count on after the N nodes.
    failed : (F,) bool
        Wanted faces whose border crosses itself in the chart, so that nothing stands for them.
    """
    faces = np.flatnonzero(wanted)
    count = len(flat.nodes)
    bounds = [
        np.searchsorted(owner, [faces, faces + 1]).T.tolist()
        for owner in (flat.node_face, flat.node_face[flat.segments[:, 0]], flat.inner_face)
    ]
    failed = np.zeros(len(wanted), dtype=bool)
    made = []
    for face, (n0, n1), (s0, s1), (i0, i1) in zip(faces.tolist(), *bounds, strict=True):
        progress.check()
        points = np.concatenate([flat.nodes[n0:n1], flat.inner[i0:i1]])
        local = _one(points, n1 - n0, (flat.segments[s0:s1] - n0).astype(np.uintc))
        if local is None:
            failed[face] = True
            continue
        number = np.concatenate([np.arange(n0, n1), np.arange(count + i0, count + i1)])
        made.append(number[local])
    return np.concatenate(made) if made else np.zeros((0, 3), dtype=np.int64), failed


def _one(points: Floats, border: int, segments: NDArray[np.uintc]) -> NDArray[np.uint32] | None:
    """Triangles of one face; None when the border cannot be kept as it is."""
    if border < 3 or len(segments) < 3 or not np.isfinite(points).all():
        return None
    cdt: Any = Triangulation(VertexInsertionOrder.AUTO, IntersectingConstraintEdges.NOT_ALLOWED, 0.0)
    try:
        cdt.insert_vertices(np.ascontiguousarray(points))
        cdt.insert_edges(np.ascontiguousarray(segments))
    except RuntimeError as error:
        if type(error) is not RuntimeError:
            raise  # a call that is wrong in itself
        return None  # two nodes in one place, or segments that cross
    if cdt.fixed_edges_count() + sum(extra for _, extra in cdt.overlap_count_iter()) != len(segments):
        return None  # a node on another's segment
    cdt.erase_outer_triangles_and_holes()
    triangles = cdt.triangles_array()["vertices"]
    used = np.zeros(len(points), dtype=bool)
    used[triangles.ravel()] = True
    return triangles if used[:border].all() else None
