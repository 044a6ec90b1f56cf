"""Refinement: the compiled loops that split the sides of a mesh, longest first, and flip them.

A side is split in its middle, put onto the surface it lies on; inner sides are flipped towards Delaunay
triangles as it goes. Borders between regions are split but never flipped, so that regions keep matching.
Free-form regions keep their facets flat: they are split, and flipped only where two facets lie in one plane.
"""

from typing import NamedTuple

import numpy as np

from engine.compiled import compiled
from engine.model.arrays import Floats, Ints
from engine.segment.projection import CurveTable, project_midpoint
from engine.surfaces.kind import FREEFORM, PLANE
from engine.surfaces.scalar import distance_and_normal

DONE, FULL = 0, 1
"""Whether the room behind the arrays sufficed."""
STEPS = 0.7
"""Each round splits sides longer than this share of the round before."""
PASSES = 40
OLDEST = 10
"""Halvings of halvings for bending: more follow only from a surface that does not suit its corners."""


Triple = tuple[int, int, int]


class MeshArrays(NamedTuple):
    """Triangles and their connectivity, in arrays with room behind what is there."""

    places: Floats
    """(P, 3)"""
    parents: Ints
    """(P, 2) the ends of the side that each new vertex halves; -1 for the given ones."""
    triangles: Ints
    """(T, 3)"""
    neighbor: Ints
    """(T, 3) the triangle across each side; -1 for none."""
    border: Ints
    """(T, 3) the chain of each side; -1 inside a region."""
    region: Ints
    """(T,)"""


class RegionTable(NamedTuple):
    """What refinement knows of each region."""

    kinds: Ints
    """(R,) of `SurfaceKind`."""
    rows: Floats
    """(R, 9) see `SurfaceTable.rows`."""
    shortest: Floats
    """(R,) mm; sides under this are not split for bending: the surface has a point there."""
    most: Ints
    """(R,) triangles after which a region is only halved, neither bent nor flipped: its surface does not suit
    it."""


class Limits(NamedTuple):
    """How fine and how flat triangles shall be."""

    longest: float
    """mm; of a side."""
    turn_cosine: float
    """Of the surface's turn along a side."""
    chord: float
    """mm; of the sagitta over a side."""
    flat: float
    """mm; height under which facets of a free-form region lie in one plane."""


@compiled
def _holds(places: Floats, a: int, b: int, c: int, m: int, kind: int, row: Floats) -> bool:
    """Whether both halves of a triangle, split from a to b at m, face out as they should."""
    _, nx, ny, nz = distance_and_normal(kind, row, places[m, 0], places[m, 1], places[m, 2])
    if nx == 0.0 and ny == 0.0 and nz == 0.0:
        nx, ny, nz = twice_area(places, a, b, c)
        if nx == 0.0 and ny == 0.0 and nz == 0.0:
            return True
    return stands_along(places, a, m, c, nx, ny, nz, 0.5) and stands_along(places, m, b, c, nx, ny, nz, 0.5)


