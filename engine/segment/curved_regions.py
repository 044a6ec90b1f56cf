"""Curved regions: cylinders, cones, spheres and tori found among the facets of a mesh by region growing."""

from dataclasses import dataclass

import numpy as np

from engine.model.arrays import Floats, Ints
from engine.progress import Progress
from engine.segment import fitting, region_growing
from engine.segment.facets import FacetGraph, Facets
from engine.segment.surface_mesh import SurfaceMesh
from engine.surfaces import revolution
from engine.surfaces.kind import CONE, CYLINDER, SPHERE, TORUS
from engine.surfaces.revolution import Revolution

MANY = 5
"""Facets of a face that speak for themselves."""
FEW = 3
"""Fewer facets are a few flat faces: any two rulings beside a third lie on some cylinder."""
UNEVEN = 4.0
"""The facets of a small face cut into it alike: exporters space them evenly. Half the width is a quarter of
the depth; a flat top between two chamfers is far deeper."""
EXACT_SAG = 2e-3
EXACT_SHARE = 0.4
"""Share of a face's corners that lie on it exactly, within noise or this share of its facets' depth. Facets
of a free-form face meet a sphere or torus nearly, everywhere; of a real one only borders stray."""
HORN_SHARE = 0.02
SURE_SHARE = 0.9
"""Where so many lie on it exactly, how it ends says nothing: a fillet's first facets nearly fit too."""
CERTAIN = 12
"""Facets that do not lie on one surface by chance."""
RING_SHARE = 0.004
"""Of the arc that a torus spans across: rings farther apart are two."""
SIMPLER = 1.2
"""A simpler surface is as good when its farthest corner is no farther off than by this."""
DRIFT = 0.5
"""Share of its smooth border at which a surface may creep away (see `region_growing.drift`)."""
STRAY_SHARE = 1.5e-3
"""Of the smallest radius: kernels' own tolerance where two surfaces were met approximately."""


@dataclass(frozen=True, slots=True)
class GrowthPass:
    """How well facets must fit a surface in one pass of region growing."""

    seed_misfit: float
    """Most distance of a seed's corners from its surface, as a share of the depth of its facets."""
    seed_share: float
    """Share of a seed's corners that must be as near."""
    growth_misfit: float
    """Most distance of the corners of further facets, as such a share (see `region_growing.grow`)."""
    is_round: bool
    reach: int
    """The seeds: see `region_growing.seeds_around`."""

    @property
    def numbers(self) -> Floats:
        """What compiled loops take."""
        return np.array([self.seed_misfit, self.seed_share, self.growth_misfit])


ROUND = GrowthPass(seed_misfit=0.01, seed_share=1.0, growth_misfit=0.3, is_round=True, reach=0)
"""Seeds round about: rows of a torus are cones, so tori come first."""
STRICT = GrowthPass(seed_misfit=0.01, seed_share=1.0, growth_misfit=0.3, is_round=False, reach=1)
LOOSE = GrowthPass(seed_misfit=0.25, seed_share=0.6, growth_misfit=0.8, is_round=False, reach=3)
CHECK_EVERY = 256
"""Facets between two looks at whether the caller wants out."""


@dataclass(frozen=True, slots=True, eq=False)
class CurvedRegion:
    """A curved face."""

    kind: int
    """See `engine.surfaces.revolution`."""
    surface: Floats
    """(8,) see `engine.surfaces.revolution`."""
    facets: Ints
    depth_mm: float
    """How deep its facets cut into it, on average."""


def find_curved(
    mesh: SurfaceMesh,
    facets: Facets,
    graph: FacetGraph,
    growth_pass: tuple[GrowthPass, ...],
    deepest_mm: float,
    progress: Progress,
) -> list[CurvedRegion]:
    """Find curved faces on free graph, largest seeds first, one pass a growth_pass; takes what it finds.

    None into which facets cut deeper than `deepest_mm`, on average.
    """
    order = np.argsort(-facets.areas, kind="stable")
    order = order[np.diff(graph.first_beside)[order] > 0]
    found: list[CurvedRegion] = []
    for one in growth_pass:
        many, weak = _grow_in_pass(graph, order, one, MANY, deepest_mm, progress)
        few, _ = _grow_in_pass(graph, np.array(weak, dtype=np.int64), one, FEW, deepest_mm, progress)
        found += many + few
    return found


