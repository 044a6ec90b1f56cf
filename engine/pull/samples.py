"""Sample points of a part's surface, each standing for an area."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.model.arrays import Floats, Ints
from engine.model.mesh import Mesh
from engine.raycast import inset

SAMPLES_OF_FACE = 64
"""Fewest samples of a face: a share of a twentieth then rests on three of them."""
VERTEX_INSET = 0.3
"""Share of the way into its own triangle from which a vertex is judged: a border belongs to two faces."""
ROUNDING = 1e-6
"""Share of the part's size by which points are lifted off the surface, where the mesh is exact."""


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """Points just off the surface, with the surface's outward normals."""

    points: Floats
    """(N, 3) lifted off the surface by the mesh's chord error, so that no point is behind its own surface."""
    normals: Floats
    """(N, 3) unit; NaN where the surface has none."""
    areas: Floats
    """(N,) mm² each stands for."""
    faces: Ints
    """(N,)"""
    bodies: Ints
    """(N,)"""

    def at(self, chosen: Ints) -> "Samples":
        """Return some of the samples."""
        return Samples(
            self.points[chosen],
            self.normals[chosen],
            self.areas[chosen],
            self.faces[chosen],
            self.bodies[chosen],
        )


def joined(several: Sequence[Samples]) -> Samples:
    """Return several sets of samples as one; of none an empty one."""
    return Samples(
        np.concatenate([np.zeros((0, 3)), *(each.points for each in several)]),
        np.concatenate([np.zeros((0, 3)), *(each.normals for each in several)]),
        np.concatenate([np.zeros(0), *(each.areas for each in several)]),
        np.concatenate([np.zeros(0, dtype=np.int64), *(each.faces for each in several)]),
        np.concatenate([np.zeros(0, dtype=np.int64), *(each.bodies for each in several)]),
    )


def over_triangles(mesh: Mesh, fewest: int = SAMPLES_OF_FACE, faces: Ints | None = None) -> Samples:
    """Sample every triangle in its middle, and triangles of faces that have few of them more densely.

    Every face gets `fewest` samples at least; with `faces` given these alone.
    """
    counts = np.bincount(mesh.face_of_triangle, minlength=1)
    per_side = np.ceil(np.sqrt(fewest / np.maximum(counts, 1))).astype(np.int64)[mesh.face_of_triangle]
    if faces is not None:
        per_side = np.where(np.isin(mesh.face_of_triangle, faces), per_side, 0)
    numbers = [int(n) for n in np.unique(per_side) if n]
    shares = [(np.flatnonzero(per_side == n), _middles(n)) for n in numbers]
    triangles = np.concatenate([np.repeat(which, len(weights)) for which, weights in shares])
    weights = np.concatenate([np.tile(weights, (len(which), 1)) for which, weights in shares])
    corners = mesh.triangles[triangles]
    normals = np.einsum("nc,nck->nk", weights, mesh.normals[corners])
    lengths = np.linalg.norm(normals, axis=1)
    normals /= np.where(lengths > 0, lengths, np.nan)[:, None]
    places = np.einsum("nc,nck->nk", weights, mesh.vertices[corners])
    return Samples(
        places + _lift_mm(mesh) * normals,
        normals,
        mesh.area_of_triangle[triangles] / per_side[triangles] ** 2,
        mesh.face_of_triangle[triangles],
        mesh.body_of_triangle[triangles],
    )


def at_vertices(mesh: Mesh) -> Samples:
    """Sample at every vertex, moved a little into its own face; areas are 0, bodies -1 where unused."""
    bodies = np.full(len(mesh.vertices), -1)
    bodies[mesh.triangles] = mesh.body_of_triangle[:, None]
    return Samples(
        inset.starts(mesh, VERTEX_INSET) + _lift_mm(mesh) * mesh.normals,
        mesh.normals,
        np.zeros(len(mesh.vertices)),
        mesh.face_of_vertex,
        bodies,
    )


def thinned(samples: Samples, count: int) -> Samples:
    """Return `count` samples spread evenly over the area, each standing for an equal share of it.

    The choice depends on the order of the samples alone, so it is the same for a turned part. Fewer
    samples than `count` come back as they are.
    """
    if len(samples.areas) <= count:
        return samples
    reached = np.cumsum(samples.areas)
    steps = (np.arange(count) + 0.5) / count * reached[-1]
    chosen = samples.at(np.searchsorted(reached, steps))
    return Samples(
        chosen.points, chosen.normals, np.full(count, reached[-1] / count), chosen.faces, chosen.bodies
    )


def _middles(per_side: int) -> Floats:
    """Return barycentric middles (n², 3) of a triangle split into n rows of equal triangles."""
    rows = []
    for i in range(per_side):
        for j in range(per_side - i):
            rows.append(((i + 1 / 3) / per_side, (j + 1 / 3) / per_side))
            if i + j < per_side - 1:
                rows.append(((i + 2 / 3) / per_side, (j + 2 / 3) / per_side))
    second, third = np.array(rows).T
    return np.stack([1 - second - third, second, third], axis=1)


def _lift_mm(mesh: Mesh) -> float:
    return mesh.chord_mm + ROUNDING * float(np.ptp(mesh.vertices, axis=0).max())
