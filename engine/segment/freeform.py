"""Free-form regions: facets that no simple surface explains, and normals and curvatures at their vertices.

Two facets hang together when their fold is as gentle as one between facets of a curved face: were it one, its
facets would cut into it no deeper than this mesh's facets do elsewhere.

Few facets always have a sphere or a cone through their corners. Where that surface turns much farther under a
facet than the facet folds against its neighbors, it was not what the facets were sampled on: such a region is
taken for free-form, too.
"""

from dataclasses import dataclass, replace

import numpy as np
from scipy.sparse import coo_array, csr_array
from scipy.sparse.csgraph import connected_components

from engine.model.arrays import Bools, Floats, Ints, cross, frozen, frozen_ints, squares_to
from engine.model.surface import Freeform
from engine.segment.facets import Facets
from engine.segment.surface_mesh import Regions, SurfaceMesh
from engine.surfaces.kind import FREEFORM, PLANE
from engine.surfaces.table import SurfaceTable, outward_normals, tabulate

DEEP_TIMES = 4.0
"""Times the depth found elsewhere: facets vary within a mesh."""
FIRST_TIMES = 4.0
"""Times as deep as others the first facets beside a flat face may seem: their one long side lies on that, and
over each of the short ones beyond they look too wide."""

FEWEST_FACETS = 12
"""In a mesh without any curved face, fewer facets are flat faces: bevels, not facets."""


def join_freeform(facets: Facets, is_remainder: Bools, is_first: Bools, depth_mm: float) -> Ints:
    """Return (P,) the number of each facet of the remainder, one per connected group; -1 elsewhere.

    Parameters
    ----------
    is_remainder : (P,) bool
    is_first : (P,) bool
        First facets of free-form faces beside flat ones; see `facets.first_facets`.
    depth_mm : float
        How deep facets of curved faces cut in this mesh; 0 where there are none, and the remainder decides.
    """
    a, b = facets.folds.T
    is_inner = is_remainder[a] & is_remainder[b]
    depth = depths(facets)
    is_given = depth_mm > 0.0
    if not is_given and is_inner.any():
        depth_mm = float(np.median(depth[is_inner]))
    keep = is_inner & (depth <= DEEP_TIMES * depth_mm * np.where(is_first[a] | is_first[b], FIRST_TIMES, 1.0))
    count = len(is_remainder)
    links = coo_array((np.ones(int(keep.sum()), bool), (a[keep], b[keep])), (count, count))
    _, part = connected_components(links, directed=False)
    if not is_given:
        is_few = np.bincount(part[is_remainder], minlength=count) < FEWEST_FACETS
        part = np.where(is_few[part], count + np.arange(count), part)
    number = np.full(count, -1, dtype=np.int64)
    _, number[is_remainder] = np.unique(part[is_remainder], return_inverse=True)
    return number


def depths(facets: Facets) -> Floats:
    """Return (N,) how deep the deeper of two folded facets would cut into a face, were they its facets."""
    widths = facets.areas[facets.folds] / facets.fold_mm[:, None]
    bend = 2.0 * np.abs(facets.fold_rad) / widths.sum(axis=1)
    deep: Floats = widths.max(axis=1) ** 2 * bend / 8.0
    return deep


def facet_radii(facets: Facets, number: Ints, count: int) -> tuple[Floats, Floats]:
    """Return (count,) the smallest convex and concave radii within each such group; inf where flat."""
    a, b = facets.folds.T
    is_inner = (number[a] >= 0) & (number[a] == number[b])
    # a triangle is as high as twice its area over the side
    is_triangle = np.diff(facets.first_corner)[facets.folds[is_inner]] == 3
    widths = np.where(is_triangle, 2.0, 1.0) * facets.areas[facets.folds[is_inner]]
    widths /= facets.fold_mm[is_inner, None]
    angle = facets.fold_rad[is_inner]
    radius = widths.sum(axis=1) / 2.0 / np.maximum(np.abs(angle), 1e-12)
    convex, concave = np.full(count, np.inf), np.full(count, np.inf)
    mine = number[a][is_inner]
    np.minimum.at(convex, mine[angle > 0], radius[angle > 0])
    np.minimum.at(concave, mine[angle < 0], radius[angle < 0])
    return convex, concave


def chords_mm(facets: Facets, number: Ints, count: int) -> Floats:
    """Return (count,) how far the chords of each such group lie off what they stand for, on average."""
    a, b = facets.folds.T
    is_inner = (number[a] >= 0) & (number[a] == number[b])
    mine, deep = number[a][is_inner], depths(facets)[is_inner]
    total = np.bincount(mine, deep, count)
    chords: Floats = total / np.maximum(np.bincount(mine, minlength=count), 1)
    return chords