def _grow_in_pass(
    graph: FacetGraph, order: Ints, growth_pass: GrowthPass, least: int, deepest: float, progress: Progress
) -> tuple[list[CurvedRegion], list[int]]:
    """Grow from each facet that is still free; returns what is believable, and where small things grew."""
    found: list[CurvedRegion] = []
    weak: list[int] = []
    surface, numbers = np.zeros(8), growth_pass.numbers
    is_tried = np.zeros(len(graph.areas), dtype=bool)
    at = 0
    while at < len(order):
        progress.check()
        end = min(at + CHECK_EVERY, len(order))
        at, kind, members = region_growing.grow_next(
            order,
            at,
            end,
            graph,
            growth_pass.is_round,
            growth_pass.reach,
            is_tried,
            surface,
            numbers,
            deepest,
        )
        if not kind:
            continue
        facet = int(order[at])
        at += 1
        kind = _simplest(graph, kind, surface, members)
        revolution.tidy(kind, surface)
        if FEW <= len(members) < least:
            weak.append(facet)
        elif len(members) >= least and _is_believable(graph, kind, surface, members, growth_pass):
            graph.is_taken[members] = True
            depth_mm, _ = region_growing.depth(kind, surface, graph, members)
            found.append(CurvedRegion(kind, surface.copy(), np.sort(members), depth_mm))
    return found, weak


def _simplest(graph: FacetGraph, kind: int, surface: Floats, members: Ints) -> int:
    """Return a simpler kind where it fits the facets about as well, its surface written over the other."""
    simpler = {
        CONE: (CYLINDER,),
        TORUS: (CYLINDER, CONE, SPHERE),
    }
    points = fitting.corner_points(graph, members, fitting.MOST_POINTS)
    off = np.abs(revolution.distances(kind, surface, points, np.empty_like(points)))
    deep = region_growing.depth(kind, surface, graph, members)[0]
    for other in simpler.get(kind, ()):
        trial = np.zeros(8)
        near = max(SIMPLER * float(off.max()), fitting.NOISES * graph.noise_mm)
        if fitting.fit(other, graph, members, trial, 1.0, np.inf) <= near:
            if region_growing.depth(other, trial, graph, members)[0] <= 1.2 * deep:
                surface[:] = trial
                return other
    return kind


def _is_believable(
    graph: FacetGraph, kind: int, surface: Floats, members: Ints, growth_pass: GrowthPass
) -> bool:
    points = fitting.corner_points(graph, members, fitting.MOST_POINTS)
    if len(points) < fitting.FREEDOM[kind] + 2:
        return False
    if kind == TORUS and not _has_profile(revolution.named(surface), points):
        return False
    off = np.abs(revolution.distances(kind, surface, points, np.empty_like(points)))
    deep, sense = region_growing.depth(kind, surface, graph, members)
    is_exact = off <= 2.0 * fitting.NOISES * graph.noise_mm + EXACT_SAG * deep
    is_sure = is_exact.mean() >= SURE_SHARE and len(points) >= fitting.FREEDOM[kind] + 4
    if kind == TORUS and _is_horn(revolution.named(surface)) and not is_sure:
        return False
    if growth_pass is not LOOSE:
        if is_exact.mean() < EXACT_SHARE:
            return False
    elif off.max() > STRAY_SHARE * revolution.smallest_radius_mm(kind, surface, points):
        return False
    depths = region_growing.depths(kind, surface, graph, members)
    if depths.max() > (UNEVEN if len(members) < 2 * MANY else 4.0 * UNEVEN) * np.median(depths):
        return False
    return is_sure or bool(
        region_growing.drift(kind, surface, graph, members, sense, growth_pass.growth_misfit) <= DRIFT
    )


def is_exact(graph: FacetGraph, one: CurvedRegion) -> bool:
    """Tell whether so many facets lie on a face to within noise that no chance put them there."""
    return len(one.facets) >= CERTAIN and exact_share(graph, one, one.facets) >= SURE_SHARE


def exact_share(graph: FacetGraph, one: CurvedRegion, members: Ints) -> float:
    """Return which share of the corners of some facets lie on a face to within noise."""
    points = fitting.corner_points(graph, members, fitting.MOST_POINTS)
    off = np.abs(revolution.distances(one.kind, one.surface, points, np.empty_like(points)))
    return float((off <= fitting.NOISES * graph.noise_mm).mean())


def _has_profile(torus: Revolution, points: Floats) -> bool:
    """Tell whether points lie on four or more rings of a torus: some circle passes through any three."""
    offset = points - torus.point
    height = offset @ torus.axis
    rho = np.linalg.norm(offset - np.outer(height, torus.axis), axis=1)
    turn = np.arctan2(height, rho - torus.radius)
    middle = np.arctan2(np.sin(turn).sum(), np.cos(turn).sum())
    turn = np.sort((turn - middle + np.pi) % (2.0 * np.pi))
    return bool((np.diff(turn) > RING_SHARE * (turn[-1] - turn[0])).sum() >= 3)


def _is_horn(torus: Revolution) -> bool:
    """Tell whether the hole of a torus is next to nothing.

    What it fits roughly is a cylinder that strays. What lies on one exactly is the floor's fillet in a corner
    twice as round as it.
    """
    return bool(abs(torus.radius - torus.profile) < HORN_SHARE * torus.profile)