@compiled
def refine(
    mesh: MeshArrays,
    n_places: int,
    n_triangles: int,
    regions: RegionTable,
    curves: CurveTable,
    limits: Limits,
) -> tuple[int, int, int]:
    """Refine a mesh of so many vertices and triangles in place.

    Returns
    -------
    tuple
        Vertices and triangles there are, and `DONE`, or `FULL` when the room did not suffice.
    """
    places, parents, triangles, neighbor, border, region = mesh
    kinds, rows, shortest, most = regions
    stack = np.empty(max(3 * n_triangles + 64, 4096), np.int64)
    top = 0
    widest2 = 0.0
    for t in range(n_triangles):
        for i in range(3):
            if neighbor[t, i] >= 0 and border[t, i] < 0 and neighbor[t, i] > t:
                stack[top] = 3 * t + i
                top += 1
            widest2 = max(widest2, length2(places, triangles[t, i], triangles[t, (i + 1) % 3]))
    longest2 = limits.longest * limits.longest
    has = np.zeros(len(kinds), np.int64)
    age = np.zeros(len(places), np.int64)
    for t in range(n_triangles):
        has[region[t]] += 1
    legalize(mesh, regions, limits, stack, top, widest2)
    out = np.empty(3)
    limit2 = widest2
    while True:
        limit2 = max(limit2 * STEPS * STEPS, longest2)
        is_last = limit2 <= longest2
        for _ in range(PASSES):
            changed = False
            t = 0
            while t < n_triangles:
                r = region[t]
                side, worst2 = -1, limit2
                for i in range(3):
                    size2 = length2(places, triangles[t, i], triangles[t, (i + 1) % 3])
                    if size2 > worst2:
                        side, worst2 = i, size2
                if side < 0 and is_last and kinds[r] != PLANE and kinds[r] != FREEFORM and has[r] < most[r]:
                    worst = 0.0
                    for i in range(3):
                        a, b = triangles[t, i], triangles[t, (i + 1) % 3]
                        size2 = length2(places, a, b)
                        bend = bend_along(places, a, b, kinds[r], rows[r], limits)
                        if max(age[a], age[b]) > OLDEST:
                            continue
                        if bend > 1.0 and size2 > shortest[r] ** 2 and bend * bend / size2 > worst:
                            side, worst = i, bend * bend / size2
                if side < 0:
                    t += 1
                    continue
                if n_places + 1 > len(places) or n_triangles + 2 > len(triangles):
                    return n_places, n_triangles, FULL
                changed = True
                a, b, c = triangles[t, side], triangles[t, (side + 1) % 3], triangles[t, (side + 2) % 3]
                u, chain = neighbor[t, side], border[t, side]
                m = n_places
                n_places += 1
                parents[m, 0], parents[m, 1] = a, b
                age[m] = 1 + max(age[a], age[b])
                project_midpoint(places, a, b, r, kinds, rows, chain, curves, out)
                for k in range(3):
                    places[m, k] = out[k]
                j, d = -1, -1
                if u >= 0:
                    j = side_of(triangles, u, b, a)
                    d = triangles[u, (j + 2) % 3]
                fits = _holds(places, a, b, c, m, kinds[r], rows[r])
                fits = fits and has[r] < most[r]
                if fits and u >= 0:
                    fits = _holds(places, b, a, d, m, kinds[region[u]], rows[region[u]])
                if not fits:
                    for k in range(3):
                        places[m, k] = (places[a, k] + places[b, k]) / 2.0
                bc, ca = neighbor[t, (side + 1) % 3], neighbor[t, (side + 2) % 3]
                bc_border, ca_border = border[t, (side + 1) % 3], border[t, (side + 2) % 3]
                t2 = n_triangles
                n_triangles += 1
                u2 = -1
                if u >= 0:
                    u2 = n_triangles
                    n_triangles += 1
                    ad, db = neighbor[u, (j + 1) % 3], neighbor[u, (j + 2) % 3]
                    ad_border, db_border = border[u, (j + 1) % 3], border[u, (j + 2) % 3]
                    set_neighbor(mesh, ad, d, a, u2)
                    set_triangle(mesh, u, (b, m, d), (t2, u2, db), (chain, -1, db_border))
                    set_triangle(mesh, u2, (m, a, d), (t, ad, u), (chain, ad_border, -1))
                    region[u2] = region[u]
                    has[region[u]] += 1
                set_neighbor(mesh, bc, c, b, t2)
                set_triangle(mesh, t, (a, m, c), (u2, t2, ca), (chain, -1, ca_border))
                set_triangle(mesh, t2, (m, b, c), (u, bc, t), (chain, bc_border, -1))
                region[t2] = r
                has[r] += 1
                if has[r] > most[r]:
                    continue
                stack[0], stack[1] = 3 * t + 2, 3 * t2 + 1
                top = 2
                if u >= 0:
                    stack[2], stack[3] = 3 * u + 2, 3 * u2 + 1
                    top = 4
                if kinds[r] != PLANE and kinds[r] != FREEFORM:
                    stack[top], stack[top + 1] = 3 * t + 1, 3 * t2 + 2
                    top += 2
                legalize(mesh, regions, limits, stack, top, limit2)
            if not changed:
                break
        if is_last:
            return n_places, n_triangles, DONE