LEVEL_DEG = 5.0
"""Facets of a flat region lean from its plane by no more, however corners stray."""


def are_level(mesh: SurfaceMesh, facets: Facets, number: Ints, count: int, within_mm: float) -> Bools:
    """Tell the regions (F,) of what is left that are flat, for all that corners straying so far can tell."""
    is_level = np.zeros(count, dtype=bool)
    if within_mm <= 0.0:
        return is_level
    for region in range(count):
        members = np.flatnonzero(number == region)
        normal = facets.areas[members] @ facets.normals[members]
        normal /= max(float(np.linalg.norm(normal)), 1e-300)
        if (facets.normals[members] @ normal).min() < np.cos(np.radians(LEVEL_DEG)):
            continue
        rows = [facets.corners[facets.first_corner[one] : facets.first_corner[one + 1]] for one in members]
        heights = mesh.vertices[np.unique(np.concatenate(rows))] @ normal
        is_level[region] = np.ptp(heights) <= within_mm
    return is_level


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
class RegionVertices:
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


def region_vertices(
    mesh: SurfaceMesh, region_of_triangle: Ints, surface_table: SurfaceTable
) -> RegionVertices:
    """Make the nodes of all regions."""
    count = len(mesh.vertices)
    keys = region_of_triangle[:, None] * count + mesh.triangles
    unique, of_corner = np.unique(keys, return_inverse=True)
    of_corner = of_corner.reshape(-1, 3)
    region, vertex = np.divmod(unique, count)
    places = mesh.vertices[vertex]
    means = mean_normals(mesh.vertices[mesh.triangles], of_corner, len(unique))
    normals = outward_normals(surface_table, region, places)
    bends = np.zeros((len(unique), 3, 3))
    is_free = surface_table.kind[region] == FREEFORM
    if is_free.any():
        rows = np.flatnonzero(is_free)
        normals[rows], bends[rows] = _fitted(rows, of_corner, places, means, mesh.noise_mm)
    bare = ~np.isfinite(normals).all(axis=1)
    normals[bare] = means[bare]
    return RegionVertices(region, vertex, of_corner, places, normals, bends, count)


def mean_normals(corners: Floats, of_corner: Ints, count: int) -> Floats:
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
    near, is_near = _near_vertices(rows, of_corner, len(places))
    guess = np.nan_to_num(means[rows])
    x = squares_to(guess)
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


def _near_vertices(rows: Ints, of_corner: Ints, count: int) -> tuple[Ints, np.ndarray]:
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


TYPICAL_SHARE = 0.98
"""Of a region's corners, so many bend no more than its smallest radius says: single ones are misread, where
they have neighbors on one side alone."""
FLAT_RAD = 1e-3
"""What turns by less than this over the region, in radians, does not bend."""


def with_radii(regions: Regions, nodes: RegionVertices) -> Regions:
    """Return the regions with the radii of their free-form surfaces read anew."""
    is_free = np.array([isinstance(surface, Freeform) for surface in regions.surfaces], dtype=bool)
    if not is_free.any():
        return regions
    surfaces = list(regions.surfaces)
    first = np.searchsorted(nodes.region, np.arange(len(surfaces) + 1))
    for index in np.flatnonzero(is_free).tolist():
        mine = slice(first[index], first[index + 1])
        bends = np.linalg.eigvalsh(nodes.bends[mine])
        size_mm = float(np.linalg.norm(np.ptp(nodes.places[mine], axis=0)))
        surfaces[index] = Freeform(*(_radius_mm(each, size_mm) for each in (-bends[:, 0], bends[:, 2])))
    return replace(regions, surfaces=tuple(surfaces))


def _radius_mm(curvatures: np.ndarray, size_mm: float) -> float:
    bend = float(np.quantile(curvatures, TYPICAL_SHARE))
    return 1.0 / bend if bend * size_mm > FLAT_RAD else np.inf


FLAT_DEG = 0.05
"""Facets that fold by less lie in one plane: the two halves of a strip of a bend."""
SLACK = 1.3
SLACK_DEG = 1.5
"""A surface leans from a facet at its corners by half of what neighbors fold, on an even mesh; by all of it
where a bend is a single strip. So much more is left to uneven meshes."""
STRAY_NOISES, STRAY_SHARE = 8.0, 3e-3
"""A surface that its corners miss by more than so many times the noise, and by this share of the region's
size, is another one: careless exporters err by less."""
MANY_FACETS, SURE_NOISES = 12, 4.0
"""No more is asked of a surface that so many facets or more lie on, to so many times the noise."""
PLAUSIBLE_SHARE = 0.7
"""A surface is plausible when facets with this share of the area are."""


