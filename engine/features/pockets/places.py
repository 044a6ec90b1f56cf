"""Points spread over faces, each standing for the same area."""

from dataclasses import dataclass

import numpy as np

from engine.features.pockets.pocket_context import PocketContext
from engine.model.arrays import Floats, Ints, cross
from engine.model.part import FaceId

STRIDE = (0.7548776662, 0.5698402910)
"""Multiples of these, but for their whole part, spread evenly over a square, however many there are."""


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """Points spread over faces."""

    on_mesh: Floats
    """(N, 3) on the triangles, for looks at other triangles."""
    on_surface: Floats
    """(N, 3) on the surface that the triangles stand for: a wall that goes down from the border of a mouth is
    below it, however coarse the mesh."""
    outward: Floats
    """(N, 3) unit normals of the triangles."""


def over(context: PocketContext, faces: tuple[FaceId, ...], count: int) -> Places | None:
    """Spread points over some faces together; None where they have no area on the mesh."""
    mesh = context.run.mesh
    own = _triangles(context, faces)
    if not len(own):
        return None
    corners = mesh.vertices[mesh.triangles[own]]
    doubled = cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    areas = np.linalg.norm(doubled, axis=1)
    if not areas.sum() > 0.0:
        return None
    each = np.arange(count)
    rows = np.searchsorted(np.cumsum(areas), (each + 0.5) / count * areas.sum())
    rows = np.minimum(rows, len(own) - 1)
    # Spread evenly over a triangle, however few there are.
    u, v = (np.modf(each * stride)[0] for stride in STRIDE)
    u, v = np.where(u + v > 1.0, 1.0 - u, u), np.where(u + v > 1.0, 1.0 - v, v)
    weights = np.stack([1.0 - u - v, u, v], axis=1)
    flat = doubled[rows] / np.maximum(areas[rows, None], 1e-300)
    points = np.einsum("nk,nkd->nd", weights, corners[rows])
    normals = mesh.normals[mesh.triangles[own[rows]]]
    normals = np.where(np.isnan(normals), flat[:, None, :], normals)
    return Places(points, _lifted(points, corners[rows], normals, weights), flat)


def _lifted(points: Floats, corners: Floats, normals: Floats, weights: Floats) -> Floats:
    """Lift points from triangles to the surface that bends as the normals (N, 3, 3) at their corners say.

    Half way to the planes through the corners, weighed by how near each is: exact for parabolas.
    """
    rises = np.einsum("nkd,nkd->nk", corners - points[:, None, :], normals)
    return np.asarray(points + 0.5 * np.einsum("nk,nk,nkd->nd", weights, rises, normals))


def _triangles(context: PocketContext, faces: tuple[FaceId, ...]) -> Ints:
    """Return the triangles of some faces, face after face."""
    of_triangle = context.run.mesh.face_of_triangle
    order = context.kept(("triangles",), lambda: np.argsort(of_triangle, kind="stable"))
    ordered = context.kept(("faces of triangles",), lambda: of_triangle[order])
    begins, ends = np.searchsorted(ordered, faces, "left"), np.searchsorted(ordered, faces, "right")
    runs = [order[begin:end] for begin, end in zip(begins, ends, strict=True)]
    return np.concatenate([*runs, np.empty(0, dtype=np.int64)]).astype(np.int64)
