"""Charts: triangles that a file keeps together, for they share corners in it, each chart fitted as one face.

Programs that export from CAD triangulate face by face, and give each face corners of its own: where two faces
meet, a place is written twice. A chart of such a file is one face, and its border is known for certain. Other
files tell nothing so: in one every triangle or every facet has corners of its own, for it is shaded flat; in
another all share theirs, and the whole part is one chart.

What the chart's corners lie on, plane, cylinder, cone, sphere or torus, is the face's surface, though it has
only two facets. A chart on which no such surface lies is a free-form face where charts part at smooth borders
too. Else it stays open, for it may be several faces that are shaded as one.
"""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from engine.model.arrays import Bools, Floats, Ints
from engine.progress import Progress
from engine.segment import fitting, freeform, region_growing
from engine.segment.facets import STEP_DEG, FacetGraph, Facets, facet_graph, find_facets
from engine.segment.surface_mesh import SurfaceMesh, runs
from engine.surfaces import revolution
from engine.surfaces.kind import CONE, CYLINDER, FREEFORM, PLANE, SPHERE, TORUS

GENTLE_DEG = 1.0
"""Neighbors that fold by less may be two halves of one facet."""
SMOOTH_DEG, MANY_SMOOTH = 15.0, 2
"""What is shaded smoothly is so up to a larger angle: no chart of it ends at folds of less, but for a few."""
INSIDE_SHARE = 0.25
"""Of the sides at which a shell folds gently, so many lie inside charts where faces are kept whole. Bevels
fold gently between faces, and so do the ends of blends; where facets are shaded flat, none is inside."""


def charts_of_corners(triangles: Ints) -> Ints:
    """Return the chart (T,) of each triangle (T, 3) of a file: those that share sides, corner by corner."""
    count = len(triangles)
    start, end = triangles.ravel(), np.roll(triangles, -1, axis=1).ravel()
    size = int(triangles.max(initial=0)) + 1
    order, first, _ = runs(np.minimum(start, end) * size + np.maximum(start, end))
    hangs_on = np.ones(len(order), dtype=bool)
    hangs_on[first] = False
    one, other = order[np.flatnonzero(hangs_on) - 1] // 3, order[hangs_on] // 3
    links = coo_array((np.ones(len(one), bool), (one, other)), (count, count))
    _, part = connected_components(links, directed=False)
    return np.asarray(part, dtype=np.int64)


