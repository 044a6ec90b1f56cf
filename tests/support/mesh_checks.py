"""Questions that tests ask of a mesh: is it closed, which way do facets look, how far do they stray."""

import numpy as np

from engine.model.arrays import Bools, Floats, Ints
from engine.model.mesh import Mesh


def open_edges(mesh: Mesh) -> int:
    """Count directed welded edges that do not occur exactly once in each direction; 0 on a closed mesh."""
    corners = mesh.weld[mesh.triangles]
    directed = np.concatenate([corners[:, [0, 1]], corners[:, [1, 2]], corners[:, [2, 0]]])
    count = int(mesh.weld.max()) + 1
    forward = np.sort(directed[:, 0] * count + directed[:, 1])
    backward = np.sort(directed[:, 1] * count + directed[:, 0])
    if np.array_equal(forward, backward) and (forward[1:] > forward[:-1]).all():
        return 0  # as nearly every mesh is: what follows takes several times as long
    forward, uses = np.unique(forward, return_counts=True)
    return int((uses > 1).sum()) + len(np.setxor1d(forward, np.unique(backward)))


def facets(mesh: Mesh) -> Floats:
    """Twice the vector area of every triangle, (T, 3)."""
    corners = mesh.vertices[mesh.triangles]
    return np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])


def area(mesh: Mesh) -> float:
    """Area of all triangles, mm²."""
    return float(np.linalg.norm(facets(mesh), axis=1).sum() / 2.0)


def volume(mesh: Mesh) -> float:
    """Enclosed volume, mm³; positive when triangles are counter-clockwise seen from outside."""
    return float(np.einsum("ij,ij->", mesh.vertices[mesh.triangles[:, 0]], facets(mesh)) / 6.0)


def edge_lengths(mesh: Mesh) -> Floats:
    """Lengths of the three edges of every triangle, (T, 3)."""
    corners = mesh.vertices[mesh.triangles]
    return np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2)


def uprightness(mesh: Mesh) -> Floats:
    """Cosine between each facet and the normal of the corner it leans most away from, (T,)."""
    facet = facets(mesh)
    facet /= np.linalg.norm(facet, axis=1, keepdims=True)
    return np.einsum("ij,ikj->ik", facet, mesh.normals[mesh.triangles]).min(axis=1)


def smallest_angles_deg(mesh: Mesh) -> Floats:
    """Smallest angle of every triangle, (T,)."""
    a, b, c = edge_lengths(mesh).T
    cosines = [(q * q + r * r - p * p) / (2 * q * r) for p, q, r in ((a, b, c), (b, c, a), (c, a, b))]
    return np.degrees(np.arccos(np.clip(cosines, -1.0, 1.0))).min(axis=0)


def is_on_border(mesh: Mesh) -> Bools:
    """Whether a vertex lies on an edge that only one triangle of its face has, (V,)."""
    directed = np.concatenate(
        [mesh.triangles[:, [0, 1]], mesh.triangles[:, [1, 2]], mesh.triangles[:, [2, 0]]]
    )
    count = len(mesh.vertices)
    _, first, uses = np.unique(
        directed.min(axis=1) * count + directed.max(axis=1), return_index=True, return_counts=True
    )
    answer = np.zeros(count, dtype=bool)
    answer[directed[first[uses == 1]].ravel()] = True
    return answer


def of_face(mesh: Mesh, face: int) -> Ints:
    """Vertices of a face."""
    return np.flatnonzero(mesh.face_of_vertex == face)
