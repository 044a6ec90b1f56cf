"""Sharp corners: rays that leave by the neighbor round an edge tell of the edge, not of a wall.

Where two faces meet at 60°, the ray from a point near their edge ends on the other face after a length that
shrinks to nothing at the edge. That is no thin wall (walls face each other within 41°), so such readings are
found here by their geometry: the plane the ray ended on cuts the point's own tangent plane in a line, and
the part has an edge between the two faces just there. The tip of a pocket behind a wall has not, and stays
the thin place it is. A face counts with all faces that the file split from it: a ray that runs along one
of these may end on the next.
"""

from dataclasses import dataclass

import numpy as np
from scipy.spatial import cKDTree

from engine.model.arrays import Bools, Floats, Ints
from engine.model.mesh import Mesh
from engine.raycast.ball import FACING_COSINE

EDGE_SHARE = 0.6
"""A point of an edge lies within half a mesh edge of one of its vertices, and a little."""
BEND_SHARE = 0.25
"""How far curved faces may carry their edge from the line of their planes, as a share of its distance."""
TIP_SHARE = 0.9
"""The mean of normals that spread by 25° to all sides is shorter than this."""
NEIGHBORS = 8
"""Border vertices looked at round the expected place of the edge."""


@dataclass(frozen=True, slots=True, eq=False)
class BorderVertices:
    """Where faces meet others, or come to a tip of their own."""

    places: Floats
    """(B, 3) border vertices."""
    welds: Ints
    """(B,) their numbers."""
    tree: cKDTree
    """Over `places`."""
    n_faces: int
    group_of_face: Ints
    """(F,) one face of all that the file split from a face; itself where it is whole."""
    members: Ints
    """Ascending `weld * n_faces + group` of every border vertex and the group of each of its faces."""
    tips: Ints
    """Those of them whose normals spread within the one group, as at a cone's apex."""


def border_vertices(mesh: Mesh, group_of_face: Ints | None = None) -> BorderVertices:
    """Gather the border vertices of a mesh; every face is whole unless their groups (F,) are given."""
    n_faces, n_welds = int(mesh.face_of_vertex.max(initial=-1)) + 1, int(mesh.weld.max(initial=-1)) + 1
    group_of_face = np.arange(n_faces) if group_of_face is None else group_of_face
    group_of_vertex = group_of_face[mesh.face_of_vertex]
    lowest, highest = np.full(n_welds, n_faces), np.full(n_welds, -1)
    np.minimum.at(lowest, mesh.weld, group_of_vertex)
    np.maximum.at(highest, mesh.weld, group_of_vertex)
    meets = (lowest < highest) | _spread(mesh.weld, mesh.normals)
    place_of_weld = np.empty((n_welds, 3))
    place_of_weld[mesh.weld] = mesh.vertices
    welds, vertices = np.flatnonzero(meets), np.flatnonzero(meets[mesh.weld])
    keys = mesh.weld[vertices] * n_faces + group_of_vertex[vertices]
    members, of_member = np.unique(keys, return_inverse=True)
    tips = members[_spread(of_member, mesh.normals[vertices])]
    places = place_of_weld[welds]
    return BorderVertices(places, welds, cKDTree(places), n_faces, group_of_face, members, tips)


def are_round_an_edge(
    borders: BorderVertices,
    mesh: Mesh,
    vertices: Ints,
    ways: Floats,
    lengths: Floats,
    triangles: Ints,
    normals: Floats,
) -> Bools:
    """Tell which rays end on the neighbor round a sharp edge close by.

    Parameters
    ----------
    borders
        Of the mesh.
    mesh
    vertices : (N,) int64
        Where the rays start.
    ways : (N, 3) float64
        Unit directions, along the vertices' normals or against them.
    lengths : (N,) float64
        inf where nothing was hit.
    triangles : (N,) int64
        Where the rays end; -1 for nowhere.
    normals : (N, 3) float64
        Unit normals of those triangles, turned along the rays.

    Returns
    -------
    (N,) bool
        False where the ray meets its wall within 41° of square, or meets none.
    """
    found = np.zeros(len(vertices), dtype=np.bool_)
    cosine = np.einsum("ij,ij->i", normals, ways)
    with np.errstate(invalid="ignore"):
        slanted = np.flatnonzero((triangles >= 0) & (cosine < FACING_COSINE))
    if not len(slanted) or not len(borders.welds):
        return found
    cosine, lengths, ways = cosine[slanted, None], lengths[slanted, None], ways[slanted]
    sine = np.sqrt(np.maximum(1 - cosine**2, 1e-12))
    to_edge = lengths * cosine / sine
    expected = mesh.vertices[vertices[slanted]] + to_edge * (normals[slanted] - cosine * ways) / sine
    faces = np.stack([mesh.face_of_vertex[vertices[slanted]], mesh.face_of_triangle[triangles[slanted]]])
    groups = borders.group_of_face[faces]
    within = EDGE_SHARE * mesh.max_edge_mm + BEND_SHARE * to_edge[:, 0]
    found[slanted] = _have_border_near(borders, expected, groups, within)
    return found


def _have_border_near(borders: BorderVertices, places: Floats, groups: Ints, within: Floats) -> Bools:
    """Tell whether both `groups` (2, N) share a vertex within the given distance of each place.

    A group shares with itself the tips it has.
    """
    distances, nearest = borders.tree.query(places, k=min(NEIGHBORS, len(borders.welds)))
    distances, nearest = distances.reshape(len(places), -1), nearest.reshape(len(places), -1)
    keys = [borders.welds[nearest] * borders.n_faces + group[:, None] for group in groups]
    of_both = _are_among(borders.members, keys[0]) & _are_among(borders.members, keys[1])
    of_itself = _are_among(borders.tips, keys[0])
    shared = np.where((groups[0] == groups[1])[:, None], of_itself, of_both)
    found: Bools = (shared & (distances <= within[:, None])).any(axis=1)
    return found


def _are_among(ascending: Ints, keys: Ints) -> Bools:
    """Tell which keys are in an ascending array."""
    if not len(ascending):
        return np.zeros(keys.shape, dtype=np.bool_)
    place = np.minimum(np.searchsorted(ascending, keys), len(ascending) - 1)
    among: Bools = ascending[place] == keys
    return among


def _spread(group: Ints, normals: Floats) -> Bools:
    """Tell which groups hold normals that spread, or that are missing."""
    total = np.stack([np.bincount(group, normals[:, k]) for k in range(3)], axis=1)
    is_spread: Bools = ~(np.linalg.norm(total, axis=1) > TIP_SHARE * np.bincount(group))
    return is_spread