def connected_charts(chart: Ints, neighbor: Ints) -> Ints:
    """Return charts (T,) cut up where a surface's triangles do not hang together, in the surface's order.

    Parameters
    ----------
    chart : (T,) int64
    neighbor : (T, 3) int64
        See `SurfaceMesh`.
    """
    one, side = np.nonzero(neighbor > np.arange(len(chart))[:, None])
    other = neighbor[one, side]
    keep = chart[one] == chart[other]
    count = len(chart)
    links = coo_array((np.ones(int(keep.sum()), bool), (one[keep], other[keep])), (count, count))
    _, part = connected_components(links, directed=False)
    _, first, number = np.unique(part, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    connected_: Ints = rank[number.ravel()]
    return connected_


def part_smoothly(chart: Ints, neighbor: Ints, normals: Floats, shell: Ints) -> Bools:
    """Tell the shells (S,) whose charts part at smooth borders, too, where shading would not."""
    count = int(shell.max()) + 1
    one, side = np.nonzero(neighbor > np.arange(len(chart))[:, None])
    other = neighbor[one, side]
    cosine = np.einsum("nk,nk->n", normals[one], normals[other])
    is_smooth = (cosine > np.cos(np.radians(SMOOTH_DEG))) & (chart[one] != chart[other])
    parts: Bools = np.bincount(shell[one[is_smooth]], minlength=count) >= MANY_SMOOTH
    return parts


def keep_faces(chart: Ints, neighbor: Ints, normals: Floats, shell: Ints) -> Bools:
    """Tell the shells (S,) whose charts keep curved faces whole; see the module."""
    count = int(shell.max()) + 1
    one, side = np.nonzero(neighbor > np.arange(len(chart))[:, None])
    other = neighbor[one, side]
    cosine = np.einsum("nk,nk->n", normals[one], normals[other])
    is_gentle = (cosine < np.cos(np.radians(GENTLE_DEG))) & (cosine > np.cos(np.radians(STEP_DEG)))
    is_inside = is_gentle & (chart[one] == chart[other])
    gentle = np.bincount(shell[one[is_gentle]], minlength=count)
    inside = np.bincount(shell[one[is_inside]], minlength=count)
    keeps: Bools = (inside > 0) & (inside >= INSIDE_SHARE * gentle)
    return keeps


KINDS = (CYLINDER, CONE, SPHERE, TORUS)
"""The simplest first."""
SPARE = (0, 1, 1, 2, 2)
"""Corners beyond those that fix a surface of each kind that must lie on it."""
ROUGH_SPARE, ROUGH_SHARE = 20, 0.3
"""The same, and the share of the area that may lean, where triangles fold sharply: meshers put corners on a
narrow fillet in plenty, and then join them in saws."""
FOLDED_SHARE = 0.5
"""Charts that fold sharply are faces where so many of their shell's charts are."""
MOST = 0.7
"""Share of the corners that a fit looks at first: those on borders stray."""
NONE, NEAR, SIMPLE, SURE, EXACT = range(5)
"""How surely a surface is a chart's."""
HALF, SIMPLER = 0.5, 4.0
"""A simple surface on which half of the corners lie to within noise, and all to within so many times it, is
as good as an exact one: with a few more numbers, some surface passes nearer to few corners."""
STRAIGHT_RAD = float(np.radians(0.2))
"""Half angle of a cone that is a cylinder where one comes near: drafts begin at a quarter of a degree."""
AS_NEAR = 2.0
"""A cylinder that is off by no more than so many times what such a cone is comes as near: a taper is no
better reason for what strays."""
SURE_SHARE = 0.9
"""A surface on which this share of the corners lies to within noise is the face's; the others stray."""
STRAY_SHARE, FARTHEST = 1e-3, 4.0
"""Of the chart's local width: how far nine of ten corners stray from the face (as far as a face of an exact
part may from the surface that it is recovered as), and so many times as far the others: where two surfaces
were met approximately, at a slant."""
FLAT_SHARE = 1e-3
"""Of a flat face's width: the same."""
FLAT_PART = 0.05
"""Of a free-form face's area: so much of it is flat at most. Of faces shaded as one, flat ones are more."""
LEAN = 0.9
"""Cosine between a facet and the surface: no facet turns by more than 26 degrees against it, ..."""
LEAN_SHARE = 0.01
"""... but for this share of their area: where a border comes near a row of corners, slivers lie askew."""
BENT = 8.0
"""The corners of a curved face rise out of a plane by so many times what they are off its surface."""


@dataclass(frozen=True, slots=True, eq=False)
class FittedCharts:
    """Charts that are one face each."""

    face_of_triangle: Ints
    """(T,) 0..F-1; -1 in charts that stay open, and where charts tell nothing."""
    kinds: tuple[int, ...]
    """(F,) of `SurfaceKind`."""
    surfaces: tuple[Floats, ...]
    """(F,) the numbers of each: of a plane a point and the normal, of a free-form face the smallest convex
    and concave radii and how far its chords lie off it, else see `engine.surfaces.revolution`."""
    depths_mm: Floats
    """(F,) how deep facets cut into the face, on average."""


def fit_charts(mesh: SurfaceMesh, progress: Progress) -> FittedCharts:
    """Fit the charts of shells that keep faces whole; none where no shell does."""
    chart, shell = mesh.chart_of_triangle, mesh.shell_of_triangle
    count = int(chart.max()) + 1
    face_of_chart = np.full(count, -1, dtype=np.int64)
    keeps = keep_faces(chart, mesh.neighbor, mesh.normals, shell)
    if not keeps.any():
        return FittedCharts(face_of_chart[chart], (), (), np.zeros(0))
    _, first = np.unique(chart, return_index=True)
    shell_of_chart = shell[first]
    facets = find_facets(mesh, chart)
    graph = facet_graph(mesh, facets)
    chart_of_facet = chart[facets.triangles[facets.first_triangle[:-1]]]
    order = np.argsort(chart_of_facet, kind="stable")
    members = np.split(order, np.searchsorted(chart_of_facet[order], np.arange(1, count)))
    widths_mm = _widths_mm(mesh)
    is_kept, is_sharp = keeps[shell_of_chart], _is_sharp(mesh, graph)
    faces: list[tuple[int, Floats]] = []

    def fit(number: int, *, is_rough: bool) -> bool:
        progress.check()
        found = _fitted(graph, facets, members[number], float(widths_mm[number]), is_rough)
        if found is not None:
            face_of_chart[number] = len(faces)
            faces.append(found)
        return found is not None

    for number in np.flatnonzero(is_kept & ~is_sharp).tolist():
        fit(number, is_rough=False)
    shares = np.bincount(shell_of_chart, face_of_chart >= 0) / np.bincount(shell_of_chart)
    is_kept &= part_smoothly(chart, mesh.neighbor, mesh.normals, shell)[shell_of_chart]
    is_kept &= ~is_sharp | (shares >= FOLDED_SHARE)[shell_of_chart]
    convex, concave = freeform.facet_radii(facets, chart_of_facet, count)
    chord_mm = freeform.chords_mm(facets, chart_of_facet, count)
    for number in np.flatnonzero(is_kept & (face_of_chart < 0)).tolist():
        if not (is_sharp[number] and fit(number, is_rough=True)) and _is_bent(facets, members[number]):
            face_of_chart[number] = len(faces)
            faces.append((FREEFORM, np.array([convex[number], concave[number], chord_mm[number]])))
    depths = np.zeros(len(faces))
    for number in np.flatnonzero(face_of_chart >= 0).tolist():
        kind, surface = faces[face_of_chart[number]]
        if kind in KINDS:
            depths[face_of_chart[number]] = region_growing.depth(kind, surface, graph, members[number])[0]
    kinds, surfaces = tuple(kind for kind, _ in faces), tuple(surface for _, surface in faces)
    return FittedCharts(face_of_chart[chart], kinds, surfaces, depths)


def _widths_mm(mesh: SurfaceMesh) -> Floats:
    """Return local widths (C,) of charts: twice the area over the border, and no more than its root."""
    chart = mesh.chart_of_triangle
    corners = mesh.vertices[mesh.triangles]
    lengths = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2)
    is_border = (mesh.neighbor < 0) | (chart[mesh.neighbor] != chart[:, None])
    area = np.bincount(chart, mesh.areas)
    border = np.bincount(chart, (lengths * is_border).sum(axis=1))
    widths: Floats = np.minimum(np.sqrt(area), 2.0 * area / np.maximum(border, 1e-300))
    return widths


