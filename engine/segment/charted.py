"""Charted faces: charts of a file that keeps faces whole, each taken for one face and fitted as a whole.

See `charts`. What the chart's corners lie on, plane, cylinder, cone, sphere or torus, is the face's
surface, though it has only two facets. A chart on which no such surface lies is a free-form face where
charts part at smooth borders too. Else it stays open, for it may be several faces that are shaded as one.
"""

from dataclasses import dataclass

import numpy as np

from engine.model.arrays import Bools, Floats, Ints
from engine.progress import Progress
from engine.segment import charts, curved, fitting, growth, rest, revolved, surface_of
from engine.segment.ground import Ground
from engine.segment.pieces import STEP_DEG, Pieces, find
from engine.segment.segmented import Facets

PLANE, FREE = 0, 5
"""As kinds of surface, beside those of `revolved`. The numbers of a plane are a point and the normal; of a
free-form face its smallest convex and concave radii, and how far its chords lie off it."""
KINDS = (revolved.CYLINDER, revolved.CONE, revolved.SPHERE, revolved.TORUS)
"""The simplest first."""
SPARE = (0, 1, 1, 2, 2)
"""Corners beyond those that fix a surface of each kind that must lie on it."""
MOST = 0.7
"""Share of the corners that a fit looks at first: those on borders stray."""
EXACT_SHARE = (0.0, 0.0, 0.0, 0.4, 0.4)
"""So many of the corners lie on a surface of each kind to within noise, though borders stray: some torus
comes near many a free-form face."""
SURE_SHARE = 0.9
"""A surface on which this share of the corners lies to within noise is the face's; the others stray."""
STRAY_SHARE = 1.5e-3
"""Of the smallest radius: how far corners stray from the face (kernels' own tolerance where two surfaces were
met approximately)."""
FLAT_SHARE = 1e-3
"""Of a flat face's width: the same."""
FLAT_PART = 0.05
"""Of a free-form face's area: so much of it is flat at most. Of faces shaded as one, flat ones are more."""
LEAN = 0.9
"""Cosine between a facet and the surface: no facet turns by more than 26 degrees against it."""
BENT = 8.0
"""The corners of a curved face rise out of a plane by so many times what they are off its surface."""


@dataclass(frozen=True, slots=True, eq=False)
class Charted:
    """Charts that are one face each."""

    face_of_triangle: Ints
    """(T,) 0..F-1; -1 in charts that stay open, and where charts tell nothing."""
    kinds: tuple[int, ...]
    """(F,) `PLANE`, `FREE`, or see `revolved`."""
    surfaces: tuple[Floats, ...]
    """(F,) the numbers of each."""
    depths_mm: Floats
    """(F,) how deep facets cut into the face, on average."""


def told(facets: Facets, progress: Progress) -> Charted:
    """Fit the charts of shells that keep faces whole; none where no shell does."""
    none = np.full(len(facets.triangles), -1, dtype=np.int64)
    shell = facets.shell_of_triangle
    keeps = charts.keep_faces(facets.chart_of_triangle, facets.neighbor, facets.normals, shell)
    if not keeps.any():
        return Charted(none, (), (), np.zeros(0))
    chart = facets.chart_of_triangle
    parts_smoothly = charts.part_smoothly(chart, facets.neighbor, facets.normals, shell)
    flat = find(facets, chart)
    ground = curved.ground_of(facets, flat)
    is_kept = keeps[shell] & ~_is_sharp(facets, ground)[chart]
    first = flat.triangles[flat.first_triangle[:-1]]
    chart_of_piece = chart[first]
    order = np.argsort(chart_of_piece, kind="stable")
    bounds = np.searchsorted(chart_of_piece[order], np.arange(int(chart.max()) + 2))
    convex, concave = rest.radii(flat, chart_of_piece, int(chart.max()) + 1)
    chord_mm = rest.chords_mm(flat, chart_of_piece, int(chart.max()) + 1)
    face_of_chart = np.full(int(chart.max()) + 1, -1, dtype=np.int64)
    kinds: list[int] = []
    surfaces: list[Floats] = []
    depths: list[float] = []
    for number in np.unique(chart[is_kept]).tolist():
        progress.check()
        members = order[bounds[number] : bounds[number + 1]]
        found = _fitted(ground, flat, members)
        if found is None and parts_smoothly[shell[first[members[0]]]] and _is_bent(flat, members):
            found = FREE, np.array([convex[number], concave[number], chord_mm[number]])
        if found is None:
            continue
        face_of_chart[number] = len(kinds)
        kinds.append(found[0])
        surfaces.append(found[1])
        depths.append(growth.depth(*found, ground, members)[0] if found[0] in KINDS else 0.0)
    return Charted(face_of_chart[chart], tuple(kinds), tuple(surfaces), np.array(depths))


