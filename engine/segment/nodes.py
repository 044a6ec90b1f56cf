"""Nodes: a vertex as a region sees it, with the region's normal there and how the region bends."""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array, csr_array

from engine.model.arrays import Bools, Floats, Ints, cross
from engine.segment.segmented import Facets
from engine.surfaces.kind import SurfaceKind
from engine.surfaces.table import SurfaceTable, outward_normals

MOST_NEIGHBORS = 24
"""Nearest vertices, two sides away at most, that a free-form region's shape at a vertex is read from."""
CLOSEST = 1e-2
"""Share of the reach: nearer than this, neighbors count no more for being nearer."""
RIDGE = 1e-5
"""Keeps a fit to too few neighbors as flat as they allow."""
SIGNIFICANT = 1e-2
"""Where all neighbors stand on the border, as in a strip of two rows of corners: what less than this, of one
for each neighbor, tells of a bend beyond what leaning tells as well, tells nothing of it. Across such a strip
a face is straight."""
FARTHEST_DEG = 35.0
"""A fitted normal farther than this from the mean of the facets is a crease, and the mean is kept."""


@dataclass(frozen=True, slots=True, eq=False)
class Nodes:
    """One row for each pair of a region and a vertex of it."""

    region: Ints
    vertex: Ints
    """(N,) ascending by region, then vertex."""
    of_corner: Ints
    """(T, 3)"""
    places: Floats
    """(N, 3)"""
    normals: Floats
    """(N, 3) unit, outward; where the surface has none (an apex), the mean of the facets."""
    bends: Floats
    """(N, 3, 3) b . bends . b is the curvature along b, positive towards the normal; 0 but on free-form."""
    n_vertices: int

    def at(self, region: Ints, vertex: Ints) -> Ints:
        """Return the rows of pairs (M,) that there are."""
        keys = self.region * self.n_vertices + self.vertex
        return np.searchsorted(keys, region * self.n_vertices + vertex)


def find(facets: Facets, region_of_triangle: Ints, carriers: SurfaceTable) -> Nodes:
    """Make the nodes of all regions."""
    count = len(facets.vertices)
    keys = region_of_triangle[:, None] * count + facets.triangles
    unique, of_corner = np.unique(keys, return_inverse=True)
    of_corner = of_corner.reshape(-1, 3)
    region, vertex = np.divmod(unique, count)
    places = facets.vertices[vertex]
    means = facet_means(facets.vertices[facets.triangles], of_corner, len(unique))
    normals = outward_normals(carriers, region, places)
    bends = np.zeros((len(unique), 3, 3))
    is_free = carriers.kind[region] == SurfaceKind.FREEFORM
    if is_free.any():
        rows = np.flatnonzero(is_free)
        normals[rows], bends[rows] = _fitted(rows, of_corner, places, means, facets.noise_mm)
    bare = ~np.isfinite(normals).all(axis=1)
    normals[bare] = means[bare]
    return Nodes(region, vertex, of_corner, places, normals, bends, count)


def facet_means(corners: Floats, of_corner: Ints, count: int) -> Floats:
    """Return the mean normal of the facets (T, 3, 3) round each node, weighted by their angles there."""
    facet = cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    size = np.linalg.norm(facet, axis=1, keepdims=True)
    facet = facet / np.where(size > 0.0, size, 1.0)
    total = np.zeros((count, 3))
    for corner in range(3):
        ahead = corners[:, (corner + 1) % 3] - corners[:, corner]
        back = corners[:, (corner + 2) % 3] - corners[:, corner]
        angle = np.arctan2(size[:, 0], np.einsum("ij,ij->i", ahead, back))
        for axis in range(3):
            total[:, axis] += np.bincount(of_corner[:, corner], angle * facet[:, axis], count)
    length = np.linalg.norm(total, axis=1, keepdims=True)
    return total / np.where(length > 0.0, length, np.nan)