def replace_implausible(mesh: SurfaceMesh, regions: Regions) -> Regions:
    """Return the regions with implausible surfaces replaced by free-form ones."""
    surface_table = tabulate(list(regions.surfaces), regions.senses.tolist())
    region = regions.region_of_triangle
    curved = np.flatnonzero(~np.isin(surface_table.kind[region], (PLANE, FREEFORM)))
    if not len(curved):
        return regions
    count = len(regions.surfaces)
    corners = mesh.vertices[mesh.triangles[curved]].reshape(-1, 3)
    normals = outward_normals(surface_table, np.repeat(region[curved], 3), corners).reshape(-1, 3, 3)
    cosine = np.einsum("tij,tj->ti", normals, mesh.normals[curved])
    lean = np.degrees(np.arccos(np.clip(np.nan_to_num(np.fmin.reduce(cosine, axis=1), nan=1.0), -1.0, 1.0)))
    is_fine = lean <= SLACK * _folds(mesh, region)[curved] + SLACK_DEG
    fine = np.bincount(region[curved], mesh.areas[curved] * is_fine, count)
    total = np.bincount(region[curved], mesh.areas[curved], count)
    strays = regions.deviations_mm > np.maximum(
        STRAY_NOISES * mesh.noise_mm, STRAY_SHARE * _sizes(mesh, regions)
    )
    many = np.bincount(region, minlength=count) >= MANY_FACETS
    is_sure = many & (regions.deviations_mm <= SURE_NOISES * mesh.noise_mm)
    is_sure |= regions.is_coarse
    doubtful = np.flatnonzero((total > 0.0) & ~is_sure & ((fine < PLAUSIBLE_SHARE * total) | strays))
    if not len(doubtful):
        return regions
    surfaces, senses = list(regions.surfaces), np.array(regions.senses)
    for index in doubtful.tolist():
        surfaces[index], senses[index] = Freeform(np.inf, np.inf), 1
    return replace(
        regions,
        surfaces=tuple(surfaces),
        senses=frozen_ints(senses),
        deviations_mm=frozen(_strays(mesh, regions, doubtful)),
    )


def _sizes(mesh: SurfaceMesh, regions: Regions) -> Floats:
    """Diagonals (R,) of the regions' boxes."""
    count = len(regions.surfaces)
    low, high = np.full((count, 3), np.inf), np.full((count, 3), -np.inf)
    corners = mesh.vertices[mesh.triangles]
    for axis in range(3):
        np.minimum.at(low[:, axis], regions.region_of_triangle, corners[:, :, axis].min(axis=1))
        np.maximum.at(high[:, axis], regions.region_of_triangle, corners[:, :, axis].max(axis=1))
    return np.asarray(np.linalg.norm(high - low, axis=1))


def _folds(mesh: SurfaceMesh, region: Ints) -> Floats:
    """Degrees (T,) by which facets fold at most against their region, or against others if that is flat.

    Facets of one region in one plane are one: each folds as much as those next to it.
    """
    there = mesh.neighbor >= 0
    across = np.maximum(mesh.neighbor, 0)
    cosine = np.einsum("tij,tj->ti", mesh.normals[across], mesh.normals)
    fold = np.where(there, np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0))), 0.0)
    own = there & (region[across] == region[:, None])
    inner, outer = np.where(own, fold, 0.0).max(axis=1), fold.max(axis=1)
    is_level = own & (fold <= FLAT_DEG)
    inner = np.maximum(inner, np.where(is_level, inner[across], 0.0).max(axis=1))
    outer = np.maximum(outer, np.where(is_level, outer[across], 0.0).max(axis=1))
    folds: Floats = np.where(inner > FLAT_DEG, inner, outer)
    return folds


def _strays(mesh: SurfaceMesh, regions: Regions, doubtful: Ints) -> Floats:
    """Deviations with those of doubtful regions told from their facets: sagittas, from sides and folds."""
    strays = np.array(regions.deviations_mm)
    region = regions.region_of_triangle
    rows = np.flatnonzero(np.isin(region, doubtful))
    fold = np.radians(np.minimum(_folds(mesh, region)[rows], 60.0))
    lifts = np.sqrt(mesh.areas[rows]) * fold / 8.0
    strays[doubtful] = 0.0
    np.maximum.at(strays, region[rows], lifts)
    return strays
