"""The lines of a picture: borders of faces, and the contours where a curved face turns away."""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from engine.model.arrays import Bools, Floats, Ints
from engine.model.mesh import Mesh
from engine.model.part import FaceId
from engine.render.camera import Camera

SMOOTH_COSINE = float(np.cos(np.radians(4.0)))
"""Faces that meet flatter than this are tangent: their border is drawn faintly."""


@dataclass(frozen=True, slots=True, eq=False)
class BorderEdges:
    """The mesh edges between two faces. They lie on the mesh, so they are hidden just as the mesh is."""

    ends: Ints
    """(E, 2) vertices."""
    is_smooth: Bools
    """(E,) whether the faces are tangent there."""
    is_closed: bool
    """Whether two triangles, or another even number, meet on every mesh edge, and enclose a volume rather
    than a hole in space."""
    faces: Ints
    """(E, 2) the faces that meet, ascending; the same one twice where a face ends."""

    def between(self, pairs: Collection[tuple[FaceId, FaceId]]) -> Ints:
        """Return which borders lie between any of these pairs of faces."""
        wanted = np.array([sorted(pair) for pair in pairs], dtype=np.int64).reshape(-1, 2)
        span = 1 + max(int(self.faces.max(initial=0)), int(wanted.max(initial=0)))
        found: Ints = np.flatnonzero(
            np.isin(self.faces[:, 0] * span + self.faces[:, 1], wanted[:, 0] * span + wanted[:, 1])
        )
        return found

    def skins(self, n_faces: int) -> Ints:
        """Return (F,) the number of the skin each face belongs to: faces joined by smooth borders."""
        first, second = self.faces[self.is_smooth].T
        joined = coo_matrix((np.ones(len(first)), (first, second)), shape=(n_faces, n_faces))
        found: Ints = connected_components(joined, directed=False)[1].astype(np.int64)
        return found


def border_edges(mesh: Mesh) -> BorderEdges:
    """Find the mesh edges along which two faces meet, or one face ends.

    A seam, where a face meets itself, is no border.
    """
    triangles = np.concatenate(
        [mesh.triangles[:, [0, 1]], mesh.triangles[:, [1, 2]], mesh.triangles[:, [2, 0]]]
    )
    face = np.tile(mesh.face_of_triangle, 3)
    welded = np.sort(mesh.weld[triangles], axis=1)
    key = welded[:, 0] * (int(mesh.weld.max(initial=0)) + 1) + welded[:, 1]
    order = np.argsort(key, kind="stable")
    key, face, triangles = key[order], face[order], triangles[order]
    starts = np.flatnonzero(np.diff(key, prepend=-1))
    count = np.diff(starts, append=len(key))
    lowest, highest = np.minimum.reduceat(face, starts), np.maximum.reduceat(face, starts)
    kept = (lowest != highest) | (count == 1)
    first, second = starts[kept], starts[kept] + count[kept] - 1
    with np.errstate(invalid="ignore"):
        # the two triangles run along their common edge in opposite senses
        meeting = np.einsum("ij,ij->i", mesh.normals[triangles[first, 0]], mesh.normals[triangles[second, 1]])
        is_smooth = (meeting > SMOOTH_COSINE) & (count[kept] > 1)
    faces = np.column_stack([lowest[kept], highest[kept]])
    corners = mesh.vertices[mesh.triangles]
    volume = np.einsum("ij,ij->", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])) / 6.0
    is_closed = not (count % 2).any() and bool(volume > 0.0)
    return BorderEdges(triangles[first], is_smooth, is_closed, faces)


def contours(mesh: Mesh, camera: Camera) -> Floats:
    """Find where faces turn away from the eye.

    Returns
    -------
    (S, 2, 3) float64
        Segments across triangles, along which the exact normal is square to the line of sight
        (Hertzmann 1999). Flat faces have none.
    """
    facing = np.einsum("ij,ij->i", mesh.normals, camera.to_eye(mesh.vertices))
    facing = facing / np.linalg.norm(camera.to_eye(mesh.vertices), axis=1)
    corner = facing[mesh.triangles]
    with np.errstate(invalid="ignore"):
        crossed = (corner.min(axis=1) < 0.0) & (corner.max(axis=1) > 0.0)
        crossed &= np.ptp(corner, axis=1) > 1e-4
    corner, points = corner[crossed], mesh.vertices[mesh.triangles[crossed]]
    # the corner alone on its side: both crossings lie on its edges
    is_front = corner > 0.0
    alone = np.argmax(is_front == (is_front.sum(axis=1, keepdims=True) == 1), axis=1)
    rows = np.arange(len(corner))
    ends = []
    for step in (1, 2):
        other = (alone + step) % 3
        from_value, to_value = corner[rows, alone], corner[rows, other]
        share = from_value / (from_value - to_value)
        start, stop = points[rows, alone], points[rows, other]
        ends.append(start + share[:, None] * (stop - start))
    return np.stack(ends, axis=1) if len(rows) else np.zeros((0, 2, 3))