def _fitted(
    rows: Ints, of_corner: Ints, places: Floats, means: Floats, noise_mm: float
) -> tuple[Floats, Floats]:
    """Fit z = a u + b v + (c u² + 2 d u v + e v²) / 2 round each row: normals (M, 3), bends (M, 3, 3).

    What that leaves out grows with the cube of the distance. Facets of a fillet are long and narrow, so the
    farthest neighbors are many times as far as the nearest: those weigh by the inverse square, down to where
    noise is as large as what is left out.
    """
    near, is_near = _neighbors(rows, of_corner, len(places))
    guess = np.nan_to_num(means[rows])
    least = np.eye(3)[np.abs(guess).argmin(axis=1)]
    x = cross(guess, least)
    x /= np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 1e-300)
    y = cross(guess, x)
    away = (places[near] - places[rows][:, None]) * is_near[:, :, None]
    reach = np.sqrt((away**2).sum(axis=2).sum(axis=1) / np.maximum(is_near.sum(axis=1), 1))
    reach[reach == 0.0] = 1.0
    u, v, z = (np.einsum("nkj,nj->nk", away, axis) / reach[:, None] for axis in (x, y, guess))
    table = np.stack([u, v, u * u / 2.0, u * v, v * v / 2.0], axis=2)
    least_far = np.maximum(np.cbrt(noise_mm / reach) ** 2, CLOSEST**2)
    weight = 1.0 / np.maximum(u * u + v * v + z * z, least_far[:, None])
    table, z = table * weight[:, :, None], z * weight
    square = np.einsum("nki,nkj->nij", table, table) + RIDGE * np.eye(5)
    is_border = ~_are_inner(rows, of_corner, len(places))
    is_strip = is_border[rows] & (is_border[near] | ~is_near).all(axis=1)
    right = np.einsum("nki,nk->ni", table, z)
    solved = np.linalg.solve(square, right[:, :, None])[:, :, 0]
    solved[is_strip] = _solved(square[is_strip], right[is_strip])
    a, b, c, d, e = solved.T
    normals = guess - a[:, None] * x - b[:, None] * y
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-300)
    strays = np.einsum("ij,ij->i", normals, guess) < np.cos(np.radians(FARTHEST_DEG))
    normals[strays] = means[rows][strays]
    axes = np.stack([x, y], axis=2)
    bend = np.stack([np.stack([c, d], axis=1), np.stack([d, e], axis=1)], axis=1)
    bend *= (~strays / reach / np.sqrt(1.0 + a * a + b * b))[:, None, None]
    return normals, np.einsum("nip,npq,njq->nij", axes, bend, axes)


def _are_inner(rows: Ints, of_corner: Ints, count: int) -> Bools:
    """Tell the nodes (N,) of free-form regions that do not stand on their border."""
    chosen = of_corner[np.isin(of_corner[:, 0], rows)]
    tail, head = chosen.ravel(), np.roll(chosen, -1, axis=1).ravel()
    _, side, uses = np.unique(
        np.minimum(tail, head) * count + np.maximum(tail, head), return_inverse=True, return_counts=True
    )
    is_free = uses[side.ravel()] == 1
    is_inner = np.ones(count, dtype=bool)
    is_inner[tail[is_free]] = False
    is_inner[head[is_free]] = False
    return is_inner


def _solved(square: Floats, right: Floats) -> Floats:
    """Solve for slopes and bends (M, 5), the bends along directions of which neighbors tell alone."""
    slopes = np.linalg.inv(square[:, :2, :2])
    across = square[:, 2:, :2] @ slopes
    values, ways = np.linalg.eigh(square[:, 2:, 2:] - across @ square[:, :2, 2:])
    alone = np.einsum("npw,np->nw", ways, right[:, 2:] - np.einsum("npi,ni->np", across, right[:, :2]))
    curvatures = np.where(values > SIGNIFICANT, alone / np.maximum(values, 1e-300), 0.0)
    bends = np.einsum("npw,nw->np", ways, curvatures)
    leans = np.einsum("nij,nj->ni", slopes, right[:, :2] - np.einsum("nip,np->ni", square[:, :2, 2:], bends))
    return np.concatenate([leans, bends], axis=1)


def _neighbors(rows: Ints, of_corner: Ints, count: int) -> tuple[Ints, np.ndarray]:
    """Return (M, K) nodes up to two sides away, padded with the row itself, and which are real."""
    chosen = of_corner[np.isin(of_corner[:, 0], rows)]
    tail, head = chosen.ravel(), np.roll(chosen, -1, axis=1).ravel()
    compact = np.full(count, -1)
    compact[rows] = np.arange(len(rows))
    tail, head = compact[tail], compact[head]
    ones = np.ones(2 * len(tail), dtype=np.int8)
    ends = np.concatenate([tail, head]), np.concatenate([head, tail])
    ring = csr_array(coo_array((ones, ends), (len(rows), len(rows))))
    ring.data[:] = 1
    first = ring.tocoo()
    second = (ring @ ring).tocoo()
    row = np.concatenate([first.row, second.row]).astype(np.int64)
    column = np.concatenate([first.col, second.col]).astype(np.int64)
    key = np.unique(row * len(rows) + column)
    row, column = np.divmod(key, len(rows))
    row, column = row[row != column], column[row != column]
    is_first = np.isin(row * len(rows) + column, first.row.astype(np.int64) * len(rows) + first.col)
    order = np.lexsort((column, ~is_first, row))
    row, column = row[order], column[order]
    begin = np.searchsorted(row, np.arange(len(rows)))
    rank = np.arange(len(row)) - begin[row]
    kept = rank < MOST_NEIGHBORS
    near = np.tile(rows[:, None], (1, MOST_NEIGHBORS))
    is_near = np.zeros(near.shape, dtype=bool)
    near[row[kept], rank[kept]] = rows[column[kept]]
    is_near[row[kept], rank[kept]] = True
    return near, is_near