def _is_bent(facets: Facets, members: Ints) -> bool:
    """Tell whether nothing of a chart is flat beyond doubt but scraps of it."""
    level = members[facets.is_flat[members]]
    return bool(facets.areas[level].sum() < FLAT_PART * facets.areas[members].sum())


def _is_sharp(mesh: SurfaceMesh, graph: FacetGraph) -> Bools:
    """Tell the charts (C,) that are no single face, for they fold sharply inside."""
    chart = mesh.chart_of_triangle
    one, side = np.nonzero(mesh.neighbor > np.arange(len(chart))[:, None])
    other = mesh.neighbor[one, side]
    cosine = np.einsum("nk,nk->n", mesh.normals[one], mesh.normals[other])
    means_much = ~graph.is_sliver[one] & ~graph.is_sliver[other]
    sharp = (chart[one] == chart[other]) & means_much & (cosine < np.cos(np.radians(STEP_DEG)))
    is_sharp = np.zeros(int(chart.max()) + 1, dtype=bool)
    is_sharp[chart[one[sharp]]] = True
    return is_sharp


def _fitted(
    graph: FacetGraph, facets: Facets, members: Ints, width_mm: float, is_rough: bool
) -> tuple[int, Floats] | None:
    """Return the kind and the surface of one face made of some facets; None where none fits.

    Where triangles are put together roughly, in saws, many corners must lie on the surface, all exactly.
    """
    noise_mm = fitting.NOISES * graph.noise_mm
    corners = np.unique(
        np.concatenate([facets.corners[facets.first_corner[p] : facets.first_corner[p + 1]] for p in members])
    )
    points = graph.places[corners]
    normal = (facets.areas[members, None] * facets.normals[members]).sum(axis=0)
    plane = np.zeros(8)
    plane[:3], plane[3:6] = points.mean(axis=0), normal / max(float(np.linalg.norm(normal)), 1e-300)
    if len(members) == 1:
        return PLANE, plane
    rise_mm = float(np.ptp((points - points.mean(axis=0)) @ _across(points)))
    if rise_mm <= BENT * graph.noise_mm:
        return PLANE, plane
    stray_mm = STRAY_SHARE * width_mm + noise_mm
    found: list[tuple[int, Floats]] = []
    ranks: list[int] = []
    is_straight, straight, farthest_straight = False, np.zeros(8), np.inf
    for kind in KINDS:
        surface = np.zeros(8)
        if len(points) < fitting.FREEDOM[kind] + (ROUGH_SPARE if is_rough else SPARE[kind]):
            continue
        is_fitted = fitting.fit(kind, graph, members, surface, MOST, np.inf) < np.inf
        if kind == TORUS:
            is_fitted = _nearer_torus(graph, members, points, surface, is_fitted, noise_mm)
        if not is_fitted:
            continue
        if _leaning(kind, surface, graph, members) > (ROUGH_SHARE if is_rough else LEAN_SHARE):
            continue
        off = np.abs(revolution.distances(kind, surface, points, np.empty_like(points)))
        farthest = float(off.max())
        if not farthest < np.inf or BENT * farthest > rise_mm:
            continue
        revolution.tidy(kind, surface)
        if kind == CYLINDER:
            straight, farthest_straight = surface, farthest
        if kind == CONE and abs(surface[revolution.PROFILE]) < STRAIGHT_RAD:
            # Two rims lie on a cone, and on a ball: as surely as on the cone, the face is the cylinder.
            if is_straight or farthest_straight <= AS_NEAR * farthest:
                kind, surface = CYLINDER, straight
        share = float((off <= noise_mm).mean())
        is_near = float(np.quantile(off, SURE_SHARE)) <= stray_mm and farthest <= FARTHEST * stray_mm
        is_straight |= kind == CYLINDER and is_near
        found.append((kind, surface))
        if farthest <= noise_mm:
            ranks.append(EXACT)
            break
        if is_rough or not is_near:
            ranks.append(NONE)
        elif share >= SURE_SHARE:
            ranks.append(SURE)
        else:
            ranks.append(SIMPLE if share >= HALF and farthest <= SIMPLER * noise_mm else NEAR)
    is_sure = max(ranks, default=NONE) >= SURE
    if not is_sure and rise_mm <= FLAT_SHARE * float(np.sqrt(facets.areas[members].sum())):
        return PLANE, plane
    least = SIMPLE if is_sure else NEAR
    return next((one for one, rank in zip(found, ranks, strict=True) if rank >= least), None)


