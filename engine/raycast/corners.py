"""Sharp corners: rays that leave by the neighbor round an edge tell of the edge, not of a wall.

Where two faces meet at 60°, the ray from a point near their edge ends on the other face after a length that
shrinks to nothing at the edge. That is no thin wall (walls face each other within 41°), so such readings are
found here by their geometry: the plane the ray ended on cuts the point's own tangent plane in a line, and
the part has an edge between the two faces just there. The tip of a pocket behind a wall has not, and stays
the thin place it is.
"""

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


def are_round_an_edge(
    mesh: Mesh, vertices: Ints, ways: Floats, lengths: Floats, triangles: Ints, normals: Floats
) -> Bools:
    """Tell which rays end on the neighbor round a sharp edge close by.

    Parameters
    ----------
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
    if not len(slanted):
        return found
    cosine, lengths, ways = cosine[slanted, None], lengths[slanted, None], ways[slanted]
    sine = np.sqrt(np.maximum(1 - cosine**2, 1e-12))
    to_edge = lengths * cosine / sine
    expected = mesh.vertices[vertices[slanted]] + to_edge * (normals[slanted] - cosine * ways) / sine
    faces = np.stack([mesh.face_of_vertex[vertices[slanted]], mesh.face_of_triangle[triangles[slanted]]])
    found[slanted] = _have_border_near(
        mesh, expected, faces, EDGE_SHARE * mesh.max_edge_mm + BEND_SHARE * to_edge[:, 0]
    )
    return found


def _have_border_near(mesh: Mesh, places: Floats, faces: Ints, within: Floats) -> Bools:
    """Tell whether both `faces` (2, N) share a vertex within the given distance of each place.

    A face shares with itself the tips it has: places where its own normals spread, as at a cone's apex.
    """
    n_faces, n_welds = int(mesh.face_of_vertex.max()) + 1, int(mesh.weld.max()) + 1
    lowest, highest = np.full(n_welds, n_faces), np.full(n_welds, -1)
    np.minimum.at(lowest, mesh.weld, mesh.face_of_vertex)
    np.maximum.at(highest, mesh.weld, mesh.face_of_vertex)
    meets = (lowest < highest) | _spread(mesh.weld, mesh.normals)
    if not meets.any():
        return np.zeros(len(places), dtype=np.bool_)
    place_of_weld = np.empty((n_welds, 3))
    place_of_weld[mesh.weld] = mesh.vertices
    meeting, members = np.flatnonzero(meets), np.flatnonzero(meets[mesh.weld])
    keys_of_members = mesh.weld[members] * n_faces + mesh.face_of_vertex[members]
    held, group = np.unique(keys_of_members, return_inverse=True)
    is_tip = _spread(group, mesh.normals[members])
    distances, nearest = cKDTree(place_of_weld[meeting]).query(places, k=min(NEIGHBORS, len(meeting)))
    distances, nearest = distances.reshape(len(places), -1), nearest.reshape(len(places), -1)
    keys = [meeting[nearest] * n_faces + face[:, None] for face in faces]
    of_both = np.isin(keys[0], held) & np.isin(keys[1], held)
    of_itself = np.isin(keys[0], held[is_tip])
    shared = np.where((faces[0] == faces[1])[:, None], of_itself, of_both)
    found: Bools = (shared & (distances <= within[:, None])).any(axis=1)
    return found


def _spread(group: Ints, normals: Floats) -> Bools:
    """Tell which groups hold normals that spread, or that are missing."""
    total = np.stack([np.bincount(group, normals[:, k]) for k in range(3)], axis=1)
    is_spread: Bools = ~(np.linalg.norm(total, axis=1) > TIP_SHARE * np.bincount(group))
    return is_spread
