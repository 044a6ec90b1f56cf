"""Splitting: the kernel that refines a triangle surface on its fitted surfaces, longest sides first.

A side is split in its middle, put onto the surface it lies on; inner sides are flipped towards Delaunay
triangles as it goes. Borders between regions are split but never flipped, so that regions keep matching.
Free-form regions keep their facets flat: they are split, and flipped only where two facets lie in one plane.
"""

import numpy as np

from engine.compiled import compiled
from engine.model.arrays import Floats, Ints
from engine.segment.carried import (
    bend_along,
    length2,
    side_of,
    stands_along,
    twice_area,
)
from engine.segment.flipping import legalize, put, repoint
from engine.surfaces.kind import FREEFORM, PLANE
from engine.surfaces.scalar import distance_and_normal

STRAIGHT, ROUND, MEETING = 0, 1, 2
"""Kinds of border: a line or one that nothing is known of, a circle, where two surfaces meet."""
DONE, FULL = 0, 1
WIDEST_LIFT = 0.35
TANGENT_SINE = 0.2
"""As in `onto`."""
STEPS = 0.7
"""Each round splits sides longer than this share of the round before."""
PASSES = 40
OLDEST = 10
"""Halvings of halvings for bending: more follow only from a surface that does not suit its corners."""


@compiled
def _height_of_ends(places: Floats, a: int, b: int, kind: int, table: Floats) -> float:
    """How far the ends of a side lie off a surface, in the mean: its middle shall lie no closer."""
    first = distance_and_normal(kind, table, places[a, 0], places[a, 1], places[a, 2])[0]
    last = distance_and_normal(kind, table, places[b, 0], places[b, 1], places[b, 2])[0]
    return (first + last) / 2.0


@compiled
def _middle(
    places: Floats,
    a: int,
    b: int,
    r: int,
    kinds: Ints,
    tables: Floats,
    chain: int,
    chain_kind: Ints,
    circles: Floats,
    chain_faces: Ints,
    out: Floats,
) -> None:
    """Where the middle of a side belongs; `out` (3,) gets it."""
    for k in range(3):
        out[k] = (places[a, k] + places[b, k]) / 2.0
    mx, my, mz = out[0], out[1], out[2]
    limit = WIDEST_LIFT * np.sqrt(length2(places, a, b)) / 2.0
    if chain < 0:
        height, nx, ny, nz = distance_and_normal(kinds[r], tables[r], mx, my, mz)
        height -= _height_of_ends(places, a, b, kinds[r], tables[r])
        if abs(height) <= limit:
            out[0], out[1], out[2] = mx - height * nx, my - height * ny, mz - height * nz
        return
    if chain_kind[chain] == STRAIGHT:
        return
    if chain_kind[chain] == ROUND:
        c = circles[chain]
        qx, qy, qz = mx - c[0], my - c[1], mz - c[2]
        h = qx * c[3] + qy * c[4] + qz * c[5]
        rx, ry, rz = qx - h * c[3], qy - h * c[4], qz - h * c[5]
        rho = np.sqrt(rx * rx + ry * ry + rz * rz)
        if rho > 0.0 and abs(c[6] - rho) <= 2.0 * limit:
            grow = c[6] / rho - 1.0
            out[0], out[1], out[2] = mx + grow * rx, my + grow * ry, mz + grow * rz
        return
    f, g = chain_faces[chain, 0], chain_faces[chain, 1]
    over_f = _height_of_ends(places, a, b, kinds[f], tables[f])
    over_g = _height_of_ends(places, a, b, kinds[g], tables[g])
    for _ in range(3):
        h, nx, ny, nz = distance_and_normal(kinds[f], tables[f], out[0], out[1], out[2])
        e, px, py, pz = distance_and_normal(kinds[g], tables[g], out[0], out[1], out[2])
        h, e = h - over_f, e - over_g
        has_n, has_p = nx != 0.0 or ny != 0.0 or nz != 0.0, px != 0.0 or py != 0.0 or pz != 0.0
        cosine = nx * px + ny * py + nz * pz
        sine = 1.0 - cosine * cosine
        if has_n and has_p and sine > TANGENT_SINE * TANGENT_SINE:
            s, w = (h - cosine * e) / sine, (e - cosine * h) / sine
        elif has_n and has_p:
            s, w = h / 2.0, e / 2.0
        else:
            s, w = h, e
        out[0] -= s * nx + w * px
        out[1] -= s * ny + w * py
        out[2] -= s * nz + w * pz
    moved = (out[0] - mx) ** 2 + (out[1] - my) ** 2 + (out[2] - mz) ** 2
    if moved > limit * limit:
        out[0], out[1], out[2] = mx, my, mz


