"""Faces whose chart cannot be triangulated, closed ear by ear in space.

A border that crosses itself in the chart mostly bounds a sliver thinner than the file's own tolerance. Its
nodes are joined without inner vertices, so the mesh stays closed along the neighbors.
"""

import numpy as np

from engine.model.arrays import Floats, Ints

MOST_NODES = 1500
"""Longer borders are not closed this way: the work grows with the square."""


def close(segments: Ints, points: Floats, normals: Floats) -> Ints | None:
    """Triangulate a single closed border.

    Parameters
    ----------
    segments : (G, 2) int64
        Nodes, each segment with the face on its left, seen from outside.
    points, normals : (N, 3) float64
        Of all nodes; normals may be NaN.

    Returns
    -------
    (G - 2, 3) int64, counter-clockwise seen from outside; None where the border is not one closed loop.
    """
    loop = _loop(segments)
    if loop is None or not np.isfinite(points[loop]).all():
        return None
    made: list[tuple[int, ...]] = []
    left = list(loop)
    while len(left) > 3:
        ring = np.array(left)
        before, after = np.roll(ring, 1), np.roll(ring, -1)
        ear = _best(points[before], points[ring], points[after], normals[ring])
        made.append((before[ear], ring[ear], after[ear]))
        del left[ear]
    made.append(tuple(left))
    return np.array(made, dtype=np.int64)


def _loop(segments: Ints) -> list[int] | None:
    """Put the nodes in order; None unless each has one segment in and one out, in a single ring."""
    following = dict(segments.tolist())
    if not 3 <= len(segments) <= MOST_NODES or len(following) != len(segments):
        return None
    first = int(segments[0, 0])
    loop, node = [first], following[first]
    while node != first and node in following and len(loop) <= len(segments):
        loop.append(node)
        node = following[node]
    return loop if node == first and len(loop) == len(segments) else None


def _best(before: Floats, at: Floats, after: Floats, normals: Floats) -> int:
    """Find the ear with the shortest new edge among those that face outwards, or among all if none does."""
    facing = np.einsum("ij,ij->i", np.cross(at - before, after - at), normals)
    length = np.linalg.norm(after - before, axis=1)
    length[~(facing > 0.0)] += length.max() + 1.0
    return int(length.argmin())
