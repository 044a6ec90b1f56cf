"""Bores told by their rims: walls of facets that lean, between two circles whose corners do not pair.

Programs that thin meshes out leave other corners on one rim of a bore than on the other. Its wall is a ring
of triangles then, that lean and fold this way and that, and corners stray from the circle by a few hundredths
of the radius: nothing to grow a surface from. The rims still tell it: they are loops of flat faces that lie
on one circle each, the one abreast of the other, and there is nothing but wall between them.

Where corners lie on their circle to what kernels leave, the wall is left to growing; and six paired corners
or fewer are those of a socket. What rises outwards is a round post where corners do not pair, or where there
are many; one of eight walls is one of eight walls.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy.sparse import csr_array

from engine.model.arrays import Bools, Floats, Ints
from engine.segment import coarse_bores, fitting, region_growing
from engine.segment.circles import Circle, View
from engine.segment.curved_regions import CurvedRegion
from engine.segment.facets import FacetGraph, Facets
from engine.segment.sides import Sides
from engine.segment.surface_mesh import SurfaceMesh
from engine.surfaces import revolution
from engine.surfaces.kind import CYLINDER

FEWEST, MOST = 5, 48
"""Corners of a rim; with more, facets hardly lean."""
STEEPEST_DEG = 95.0
"""Between two corners, seen from the axis: of five that are left of more, one or two are wide apart."""
DEEPEST_MM = 0.5
"""How far the middle of a chord may lie from the circle. It is more than of paired rims: a polygon that is
turned along its walls is nothing that anyone draws."""
OFF_SHARE, MOST_OFF_MM = 0.05, 0.2
"""How far corners may lie off their circle, of its radius and at all."""
EXACT_SHARE = 1.5e-3
"""Corners as near to their circle as this share of its radius are where kernels put them."""

LEAN_DEG = 30.0
"""What leans by more from the axis is no wall: a chamfer, a floor."""
FACING = 0.5
"""Cosine between a wall and the way to the axis, or from it."""
ABREAST = 1.5
"""Middles may lie apart by so many times what both rims stray: few corners tell a middle less well than a
radius."""

PAIRED_SHARE = 0.15
"""Corners of two rims pair when they lie abreast to within this share of a step."""
PAIRED_DEG = 60.0
"""Steps of corners that pair; a square with broken corners has wider ones."""
TELLING = 4
"""Bores that tell how far corners stray in all of a mesh."""
MANY = 9
"""Of so many corners that stray nobody draws a polygon, however wide."""


@dataclass(frozen=True, slots=True, eq=False)
class _Loop:
    """A loop of sides of a flat facet."""

    facet: int
    corners: Ints
    beside: Ints
    """Facets on the other side."""


def find(mesh: SurfaceMesh, facets: Facets, graph: FacetGraph) -> list[CurvedRegion]:
    """Find such bores among facets that are free; takes what it finds."""
    sides = Sides.of(mesh, facets)
    links = sides.links(len(facets.areas))
    is_given = np.zeros(len(facets.areas), dtype=bool)
    found = []
    for loop in _loops(sides, facets.is_flat, len(mesh.vertices)):
        if is_given[loop.beside].any():
            continue
        one = _bore(loop, mesh, facets, graph, sides, links)
        if one is not None:
            is_given[one.facets] = True
            found.append(one)
    graph.is_taken[is_given] = True
    return found


def stray_mm(graph: FacetGraph, found: list[CurvedRegion], n_exact: int) -> float:
    """Return how far the farthest corner of a bore strays, for most of them.

    0 of too few to tell, and where more faces than those lie on their surfaces exactly: then corners are not
    thinned out everywhere.
    """
    if len(found) < max(TELLING, n_exact):
        return 0.0
    farthest = []
    for one in found:
        points = fitting.corner_points(graph, one.facets, fitting.MOST_POINTS)
        off = revolution.distances(one.kind, one.surface, points, np.empty_like(points))
        farthest.append(float(np.abs(off).max()))
    return float(np.median(farthest))


def _loops(sides: Sides, is_flat: Bools, n_vertices: int) -> list[_Loop]:
    """Return the loops round flat facets that have as many corners as a rim may, in order."""
    rows = np.flatnonzero(is_flat[sides.own])
    found = []
    for row_of_loop in _chained(sides, rows, n_vertices):
        if FEWEST <= len(row_of_loop) <= MOST:
            found.append(
                _Loop(int(sides.own[row_of_loop[0]]), sides.start[row_of_loop], sides.other[row_of_loop])
            )
    return found


def _chained(sides: Sides, rows: Ints, n_vertices: int) -> list[Ints]:
    """Return sides in the order in which each begins where the one before it ended, loop after loop.

    Loops that touch themselves or others are left out.
    """
    key = sides.own[rows] * n_vertices + sides.start[rows]
    order = np.argsort(key, kind="stable")
    rows, key = rows[order], key[order]
    wanted = sides.own[rows] * n_vertices + sides.end[rows]
    at = np.searchsorted(key, wanted)
    is_there = (at < len(key)) & (key[np.minimum(at, len(key) - 1)] == wanted)
    is_twice = np.zeros(len(key), dtype=bool)
    is_twice[1:] = key[1:] == key[:-1]
    is_twice[:-1] |= is_twice[1:]
    following = np.where(is_there, at, -1).tolist()
    is_done = is_twice.tolist()
    found = []
    for begin in range(len(key)):
        loop, here = [], begin
        while here >= 0 and not is_done[here]:
            is_done[here] = True
            loop.append(here)
            here = following[here]
        if loop and here == begin:
            found.append(rows[loop])
    return found


def _bore(
    loop: _Loop, mesh: SurfaceMesh, facets: Facets, graph: FacetGraph, sides: Sides, links: csr_array
) -> CurvedRegion | None:
    view = View.along(facets.normals[loop.facet])
    rim = _rim(view.flat(mesh.vertices[loop.corners]))
    if rim is None:
        return None
    sense = _sense(int(loop.beside[0]), rim, view, facets, graph)
    members = _walls(loop, rim, sense, view, facets, graph, links)
    if members is None:
        return None
    ends = _ends(members, loop, facets, sides, len(mesh.vertices))
    if ends is None:
        return None
    other = _rim(view.flat(mesh.vertices[ends]))
    if other is None or not _are_abreast(rim, other) or not _is_no_polygon(rim, other, sense < 0.0):
        return None
    points = mesh.vertices[np.union1d(loop.corners, ends)]
    surface = view.cylinder(Circle.fitted(view.flat(points)), points)
    depth_mm, _ = region_growing.depth(CYLINDER, surface, graph, members)
    return CurvedRegion(CYLINDER, surface, members, depth_mm)


def _rim(flat: Floats) -> Circle | None:
    """Return the circle that a loop (N, 2) goes round once, step by step; None where it does not."""
    rim = Circle.fitted(flat)
    if not rim.off_mm <= min(OFF_SHARE * rim.radius_mm, MOST_OFF_MM):
        return None
    steps = rim.steps
    if steps.min() <= 0.0 or steps.max() > np.radians(STEEPEST_DEG) or steps.sum() > 3.0 * np.pi:
        return None
    if rim.radius_mm * (1.0 - np.cos(0.5 * steps.max())) > DEEPEST_MM:
        return None
    return rim


def _walls(
    loop: _Loop, rim: Circle, sense: float, view: View, facets: Facets, graph: FacetGraph, links: csr_array
) -> Ints | None:
    """Return the facets that go on from a loop along its circle; None where they do not all round."""

    @cache
    def is_wall(facet: int) -> bool:
        return facet != loop.facet and _is_wall(facet, rim, sense, view, facets, graph)

    if not all(is_wall(facet) for facet in loop.beside.tolist()):
        return None
    todo = np.unique(loop.beside).tolist()
    members = set(todo)
    while todo:
        facet = todo.pop()
        for other in links.indices[links.indptr[facet] : links.indptr[facet + 1]].tolist():
            if other not in members and is_wall(other):
                members.add(other)
                todo.append(other)
        if len(members) > 2 * MOST:
            return None
    return np.array(sorted(members), dtype=np.int64)


def _is_wall(facet: int, rim: Circle, sense: float, view: View, facets: Facets, graph: FacetGraph) -> bool:
    """Whether a facet stands on a circle, upright, and faces from its middle or to it as `sense` says."""
    if abs(facets.normals[facet] @ view.axis) > np.sin(np.radians(LEAN_DEG)):
        return False
    local = _from_middle(facet, rim, view, facets, graph)
    within_mm = min(2.0 * OFF_SHARE * rim.radius_mm, 2.0 * MOST_OFF_MM)
    if np.abs(np.linalg.norm(local, axis=1) - rim.radius_mm).max() > within_mm:
        return False
    out = local.mean(axis=0) @ view.flat(facets.normals[facet]) * sense
    return bool(out >= FACING * np.linalg.norm(local.mean(axis=0)))


def _sense(facet: int, rim: Circle, view: View, facets: Facets, graph: FacetGraph) -> float:
    """Return +1 where a facet faces away from the middle of a circle, else -1."""
    local = _from_middle(facet, rim, view, facets, graph).mean(axis=0)
    return 1.0 if local @ view.flat(facets.normals[facet]) > 0.0 else -1.0


def _from_middle(facet: int, rim: Circle, view: View, facets: Facets, graph: FacetGraph) -> Floats:
    """Return the corners of a facet (N, 2) as they lie from the middle of a circle."""
    corners = facets.corners[facets.first_corner[facet] : facets.first_corner[facet + 1]]
    return np.asarray(view.flat(graph.places[corners]) - rim.middle)


def _ends(members: Ints, loop: _Loop, facets: Facets, sides: Sides, n_vertices: int) -> Ints | None:
    """Return the corners of the other rim in order; None where walls end at more than that and the loop.

    Nor may there be a corner between the two.
    """
    rows = sides.rows(members)
    is_border = ~np.isin(sides.other[rows], members)
    rows = rows[is_border]
    beyond = rows[~np.isin(sides.start[rows], loop.corners) | (sides.other[rows] != loop.facet)]
    start, end = sides.start[beyond], sides.end[beyond]
    following = dict(zip(start.tolist(), end.tolist(), strict=True))
    if len(following) != len(start) or not FEWEST <= len(start) <= MOST:
        return None
    ordered, here = [], int(start[0])
    while here in following:
        ordered.append(here)
        here = following.pop(here)
    if following or here != ordered[0]:
        return None
    corners = np.unique(
        np.concatenate([facets.corners[facets.first_corner[m] : facets.first_corner[m + 1]] for m in members])
    )
    if np.intersect1d(ordered, loop.corners).size or len(corners) != len(ordered) + len(loop.corners):
        return None
    return np.array(ordered, dtype=np.int64)


def _are_abreast(one: Circle, other: Circle) -> bool:
    """Whether two circles are one, for all that their corners tell."""
    doubt_mm = one.off_mm + other.off_mm
    return bool(
        np.linalg.norm(one.middle - other.middle) <= ABREAST * doubt_mm
        and abs(one.radius_mm - other.radius_mm) <= doubt_mm
    )


def _is_no_polygon(one: Circle, other: Circle, is_hollow: bool) -> bool:
    """Whether corners stray from their circle, and do not pair or are many."""
    if max(one.off_mm, other.off_mm) <= EXACT_SHARE * one.radius_mm:
        return False
    apart = (one.turns[:, None] - other.turns + np.pi) % (2.0 * np.pi) - np.pi
    within = PAIRED_SHARE * 2.0 * np.pi / len(one.turns)
    if len(one.turns) != len(other.turns) or np.abs(apart).min(axis=1).max() > within:
        return True
    if len(one.turns) <= coarse_bores.POLYGON or (not is_hollow and len(one.turns) < MANY):
        return False
    widest = max(one.widest_rad, other.widest_rad)
    sag_mm = one.radius_mm * (1.0 - np.cos(0.5 * widest))
    is_near = sag_mm <= coarse_bores.DEEPEST_MM or len(one.turns) >= MANY
    return bool(widest <= np.radians(PAIRED_DEG) and is_near)
