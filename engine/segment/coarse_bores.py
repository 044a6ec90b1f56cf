"""Bores of so few chords that their walls fold like those of a polygon: rings of facets on one cylinder.

Coarse exports and programs that thin meshes out leave small holes five to twelve chords. A hexagon for a nut
or a key is one of six, but an even one: seven even walls and more are a bore, and so are fewer that are
uneven and whose corners lie on one cylinder all the same. A wide ring stays as it is drawn: nobody leaves its
facets so far from its circle. What nobody draws, a ring of nine walls, may be wider.
"""

from collections.abc import Sequence

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from engine.model.arrays import Bools, Floats, Ints
from engine.segment import fitting, region_growing
from engine.segment.curved_regions import CurvedRegion
from engine.segment.facets import FacetGraph, Facets
from engine.surfaces import revolution
from engine.surfaces.kind import CYLINDER

FEWEST, MOST = 5, 16
"""Chords; what has more folds gently, and is grown."""
POLYGON = 6
"""Even walls of a socket, at most."""
OFF_SHARE = 0.04
LEAN_DEG = 10.0
"""How far corners may lie off the cylinder, of its radius, and walls lean from its axis: programs that thin
meshes out move corners. Seven walls that go round and come so near to a cylinder are no polygon."""
EVEN_SHARE = 0.05
"""Folds that differ by less from each other, as a share, are those of an even polygon."""
DEEPEST_MM = 0.2
"""How far the middle of a chord may lie from the circle; an octagon 10 mm across misses it by 0.4 mm."""
DRAWN = (8, 10, 12)
"""Walls of polygons that are drawn, beyond those of sockets. Nobody draws one of nine."""
DEEPEST_UNDRAWN_MM = 0.5


def find(
    facets: Facets, graph: FacetGraph, curved: Sequence[CurvedRegion] = ()
) -> tuple[list[CurvedRegion], list[CurvedRegion]]:
    """Find the bores among facets that are free, or in a curved region that takes in a part of one.

    Takes what it finds. Returns the bores, and the curved regions beside them.
    """
    region = np.full(len(facets.areas), -1)
    for at, one in enumerate(curved):
        if one.kind == CYLINDER and len(one.facets) < MOST:
            region[one.facets] = at
    is_open = ~graph.is_taken | (region >= 0)
    is_hollow = facets.fold_rad < 0.0
    folds = np.concatenate([facets.folds[is_hollow], facets.steep_hollows])
    fold_rad = np.concatenate([facets.fold_rad[is_hollow], facets.steep_rad])
    is_free = is_open[folds].all(axis=1)
    folds, fold_rad = folds[is_free], fold_rad[is_free]
    found: list[CurvedRegion] = []
    is_within = np.zeros(len(curved), dtype=bool)
    for members, rad in _rings(folds, fold_rad, len(facets.areas)):
        parts, sizes = np.unique(region[members[region[members] >= 0]], return_counts=True)
        if any(
            size != len(curved[at].facets) or size == len(members)
            for at, size in zip(parts, sizes, strict=True)
        ):
            continue
        is_even = float(np.ptp(rad)) <= EVEN_SHARE * float(np.abs(rad).mean())
        if is_even and len(members) <= POLYGON:
            continue
        surface = np.zeros(8)
        off_mm = fitting.fit(CYLINDER, graph, members, surface, 1.0, np.inf)
        if not np.isfinite(off_mm) or not _are_walls(graph, members, surface):
            continue
        radius_mm = revolution.named(surface).radius
        most_mm = OFF_SHARE * radius_mm if len(members) > POLYGON else 0.0
        if off_mm > max(most_mm, fitting.NOISES * graph.noise_mm):
            continue
        is_drawn = len(members) <= POLYGON or len(members) in DRAWN
        deepest_mm = DEEPEST_MM if is_drawn else DEEPEST_UNDRAWN_MM
        if radius_mm * (1.0 - np.cos(np.pi / len(members))) > deepest_mm:
            continue
        revolution.tidy(CYLINDER, surface)
        graph.is_taken[members] = True
        depth_mm, _ = region_growing.depth(CYLINDER, surface, graph, members)
        found.append(CurvedRegion(CYLINDER, surface, np.sort(members), depth_mm))
        is_within[parts] = True
    return found, [one for one, is_part in zip(curved, is_within, strict=True) if not is_part]


def _rings(folds: Ints, fold_rad: Floats, count: int) -> list[tuple[Ints, Floats]]:
    """Return the facets that fold inwards against two others each, all the way round, and those folds."""
    degree = np.bincount(folds.ravel(), minlength=count)
    links = coo_array((np.ones(len(folds), bool), (folds[:, 0], folds[:, 1])), (count, count))
    _, ring = connected_components(links, directed=False)
    sizes = np.bincount(ring)
    is_ring: Bools = (sizes >= FEWEST) & (sizes <= MOST)
    is_ring[ring[degree != 2]] = False
    of_fold = ring[folds[:, 0]]
    return [(np.flatnonzero(ring == each), fold_rad[of_fold == each]) for each in np.flatnonzero(is_ring)]


def _are_walls(graph: FacetGraph, members: Ints, surface: Floats) -> bool:
    """Whether facets stand along the axis, about."""
    cylinder = revolution.named(surface)
    facing = graph.facing[members]
    return bool((np.abs(facing @ cylinder.axis) <= np.sin(np.radians(LEAN_DEG))).all())
