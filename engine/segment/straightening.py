"""Straightening: curved faces of a thinned-out mesh that stand on flat ones, told as cylinders along those.

Where corners stray, three facets of a round corner lie on some cone as well as on the cylinder that they
stand for, or on nothing at all. A face that ends at a flat one, and whose corners lie on a cylinder square to
it as nearly as corners do in this mesh, is that cylinder: its facets lean because they were thinned out. They
lean to and fro then; what leans evenly, by more than corners stray, has a draft.
"""

import numpy as np

from engine.model.arrays import Floats, Ints, Vector
from engine.segment import fitting, region_growing
from engine.segment.circles import Circle, View
from engine.segment.curved_regions import CurvedRegion
from engine.segment.facets import STRAYS, FacetGraph, Facets
from engine.segment.sides import Sides
from engine.surfaces import revolution
from engine.surfaces.kind import CYLINDER

FEWEST, APART_DEG = 4, 3.0
"""Rulings of a round, and how far apart: any three lie on some cylinder."""
LEAN_DEG = 10.0
"""By how much they may lean from the axis."""
FACING = 0.9
"""Cosine between a facet and the surface in its middle."""
LEAST_TURN_DEG = 20.0
"""What turns by less is as good as flat."""
TRIED = 2
"""Directions that are tried, those of the flat faces with the longest borders first."""


def straightened(
    graph: FacetGraph, facets: Facets, sides: Sides, one: CurvedRegion, stray_mm: float
) -> CurvedRegion:
    """Return a curved face, as a cylinder if it stands for one in a mesh whose corners stray so far.

    What lies on its surface to within noise stays as it is.
    """
    points = fitting.corner_points(graph, one.facets, fitting.MOST_POINTS)
    off = np.abs(revolution.distances(one.kind, one.surface, points, np.empty_like(points)))
    if stray_mm <= 0.0 or off.max() <= fitting.NOISES * graph.noise_mm:
        return one
    return cylinder(graph, facets, sides, one.facets, stray_mm) or one


def cylinder(
    graph: FacetGraph, facets: Facets, sides: Sides, members: Ints, stray_mm: float
) -> CurvedRegion | None:
    """Return the cylinder that facets stand for in such a mesh; None where they stand for none."""
    if stray_mm <= 0.0:
        return None
    points = fitting.corner_points(graph, members, fitting.MOST_POINTS)
    for axis in _axes(graph, facets, sides, members):
        surface = _about(axis, points, facets.normals[members], STRAYS * stray_mm)
        if surface is not None and _are_facets(graph, members, surface):
            depth_mm, _ = region_growing.depth(CYLINDER, surface, graph, members)
            return CurvedRegion(CYLINDER, surface, members, depth_mm)
    return None


def _axes(graph: FacetGraph, facets: Facets, sides: Sides, members: Ints) -> list[Vector]:
    """Return the normals of flat facets beside some facets, those with the longest borders first."""
    rows = sides.rows(members)
    rows = rows[facets.is_flat[sides.other[rows]] & ~np.isin(sides.other[rows], members)]
    length = np.linalg.norm(graph.places[sides.end[rows]] - graph.places[sides.start[rows]], axis=1)
    beside, own = np.unique(sides.other[rows], return_inverse=True)
    order = np.argsort(-np.bincount(own.ravel(), length, len(beside)), kind="stable")
    return [facets.normals[facet] for facet in beside[order][:TRIED]]


def _about(axis: Vector, points: Floats, normals: Floats, within_mm: float) -> Floats | None:
    """Return the cylinder (8,) about a direction that points lie on so nearly; None where they do not."""
    if np.abs(normals @ axis).max() > np.sin(np.radians(LEAN_DEG)):
        return None
    view = View.along(axis)
    places, flat = view.flat(points), view.flat(normals)
    found = Circle.fitted(places)
    mean = flat.sum(axis=0)
    least = float((flat @ mean).min()) / max(float(np.linalg.norm(mean)), 1e-300)
    if not found.off_mm <= within_mm or least > np.cos(np.radians(0.5 * LEAST_TURN_DEG)):
        return None
    if _leans_evenly(np.linalg.norm(places - found.middle, axis=1), points @ axis):
        return None
    gaps = np.diff(np.sort(found.turns), append=found.turns.min() + 2.0 * np.pi)
    if (gaps > np.radians(APART_DEG)).sum() < FEWEST:
        return None
    return view.cylinder(found, points)


def _leans_evenly(away: Floats, height: Floats) -> bool:
    """Whether distances (N,) from an axis grow along it by more than they stray: a draft, or a taper."""
    line = np.polynomial.polynomial.polyfit(height, away, 1)
    off_mm = np.abs(away - np.polynomial.polynomial.polyval(height, line)).max()
    return bool(abs(line[1]) * np.ptp(height) > off_mm)


def _are_facets(graph: FacetGraph, members: Ints, surface: Floats) -> bool:
    """Whether all facets face along a surface, or all against it."""
    sense = region_growing.depth(CYLINDER, surface, graph, members)[1]
    return all(
        region_growing.stand(CYLINDER, surface, graph, facet, sense)[2] >= FACING
        for facet in members.tolist()
    )
