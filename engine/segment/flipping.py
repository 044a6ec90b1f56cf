"""Flipping: inner sides of a mesh exchanged for the other diagonal, towards Delaunay triangles."""

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
from engine.surfaces.kind import FREEFORM
from engine.surfaces.scalar import distance_and_normal

Triple = tuple[int, int, int]


@compiled
def _wants_flip(
    places: Floats,
    triangles: Ints,
    neighbor: Ints,
    border: Ints,
    region: Ints,
    kinds: Ints,
    tables: Floats,
    t: int,
    i: int,
    limit2: float,
    turn_cosine: float,
    chord: float,
    flat: float,
) -> bool:
    """Whether to exchange an inner side for the other diagonal of its two triangles."""
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
    kind = kinds[r]
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
    old_bend = bend_along(places, a, b, kind, tables[r], turn_cosine, chord)
    new_bend = bend_along(places, c, d, kind, tables[r], turn_cosine, chord)
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
            if abs(height) > flat * n:
                return False
        else:
            height = (
                (places[c, 0] - places[a, 0]) * mx
                + (places[c, 1] - places[a, 1]) * my
                + (places[c, 2] - places[a, 2]) * mz
            )
            if abs(height) > flat * m:
                return False
    gx, gy, gz = nx + mx, ny + my, nz + mz
    if kind != FREEFORM:
        hx = (places[a, 0] + places[b, 0]) / 2.0
        hy = (places[a, 1] + places[b, 1]) / 2.0
        hz = (places[a, 2] + places[b, 2]) / 2.0
        _, sx, sy, sz = distance_and_normal(kind, tables[r], hx, hy, hz)
        if sx != 0.0 or sy != 0.0 or sz != 0.0:
            gx, gy, gz = sx, sy, sz
    return stands_along(places, a, d, c, gx, gy, gz, 0.5) and stands_along(places, d, b, c, gx, gy, gz, 0.5)


@compiled
def repoint(triangles: Ints, neighbor: Ints, x: int, start: int, end: int, to: int) -> None:
    """Tell triangle x that `to` lies across its side from start to end now."""
    if x >= 0:
        k = side_of(triangles, x, start, end)
        if k >= 0:
            neighbor[x, k] = to


@compiled
def put(
    triangles: Ints, neighbor: Ints, border: Ints, t: int, corners: Triple, across: Triple, chains: Triple
) -> None:
    """Write a triangle's corners, its neighbors across their sides, and the chains of these."""
    for k in range(3):
        triangles[t, k] = corners[k]
        neighbor[t, k] = across[k]
        border[t, k] = chains[k]


@compiled
def _flip(triangles: Ints, neighbor: Ints, border: Ints, t: int, i: int) -> int:
    u: int = neighbor[t, i]
    a, b, c = triangles[t, i], triangles[t, (i + 1) % 3], triangles[t, (i + 2) % 3]
    j = side_of(triangles, u, b, a)
    d = triangles[u, (j + 2) % 3]
    bc, ca = neighbor[t, (i + 1) % 3], neighbor[t, (i + 2) % 3]
    ad, db = neighbor[u, (j + 1) % 3], neighbor[u, (j + 2) % 3]
    bc_border, ca_border = border[t, (i + 1) % 3], border[t, (i + 2) % 3]
    ad_border, db_border = border[u, (j + 1) % 3], border[u, (j + 2) % 3]
    repoint(triangles, neighbor, ad, d, a, t)
    repoint(triangles, neighbor, bc, c, b, u)
    put(triangles, neighbor, border, t, (a, d, c), (ad, u, ca), (ad_border, -1, ca_border))
    put(triangles, neighbor, border, u, (d, b, c), (db, bc, t), (db_border, bc_border, -1))
    return u


@compiled
def legalize(
    places: Floats,
    triangles: Ints,
    neighbor: Ints,
    border: Ints,
    region: Ints,
    kinds: Ints,
    tables: Floats,
    stack: Ints,
    top: int,
    limit2: float,
    turn_cosine: float,
    chord: float,
    flat: float,
) -> None:
    """Flip the sides on the stack, and those that flips disturb, until none wants to."""
    budget = 64 + 32 * top
    while top > 0 and budget > 0:
        top -= 1
        t, i = stack[top] // 3, stack[top] % 3
        if not _wants_flip(
            places, triangles, neighbor, border, region, kinds, tables, t, i, limit2, turn_cosine, chord, flat
        ):
            continue
        budget -= 1
        u = _flip(triangles, neighbor, border, t, i)
        if top + 4 < len(stack):
            stack[top] = 3 * t
            stack[top + 1] = 3 * t + 2
            stack[top + 2] = 3 * u
            stack[top + 3] = 3 * u + 1
            top += 4
