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


Known = dict[int, tuple[Floats, NDArray[np.uintc], NDArray[np.uint32] | None]]
"""By face: points and segments, and the triangles that they came to."""


def triangulate(
    flat: Flat, wanted: Bools, progress: Progress, known: Known | None = None
) -> tuple[Ints, Bools]:
    """Triangulate the wanted faces (F,).

    A face that is as `known` has it is not triangulated again; what is made is added to that.

    Returns
    -------
    triangles : (T, 3) int64
        Counter-clockwise in the charts, face after face; inner vertices count on after the N nodes.
    failed : (F,) bool
        Wanted faces whose border crosses itself in the chart, so that nothing stands for them.
    """
    faces = np.flatnonzero(wanted)
    points, number, begin = _by_face(flat, len(wanted))
    segment_face = flat.node_face[flat.segments[:, 0]]
    first_node = np.searchsorted(flat.node_face, np.arange(len(wanted)))
    segments = (flat.segments - first_node[segment_face, None]).astype(np.uintc)
    failed = np.zeros(len(wanted), dtype=bool)
    made, kept = [], []
    for face, nodes, (p0, p1), (s0, s1) in zip(
        faces.tolist(),
        np.bincount(flat.node_face, minlength=len(wanted))[faces].tolist(),
        np.column_stack([begin[faces], begin[faces + 1]]).tolist(),
        np.searchsorted(segment_face, [faces, faces + 1]).T.tolist(),
        strict=True,
    ):
        progress.check()
        of_face, border = points[p0:p1], segments[s0:s1]
        before = None if known is None else known.get(face)
        if before and np.array_equal(of_face, before[0]) and np.array_equal(border, before[1]):
            local = before[2]
        else:
            local = _one(of_face, border) if nodes >= 3 else None
        if known is not None:
            known[face] = of_face, border, local
        if local is None:
            failed[face] = True
        else:
            made.append(local)
            kept.append(face)
    if not made:
        return np.zeros((0, 3), dtype=np.int64), failed
    owner = np.repeat(kept, [len(local) for local in made])
    triangles = number.take(np.concatenate(made) + begin[owner, None])
    is_used = np.zeros(len(points), dtype=bool)
    is_used[triangles] = True
    failed[flat.node_face[~is_used[: len(flat.nodes)]]] = True
    failed &= wanted
    return triangles[~failed[owner]], failed


def _by_face(flat: Flat, count: int) -> tuple[Floats, Ints, Ints]:
    """Put all points of a face together, its nodes first.

    Returns the points, the number of each as of `triangulate`, and where each face begins (F + 1,).
    """
    face = np.concatenate([flat.node_face, flat.inner_face])
    number = np.argsort(face, kind="stable")
    points = np.concatenate([flat.nodes, flat.inner])[number]
    return points, number, np.searchsorted(face[number], np.arange(count + 1))


def _one(points: Floats, segments: NDArray[np.uintc]) -> NDArray[np.uint32] | None:
    """Triangles of one face; None when the border cannot be kept as it is."""
    if len(segments) < 3 or not np.isfinite(points).all():
        return None
    cdt: Any = Triangulation(VertexInsertionOrder.AUTO, IntersectingConstraintEdges.NOT_ALLOWED, 0.0)
    try:
        cdt.insert_vertices(points)
        cdt.insert_edges(segments)
    except RuntimeError as error:
        if type(error) is not RuntimeError:
            raise  # a call that is wrong in itself
        return None  # two nodes in one place, or segments that cross
    twice = sum(extra for _, extra in cdt.overlap_count_iter()) if cdt.overlap_count_count() else 0
    if cdt.fixed_edges_count() + twice != len(segments):
        return None  # a node on another's segment
    cdt.erase_outer_triangles_and_holes()
    triangles: NDArray[np.uint32] = cdt.triangles_array()["vertices"]
    return triangles