@compiled
def _wants_flip(
    mesh: MeshArrays, regions: RegionTable, limits: Limits, t: int, i: int, limit2: float
) -> bool:
    """Whether to exchange an inner side for the other diagonal of its two triangles."""
    places, _, triangles, neighbor, border, region = mesh
    u = neighbor[t, i]
    if u < 0 or border[t, i] >= 0:
        return False
    a, b, c = triangles[t, i], triangles[t, (i + 1) % 3], triangles[t, (i + 2) % 3]
    j = side_of(triangles, u, b, a)
    if j < 0:
        return False
    d = triangles[u, (j + 2) % 3]
    if c == d:
        return False
    r = region[t]
    kind, row = regions.kinds[r], regions.rows[r]
    nx, ny, nz = twice_area(places, a, b, c)
    mx, my, mz = twice_area(places, b, a, d)
    n = np.sqrt(nx * nx + ny * ny + nz * nz)
    m = np.sqrt(mx * mx + my * my + mz * mz)
    dot_c = 0.0
    dot_d = 0.0
    for k in range(3):
        dot_c += (places[a, k] - places[c, k]) * (places[b, k] - places[c, k])
        dot_d += (places[a, k] - places[d, k]) * (places[b, k] - places[d, k])
    old2, new2 = length2(places, a, b), length2(places, c, d)
    is_bad = dot_c * m + dot_d * n < -1e-9 * (n + m) * old2
    old_bend = bend_along(places, a, b, kind, row, limits)
    new_bend = bend_along(places, c, d, kind, row, limits)
    if not is_bad and not (old_bend > 1.0 and new_bend < 0.7 * old_bend and new2 < old2):
        return False
    if new_bend > max(1.0, old_bend) and is_bad:
        return False
    if new2 > max(limit2, old2) * (1.0 + 1e-12):
        return False
    if kind == FREEFORM:
        if n >= m:
            height = (
                (places[d, 0] - places[a, 0]) * nx
                + (places[d, 1] - places[a, 1]) * ny
                + (places[d, 2] - places[a, 2]) * nz
            )
            if abs(height) > limits.flat * n:
                return False
        else:
            height = (
                (places[c, 0] - places[a, 0]) * mx
                + (places[c, 1] - places[a, 1]) * my
                + (places[c, 2] - places[a, 2]) * mz
            )
            if abs(height) > limits.flat * m:
                return False
    gx, gy, gz = nx + mx, ny + my, nz + mz
    if kind != FREEFORM:
        hx = (places[a, 0] + places[b, 0]) / 2.0
        hy = (places[a, 1] + places[b, 1]) / 2.0
        hz = (places[a, 2] + places[b, 2]) / 2.0
        _, sx, sy, sz = distance_and_normal(kind, row, hx, hy, hz)
        if sx != 0.0 or sy != 0.0 or sz != 0.0:
            gx, gy, gz = sx, sy, sz
    return stands_along(places, a, d, c, gx, gy, gz, 0.5) and stands_along(places, d, b, c, gx, gy, gz, 0.5)


@compiled
def set_neighbor(mesh: MeshArrays, x: int, start: int, end: int, to: int) -> None:
    """Make `to` the neighbor of triangle x across its side from start to end."""
    if x >= 0:
        k = side_of(mesh.triangles, x, start, end)
        if k >= 0:
            mesh.neighbor[x, k] = to


@compiled
def set_triangle(mesh: MeshArrays, t: int, corners: Triple, across: Triple, chains: Triple) -> None:
    """Write a triangle's corners, its neighbors across their sides, and the chains of these."""
    for k in range(3):
        mesh.triangles[t, k] = corners[k]
        mesh.neighbor[t, k] = across[k]
        mesh.border[t, k] = chains[k]


@compiled
def _flip(mesh: MeshArrays, t: int, i: int) -> int:
    """Exchange side i of triangle t for the other diagonal; return the triangle across."""
    _, _, triangles, neighbor, border, _ = mesh
    u: int = neighbor[t, i]
    a, b, c = triangles[t, i], triangles[t, (i + 1) % 3], triangles[t, (i + 2) % 3]
    j = side_of(triangles, u, b, a)
    d = triangles[u, (j + 2) % 3]
    bc, ca = neighbor[t, (i + 1) % 3], neighbor[t, (i + 2) % 3]
    ad, db = neighbor[u, (j + 1) % 3], neighbor[u, (j + 2) % 3]
    bc_border, ca_border = border[t, (i + 1) % 3], border[t, (i + 2) % 3]
    ad_border, db_border = border[u, (j + 1) % 3], border[u, (j + 2) % 3]
    set_neighbor(mesh, ad, d, a, t)
    set_neighbor(mesh, bc, c, b, u)
    set_triangle(mesh, t, (a, d, c), (ad, u, ca), (ad_border, -1, ca_border))
    set_triangle(mesh, u, (d, b, c), (db, bc, t), (db_border, bc_border, -1))
    return u