def _is_bent(flat: Pieces, members: Ints) -> bool:
    """Tell whether nothing of a chart is flat beyond doubt but scraps of it."""
    level = members[flat.is_flat[members]]
    return bool(flat.areas[level].sum() < FLAT_PART * flat.areas[members].sum())


def _is_sharp(facets: Facets, ground: Ground) -> Bools:
    """Tell the charts (C,) that are no single face, for they fold sharply inside."""
    chart = facets.chart_of_triangle
    one, side = np.nonzero(facets.neighbor > np.arange(len(chart))[:, None])
    other = facets.neighbor[one, side]
    cosine = np.einsum("nk,nk->n", facets.normals[one], facets.normals[other])
    means_much = ~ground.is_sliver[one] & ~ground.is_sliver[other]
    sharp = (chart[one] == chart[other]) & means_much & (cosine < np.cos(np.radians(STEP_DEG)))
    is_sharp = np.zeros(int(chart.max()) + 1, dtype=bool)
    is_sharp[chart[one[sharp]]] = True
    return is_sharp


def _fitted(ground: Ground, flat: Pieces, members: Ints) -> tuple[int, Floats] | None:
    """Return the kind and the surface of one face made of some pieces; None where none fits."""
    noise_mm = fitting.NOISES * ground.noise_mm
    corners = np.unique(
        np.concatenate([flat.corners[flat.first_corner[p] : flat.first_corner[p + 1]] for p in members])
    )
    points = ground.places[corners]
    normal = (flat.areas[members, None] * flat.normals[members]).sum(axis=0)
    plane = np.zeros(8)
    plane[:3], plane[3:6] = points.mean(axis=0), normal / max(float(np.linalg.norm(normal)), 1e-300)
    if len(members) == 1:
        return PLANE, plane
    rise_mm = float(np.ptp((points - points.mean(axis=0)) @ _across(points)))
    if rise_mm <= noise_mm:
        return PLANE, plane
    near: list[tuple[int, Floats]] = []
    sure: list[tuple[int, Floats]] = []
    for kind in KINDS:
        surface = np.zeros(8)
        if len(points) < curved.FREEDOM[kind] + SPARE[kind]:
            continue
        if not fitting.fit(kind, ground, members, surface, MOST, np.inf) < np.inf:
            continue
        if not _faces_along(kind, surface, ground, members):
            continue
        off = np.abs(surface_of.distances(kind, surface, points, np.empty_like(points)))
        farthest = float(off.max())
        if not farthest < np.inf or BENT * farthest > rise_mm:
            continue
        surface_of.tidy(kind, surface)
        if farthest <= noise_mm:
            return kind, surface
        if farthest <= STRAY_SHARE * surface_of.smallest_radius_mm(kind, surface, points):
            share = float((off <= noise_mm).mean())
            if share >= EXACT_SHARE[kind]:
                near.append((kind, surface))
            if share >= SURE_SHARE:
                sure.append((kind, surface))
    if rise_mm <= FLAT_SHARE * float(np.sqrt(flat.areas[members].sum())) and not sure:
        return PLANE, plane
    best = sure or near
    return best[0] if best else None


def _across(points: Floats) -> Floats:
    """Return the direction across the flattest slab that holds points (N, 3)."""
    direction: Floats = np.linalg.svd(points - points.mean(axis=0), full_matrices=False)[2][2]
    return direction


def _faces_along(kind: int, surface: Floats, ground: Ground, members: Ints) -> bool:
    sense = growth.depth(kind, surface, ground, members)[1]
    return all(growth.stand(kind, surface, ground, piece, sense)[2] >= LEAN for piece in members.tolist())
