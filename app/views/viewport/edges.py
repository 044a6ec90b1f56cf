"""Lines of the part: where its faces end, and the outline of some of them.

A line is a border between two faces, as CAD draws it; where both run into each other smoothly it is a tangent
line, which is drawn quieter. The seam of a face with itself is no line.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.views.viewport.mesh import PartMesh

TANGENT_COS = 0.985
"""Cosine of ten degrees: facets of two halves of one cylinder may differ by this."""
CREASE_COS = 0.87
"""Cosine of thirty degrees: without face numbers a sharper bend than this is taken for an edge."""

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Edges:
    """Borders of all faces, one entry a side: a border between two faces is here twice, under one key."""

    vertices: Ints
    """(E, 2) indices of vertices."""
    faces: Ints
    """(E,) the face on this side."""
    keys: Ints
    """(E,) one number a border, whichever side."""
    is_tangent: NDArray[np.bool_]
    """(E,) whether the faces run into each other smoothly."""

    def lines(self, hidden: frozenset[int] = frozenset(), *, tangent: bool) -> Ints:
        """Return (L, 2) what is drawn of faces that are not hidden, each border once."""
        shown = (self.is_tangent == tangent) & ~np.isin(self.faces, _array(hidden))
        _, first = np.unique(self.keys[shown], return_index=True)
        return np.asarray(self.vertices[shown][first])

    def outline(self, faces: Iterable[int]) -> Ints:
        """Return (L, 2) the border of these faces taken together; none of nothing."""
        mine = np.isin(self.faces, _array(faces))
        _, first, count = np.unique(self.keys[mine], return_index=True, return_counts=True)
        return np.asarray(self.vertices[mine][first[count == 1]])


def of_mesh(mesh: PartMesh) -> Edges:
    """Find the borders of the faces; of a mesh without faces, its sharp bends."""
    triangles, faces = mesh.triangles, mesh.face_of_triangle
    if mesh.face_of_vertex is None:
        return _creases(mesh)
    pairs = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    order = np.sort(pairs, axis=1)
    codes = order[:, 0] * len(mesh.vertices) + order[:, 1]
    _, first, count = np.unique(codes, return_index=True, return_counts=True)
    border = first[count == 1]
    vertices, face = pairs[border], faces[border % len(triangles)]
    keys = _keys(mesh, vertices)
    return _without_seams(mesh, vertices, face, keys)


def _keys(mesh: PartMesh, vertices: Ints) -> Ints:
    """Give the two sides of a border, whose vertices are at the same places, one number."""
    used, place = np.unique(vertices, return_inverse=True)
    points = np.ascontiguousarray(mesh.vertices[used].astype(np.float32) + np.float32(0.0))  # -0.0 is 0.0
    _, welded = np.unique(points.view("V12").ravel(), return_inverse=True)
    ends = np.sort(welded[place.reshape(vertices.shape)], axis=1)
    _, keys = np.unique(ends[:, 0] * (len(used) + 1) + ends[:, 1], return_inverse=True)
    return np.asarray(keys, dtype=np.int64)


def _without_seams(mesh: PartMesh, vertices: Ints, faces: Ints, keys: Ints) -> Edges:
    """Compare both sides of each border; leave out where a face meets itself."""
    order = np.argsort(keys, kind="stable")
    keys, vertices, faces = keys[order], vertices[order], faces[order]
    n_sides = np.bincount(keys, minlength=int(keys.max()) + 1 if len(keys) else 0)
    start = np.concatenate([[0], np.cumsum(n_sides)[:-1]]) if len(keys) else np.zeros(0, dtype=np.int64)
    is_pair = n_sides == 2
    one, other = start[is_pair], start[is_pair] + 1
    leaning = np.einsum(
        "ij,ij->i",
        mesh.normals[vertices[one]].mean(axis=1),
        mesh.normals[vertices[other]].mean(axis=1),
    )
    smooth = np.zeros(len(n_sides), dtype=np.bool_)
    smooth[is_pair] = leaning > TANGENT_COS
    seam = np.zeros(len(n_sides), dtype=np.bool_)
    seam[is_pair] = faces[one] == faces[other]
    kept = ~seam[keys]
    return Edges(vertices[kept], faces[kept], keys[kept], smooth[keys][kept])


def _creases(mesh: PartMesh) -> Edges:
    """Take sharp bends and open borders for edges, whatever vertices are shared."""
    points = np.ascontiguousarray(mesh.vertices.astype(np.float32) + np.float32(0.0))
    _, first, welded = np.unique(points.view("V12").ravel(), return_index=True, return_inverse=True)
    triangles = welded[mesh.triangles]
    corners = mesh.vertices[mesh.triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-30)
    pairs = np.sort(
        np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]), axis=1
    )
    codes = pairs[:, 0] * len(first) + pairs[:, 1]
    order = np.argsort(codes, kind="stable")
    _, start, count = np.unique(codes[order], return_index=True, return_counts=True)
    triangle = order % len(triangles)
    is_edge = count != 2
    two = np.flatnonzero(count == 2)
    leaning = np.einsum("ij,ij->i", normals[triangle[start[two]]], normals[triangle[start[two] + 1]])
    is_edge[two] = leaning < CREASE_COS
    at = order[start[is_edge]]
    vertices = first[pairs[at]]
    zeros = np.zeros(len(vertices), dtype=np.int64)
    return Edges(vertices, zeros, np.arange(len(vertices)), zeros.astype(np.bool_))


def _array(faces: Iterable[int]) -> Ints:
    return np.array(sorted(faces), dtype=np.int64)