def _nearer_torus(
    graph: FacetGraph, members: Ints, points: Floats, surface: Floats, is_fitted: bool, noise_mm: float
) -> bool:
    """Put the nearer of two tori into `surface`, this and that along the spine; whether there is one."""
    far = _far(surface, points) if is_fitted else np.inf
    other = np.zeros(8)
    if far > noise_mm and fitting.fit_torus_by_ring(graph, members, other) and _far(other, points) < far:
        surface[:] = other
        return True
    return is_fitted


def _far(torus: Floats, points: Floats) -> float:
    """Return how far nine of ten points lie off a torus."""
    off = np.abs(revolution.distances(TORUS, torus, points, np.empty_like(points)))
    return float(np.quantile(off, SURE_SHARE))


def _across(points: Floats) -> Floats:
    """Return the direction across the flattest slab that holds points (N, 3)."""
    direction: Floats = np.linalg.svd(points - points.mean(axis=0), full_matrices=False)[2][2]
    return direction


def _leaning(kind: int, surface: Floats, graph: FacetGraph, members: Ints) -> float:
    """Return the share of the facets' area that leans from the surface."""
    sense = region_growing.depth(kind, surface, graph, members)[1]
    leans = [region_growing.stand(kind, surface, graph, facet, sense)[2] < LEAN for facet in members.tolist()]
    return float(graph.areas[members[leans]].sum() / graph.areas[members].sum())
