"""Samples every face with about the same number of points, each standing for a piece of its own.

A face is cut in two across its longer extent, and each half again, until there are as many pieces as samples.
The pieces are about equally large and compact, so a share of the face is known better than from as many
places that follow the mesher's order of triangles.
"""

from dataclasses import replace

import numpy as np

from engine.compiled import compiled
from engine.model.arrays import Floats, Ints, norms
from engine.model.mesh import Mesh
from engine.pull.samples import Samples, over_triangles

FEWEST, MOST = 12, 64
"""Samples of a face: with twelve a tenth of it still rests on one, of 64 any share is known to a tenth."""
FINE_MOST = 128
"""Samples of a face looked at again."""
LEAST_DENSE = 4
"""Places to choose from, for each of these."""
DENSE = 4096
"""Places of a face, about, of which the samples are chosen."""
TOTAL = 16_000
"""Samples aimed at: what rays of two seconds on one core allow on a part of a thousand faces."""

ASIDE = np.array([0.8191725134, 0.6710436067, 0.5497004779])
"""Where in its piece the next sample lies, as a share of its extents, beyond the last one (powers of the root
of x⁴ = x + 1): rows of samples in the middle would see all or nothing of a strip along a side."""


def over_faces(mesh: Mesh) -> Samples:
    """Sample every meshed face evenly, in the order of faces.

    Extents are measured in the directions in which the surface of the part extends, which turn along with it.
    A face of triangles that are larger than its pieces has a sample less for each piece that is empty.
    """
    dense = _thinned(over_triangles(mesh))
    n_faces = len(np.unique(dense.faces))
    count = int(np.clip(TOTAL // max(n_faces, 1), FEWEST, MOST))
    return _chosen(dense, _along(dense.points, dense), count)


def over_some(mesh: Mesh, faces: Ints, known: Samples) -> tuple[Samples, int]:
    """Sample a few faces again, more densely; return with it about how many samples each has.

    That is up to `FINE_MOST`, as far as `TOTAL` lasts, and `MOST` at least. Extents are measured in the
    directions in which `known`, the samples of the whole body, extend.
    """
    count = int(np.clip(TOTAL // max(len(faces), 1), MOST, FINE_MOST))
    dense = _thinned(over_triangles(mesh, LEAST_DENSE * count, faces))
    return _chosen(dense, _along(dense.points, known), count), count


def _chosen(dense: Samples, points: Floats, count: int) -> Samples:
    """Choose so many samples of each face, given the places (N, 3) of all in the part's directions."""
    faces, of_face = np.unique(dense.faces, return_inverse=True)
    if not len(faces):
        return dense
    _, piece = np.unique(_pieces(points, dense.areas, of_face, count), return_inverse=True)
    area: Floats = np.bincount(piece, dense.areas).astype(np.float64)
    low, high = _limits(points, piece, len(area))
    aside = np.arange(len(area))[:, None] * ASIDE % 1.0
    off = norms(points - (low + aside * (high - low))[piece])
    order = np.lexsort((off, piece))
    chosen = dense.at(order[np.searchsorted(piece[order], np.arange(len(area)))])
    return Samples(chosen.points, chosen.normals, area, chosen.faces, chosen.bodies)


def _thinned(samples: Samples) -> Samples:
    """Keep every so many-th sample of a face that has many; those kept stand for the whole face."""
    order = np.argsort(samples.faces, kind="stable")
    faces = samples.faces[order]
    count = np.bincount(faces, minlength=1)
    rank = np.arange(len(faces)) - np.searchsorted(faces, faces)
    kept = samples.at(order[rank % (count[faces] // DENSE + 1) == 0])
    whole = np.bincount(samples.faces, samples.areas, len(count))
    left = np.bincount(kept.faces, kept.areas, len(count))
    weight = whole / np.where(left > 0.0, left, 1.0)
    return replace(kept, areas=kept.areas * weight[kept.faces])


def _along(points: Floats, samples: Samples) -> Floats:
    """(N, 3) places in the directions in which a sampled surface extends most and least."""
    if not len(samples.areas):
        return points
    middle = np.average(samples.points, axis=0, weights=samples.areas)
    away = samples.points - middle
    _, axes = np.linalg.eigh((samples.areas[:, None] * away).T @ away)
    along: Floats = (points - middle) @ axes
    return along


def _pieces(points: Floats, areas: Floats, of_face: Ints, count: int) -> Ints:
    """(N,) the piece each sample belongs to; those of one face follow each other, and some may be empty."""
    piece = of_face.astype(np.int64)
    wanted = np.full(int(piece.max()) + 1, count)
    while (wanted > 1).any():
        low, high = _limits(points, piece, len(wanted))
        along = points[np.arange(len(points)), (high - low).argmax(axis=1)[piece]]
        order = np.argsort(along, kind="stable")
        small = piece.astype(np.min_scalar_type(len(wanted)))  # of two bytes numpy sorts them by counting
        order = order[np.argsort(small[order], kind="stable")]
        reached = np.cumsum(areas[order])
        whole = np.bincount(piece, areas, len(wanted))
        before = np.cumsum(whole) - whole
        lower = wanted // 2
        share = np.where(wanted > 1, lower / wanted, 1.0)
        own = piece[order]
        is_upper = reached - 0.5 * areas[order] - before[own] > share[own] * whole[own]
        piece[order] = 2 * own + (is_upper & (wanted[own] > 1))
        wanted = np.stack([np.where(wanted > 1, lower, wanted), wanted - lower], axis=1).ravel()
        wanted = np.maximum(wanted, 1)
    return piece


@compiled
def _limits(points: Floats, piece: Ints, count: int) -> tuple[Floats, Floats]:
    """Return (count, 3) how low and how high the points of each piece reach."""
    low, high = np.full((count, 3), np.inf), np.full((count, 3), -np.inf)
    for i in range(len(points)):
        for k in range(3):
            low[piece[i], k] = min(low[piece[i], k], points[i, k])
            high[piece[i], k] = max(high[piece[i], k], points[i, k])
    return low, high
