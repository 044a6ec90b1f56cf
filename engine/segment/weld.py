"""Welding: loose triangles become one surface that knows its neighbors."""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

from engine.model.arrays import Floats, Ints

WELD_SHARE = 2e-6
"""Of the diagonal. glTF stores single precision, which errs by 6e-8 of the size; converters that bake a
node's transform into the vertices leave gaps up to 1e-6 (measured on converted parts)."""


@dataclass(frozen=True, slots=True, eq=False)
class Welded:
    """A welded triangle surface."""

    vertices: Floats
    """(V, 3) mm, each used by a triangle."""
    triangles: Ints
    """(T, 3) three different vertices each."""
    source_of_triangle: Ints
    """(T,) index of the triangle among those given."""
    dropped: int
    """Triangles without area left out."""
    doubled: int
    """Triangles left out because the same three corners stood there already."""


def weld(vertices: Floats, triangles: Ints) -> Welded:
    """Join vertices that lie within `WELD_SHARE` of the diagonal; drop empty and repeated triangles.

    Vertices that chain within the tolerance become one, at the place of the first. A triangle counts as
    repeated when its three corners are taken already, whichever way round.

    Parameters
    ----------
    vertices : (V, 3) float64
    triangles : (T, 3) int64
    """
    used = np.unique(triangles)
    places = vertices[used]
    tolerance = WELD_SHARE * float(np.linalg.norm(np.ptp(places, axis=0)))
    _, first, same = np.unique(places, axis=0, return_index=True, return_inverse=True)
    pairs = cKDTree(places[first]).query_pairs(tolerance, output_type="ndarray")
    links = coo_array((np.ones(len(pairs), bool), (pairs[:, 0], pairs[:, 1])), (len(first), len(first)))
    _, cluster = connected_components(links, directed=False)
    cluster_of_vertex = np.full(len(vertices), -1)
    cluster_of_vertex[used] = cluster[same.ravel()]

    corners = cluster_of_vertex[triangles]
    is_full = (corners != np.roll(corners, 1, axis=1)).all(1)
    source = np.flatnonzero(is_full)
    _, kept = np.unique(np.sort(corners[is_full], axis=1), axis=0, return_index=True)
    kept.sort()

    _, first_of_cluster = np.unique(cluster_of_vertex[used], return_index=True)
    joined = corners[is_full][kept]
    names, compact = np.unique(joined, return_inverse=True)
    return Welded(
        vertices=places[first_of_cluster][names],
        triangles=compact.reshape(-1, 3),
        source_of_triangle=source[kept],
        dropped=int(len(triangles) - is_full.sum()),
        doubled=int(is_full.sum() - len(kept)),
    )