@compiled
def legalize(
    mesh: MeshArrays, regions: RegionTable, limits: Limits, stack: Ints, top: int, limit2: float
) -> None:
    """Flip the sides on the stack, and those that flips disturb, until none wants to."""
    budget = 64 + 32 * top
    while top > 0 and budget > 0:
        top -= 1
        t, i = stack[top] // 3, stack[top] % 3
        if not _wants_flip(mesh, regions, limits, t, i, limit2):
            continue
        budget -= 1
        u = _flip(mesh, t, i)
        if top + 4 < len(stack):
            stack[top] = 3 * t
            stack[top + 1] = 3 * t + 2
            stack[top + 2] = 3 * u
            stack[top + 3] = 3 * u + 1
            top += 4


@compiled
def side_of(triangles: Ints, t: int, start: int, end: int) -> int:
    """Return which side of triangle t runs from start to end; -1 for none."""
    for k in range(3):
        if triangles[t, k] == start and triangles[t, (k + 1) % 3] == end:
            return k
    return -1


@compiled
def length2(places: Floats, a: int, b: int) -> float:
    """Return the square of the distance between two places."""
    x = places[a, 0] - places[b, 0]
    y = places[a, 1] - places[b, 1]
    z = places[a, 2] - places[b, 2]
    squared: float = x * x + y * y + z * z
    return squared


@compiled
def bend_along(places: Floats, a: int, b: int, kind: int, row: Floats, limits: Limits) -> float:
    """By how many times the surface bends too far along a side: over 1 asks for a split."""
    if kind == PLANE or kind == FREEFORM:
        return 0.0
    _, nx, ny, nz = distance_and_normal(kind, row, places[a, 0], places[a, 1], places[a, 2])
    _, mx, my, mz = distance_and_normal(kind, row, places[b, 0], places[b, 1], places[b, 2])
    if (nx == 0.0 and ny == 0.0 and nz == 0.0) or (mx == 0.0 and my == 0.0 and mz == 0.0):
        return 0.0
    cosine = nx * mx + ny * my + nz * mz
    ex, ey, ez = places[b, 0] - places[a, 0], places[b, 1] - places[a, 1], places[b, 2] - places[a, 2]
    sagitta = abs((mx - nx) * ex + (my - ny) * ey + (mz - nz) * ez) / 8.0
    # 1 - cos grows with the square of the turn, as the sagitta does
    bend: float = np.sqrt(max((1.0 - cosine) / (1.0 - limits.turn_cosine), sagitta / limits.chord))
    return bend


@compiled
def twice_area(places: Floats, a: int, b: int, c: int) -> tuple[float, float, float]:
    """Return the normal of a triangle, as long as twice its area."""
    ux, uy, uz = places[b, 0] - places[a, 0], places[b, 1] - places[a, 1], places[b, 2] - places[a, 2]
    vx, vy, vz = places[c, 0] - places[a, 0], places[c, 1] - places[a, 1], places[c, 2] - places[a, 2]
    return uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx


@compiled
def stands_along(
    places: Floats, a: int, b: int, c: int, nx: float, ny: float, nz: float, least: float
) -> bool:
    """Whether a triangle faces along a normal, by a cosine of at least `least`."""
    x, y, z = twice_area(places, a, b, c)
    size = np.sqrt((x * x + y * y + z * z) * (nx * nx + ny * ny + nz * nz))
    longest = max(length2(places, a, b), length2(places, b, c), length2(places, c, a))
    dot = x * nx + y * ny + z * nz
    stands: bool = dot > least * size and np.sqrt(x * x + y * y + z * z) > 1e-7 * longest
    return stands
