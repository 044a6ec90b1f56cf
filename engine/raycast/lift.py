"""The facet lift: from the triangle that was hit to the curved surface it stands for.

A triangle with corners v and exact corner normals n is a chord of its surface. At barycentric coordinates
b the surface lies `½ Σ b (n·(v - q)) (n·m)` above the point q, along the triangle's normal m. That is 0 on
planes and leaves an error of the fourth order in the edge on curved faces, so walls between curved faces
come out right on coarse meshes.
"""

from dataclasses import dataclass

import numpy as np

from engine.compiled import compiled, writable
from engine.model.arrays import Floats, Ints
from engine.model.mesh import Mesh

LEAST_LEAN = 0.2
"""Rays that meet a triangle at a smaller cosine are not lifted: the correction runs along its normal."""


@dataclass(frozen=True, slots=True, eq=False)
class Facets:
    """A mesh's arrays as the kernels take them, copied once."""

    vertices: Floats
    normals: Floats
    triangles: Ints


def facets_of(mesh: Mesh) -> Facets:
    """Copy what the lift needs of a mesh."""
    triangles = np.require(mesh.triangles, dtype=np.int64, requirements=["C", "W"])
    return Facets(writable(mesh.vertices), writable(mesh.normals), triangles)


def rays_to_surface(
    facets: Facets, origins: Floats, directions: Floats, distances: Floats, triangles: Ints
) -> Floats:
    """Lengthen or shorten rays to end on the surface behind the triangle they hit.

    Parameters
    ----------
    facets
        Of the mesh that `triangles` index.
    origins, directions : (N, 3) float64
    distances : (N,) float64
        To the triangle; inf where none was hit, which stays inf. Lifted to less than 0 where the surface lies
        behind the origin, though its triangle does not.
    triangles : (N,) int64
        -1 where none was hit.
    """
    lifted = distances.copy()
    _lift_rays(
        facets.vertices,
        facets.normals,
        facets.triangles,
        writable(origins),
        writable(directions),
        triangles,
        lifted,
    )
    return lifted


def balls_to_surface(
    facets: Facets, points: Floats, directions: Floats, contacts: Floats, triangles: Ints
) -> Floats:
    """Return the diameters of the balls that touch the surface behind the triangles they touch.

    Parameters
    ----------
    facets
        Of the mesh that `triangles` index.
    points, directions : (N, 3) float64
        As in `ball.largest`.
    contacts : (N, 3) float64
        Where each ball touches its triangle.
    triangles : (N,) int64

    Returns
    -------
    (N,) float64
        NaN for a triangle without corner normals.
    """
    return _lift_balls(
        facets.vertices,
        facets.normals,
        facets.triangles,
        writable(points),
        writable(directions),
        writable(contacts),
        triangles,
    )


@compiled
def _lift_rays(
    vertices: Floats,
    normals: Floats,
    triangles: Ints,
    origins: Floats,
    directions: Floats,
    hit: Ints,
    distances: Floats,
) -> None:
    frame = np.empty((5, 3))
    for i in range(len(hit)):
        if hit[i] < 0:
            continue
        for k in range(3):
            frame[4, k] = origins[i, k] + distances[i] * directions[i, k]
        height = _height(vertices, normals, triangles, hit[i], frame)
        lean = (
            frame[3, 0] * directions[i, 0] + frame[3, 1] * directions[i, 1] + frame[3, 2] * directions[i, 2]
        )
        if abs(lean) > LEAST_LEAN and np.isfinite(height):
            distances[i] += height / lean


@compiled
def _lift_balls(
    vertices: Floats,
    normals: Floats,
    triangles: Ints,
    points: Floats,
    directions: Floats,
    contacts: Floats,
    touched: Ints,
) -> Floats:
    """Move each contact q onto the surface and take the ball through it: |q - p|² / ((q - p)·d) across."""
    diameters = np.empty(len(touched))
    frame = np.empty((5, 3))
    for i in range(len(touched)):
        for k in range(3):
            frame[4, k] = contacts[i, k]
        height = _height(vertices, normals, triangles, touched[i], frame)
        square, along = 0.0, 0.0
        for k in range(3):
            way = contacts[i, k] + height * frame[3, k] - points[i, k]
            square += way * way
            along += way * directions[i, k]
        diameters[i] = square / along
    return diameters


@compiled
def _set_normal(vertices: Floats, triangles: Ints, triangle: int, frame: Floats) -> None:
    """Put the corners of a triangle into rows 0 to 2 of `frame`, its unit normal into row 3."""
    for corner in range(3):
        for k in range(3):
            frame[corner, k] = vertices[triangles[triangle, corner], k]
    for k in range(3):
        i, j = (k + 1) % 3, (k + 2) % 3
        frame[3, k] = (frame[1, i] - frame[0, i]) * (frame[2, j] - frame[0, j]) - (
            frame[1, j] - frame[0, j]
        ) * (frame[2, i] - frame[0, i])
    length = np.sqrt(frame[3, 0] ** 2 + frame[3, 1] ** 2 + frame[3, 2] ** 2)
    for k in range(3):
        frame[3, k] /= length


@compiled
def _height(vertices: Floats, normals: Floats, triangles: Ints, triangle: int, frame: Floats) -> float:
    """Return how far above a triangle its surface lies at row 4 of `frame`; NaN without corner normals.

    A place outside the triangle is brought onto its border first: rays may end on it but for rounding.
    """
    _set_normal(vertices, triangles, triangle, frame)
    uu, uv, vv, pu, pv = 0.0, 0.0, 0.0, 0.0, 0.0
    for k in range(3):
        u, v, p = frame[1, k] - frame[0, k], frame[2, k] - frame[0, k], frame[4, k] - frame[0, k]
        uu, uv, vv = uu + u * u, uv + u * v, vv + v * v
        pu, pv = pu + p * u, pv + p * v
    determinant = uu * vv - uv * uv
    s = min(max((vv * pu - uv * pv) / determinant, 0.0), 1.0)
    t = min(max((uu * pv - uv * pu) / determinant, 0.0), 1.0)
    over = max(s + t, 1.0)
    s, t = s / over, t / over
    height = 0.0
    for corner in range(3):
        share = s if corner == 1 else (t if corner == 2 else 1 - s - t)
        rise, facing = 0.0, 0.0
        for k in range(3):
            place = (1 - s - t) * frame[0, k] + s * frame[1, k] + t * frame[2, k]
            normal = normals[triangles[triangle, corner], k]
            rise += normal * (frame[corner, k] - place)
            facing += normal * frame[3, k]
        height += 0.5 * share * rise * facing
    return height