@compiled
def _holds(places: Floats, a: int, b: int, c: int, m: int, kind: int, table: Floats) -> bool:
    """Whether both halves of a triangle, split from a to b at m, face out as they should."""
    _, nx, ny, nz = distance_and_normal(kind, table, places[m, 0], places[m, 1], places[m, 2])
    if nx == 0.0 and ny == 0.0 and nz == 0.0:
        nx, ny, nz = twice_area(places, a, b, c)
        if nx == 0.0 and ny == 0.0 and nz == 0.0:
            return True
    return stands_along(places, a, m, c, nx, ny, nz, 0.5) and stands_along(places, m, b, c, nx, ny, nz, 0.5)


@compiled
def refine(
    places: Floats,
    parents: Ints,
    triangles: Ints,
    neighbor: Ints,
    border: Ints,
    region: Ints,
    n_places: int,
    n_triangles: int,
    kinds: Ints,
    tables: Floats,
    chain_kind: Ints,
    circles: Floats,
    chain_faces: Ints,
    longest: float,
    shortest: Floats,
    turn_cosine: float,
    chord: float,
    flat: float,
    most: Ints,
) -> tuple[int, int, int]:
    """Refine in place; arrays have room behind what is there.

    Parameters
    ----------
    places, parents : (P, 3) float64, (P, 2) int64
        `parents` gets the ends of the side that each new vertex halves.
    triangles, neighbor, border, region : (T, 3), (T, 3), (T, 3), (T,) int64
        `border` is the chain of each side, -1 inside a region.
    kinds, tables : (R,) int64, (R, 9) float64
        Of the regions: shape; origin, axis, first, second, sense.
    chain_kind, circles, chain_faces : (C,), (C, 7), (C, 2)
    shortest : (R,) float64
        Sides under this are not split for bending: the surface has a point there.
    most : (R,) int64
        Triangles after which a region is only halved, neither bent nor flipped: its surface does not suit it.
    longest, turn_cosine, chord, flat : float
        Longest side; cosine of the turn along a side; sagitta; height under which facets lie in one plane.

    Returns
    -------
    tuple
        Vertices and triangles there are, and `DONE`, or `FULL` when the room did not suffice.
    """
    stack = np.empty(max(3 * n_triangles + 64, 4096), np.int64)
    top = 0
    widest2 = 0.0
    for t in range(n_triangles):
        for i in range(3):
            if neighbor[t, i] >= 0 and border[t, i] < 0 and neighbor[t, i] > t:
                stack[top] = 3 * t + i
                top += 1
            widest2 = max(widest2, length2(places, triangles[t, i], triangles[t, (i + 1) % 3]))
    longest2 = longest * longest
    has = np.zeros(len(kinds), np.int64)
    age = np.zeros(len(places), np.int64)
    for t in range(n_triangles):
        has[region[t]] += 1
    legalize(
        places,
        triangles,
        neighbor,
        border,
        region,
        kinds,
        tables,
        stack,
        top,
        widest2,
        turn_cosine,
        chord,
        flat,
    )
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
                        bend = bend_along(places, a, b, kinds[r], tables[r], turn_cosine, chord)
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
                _middle(places, a, b, r, kinds, tables, chain, chain_kind, circles, chain_faces, out)
                for k in range(3):
                    places[m, k] = out[k]
                j, d = -1, -1
                if u >= 0:
                    j = side_of(triangles, u, b, a)
                    d = triangles[u, (j + 2) % 3]
                fits = _holds(places, a, b, c, m, kinds[r], tables[r])
                fits = fits and has[r] < most[r]
                if fits and u >= 0:
                    fits = _holds(places, b, a, d, m, kinds[region[u]], tables[region[u]])
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
                    repoint(triangles, neighbor, ad, d, a, u2)
                    put(triangles, neighbor, border, u, (b, m, d), (t2, u2, db), (chain, -1, db_border))
                    put(triangles, neighbor, border, u2, (m, a, d), (t, ad, u), (chain, ad_border, -1))
                    region[u2] = region[u]
                    has[region[u]] += 1
                repoint(triangles, neighbor, bc, c, b, t2)
                put(triangles, neighbor, border, t, (a, m, c), (u2, t2, ca), (chain, -1, ca_border))
                put(triangles, neighbor, border, t2, (m, b, c), (u, bc, t), (chain, bc_border, -1))
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
                legalize(
                    places,
                    triangles,
                    neighbor,
                    border,
                    region,
                    kinds,
                    tables,
                    stack,
                    top,
                    limit2,
                    turn_cosine,
                    chord,
                    flat,
                )
            if not changed:
                break
        if is_last:
            return n_places, n_triangles, DONE
