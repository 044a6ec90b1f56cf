"""Sides and triangles of a mesh against the surface that carries their region, in compiled loops."""

import numpy as np

from engine.compiled import compiled
from engine.model.arrays import Floats, Ints
from engine.surfaces.kind import FREEFORM, PLANE
from engine.surfaces.scalar import distance_and_normal


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
def bend_along(
    places: Floats, a: int, b: int, kind: int, table: Floats, turn_cosine: float, chord: float
) -> float:
    """By how many times the surface bends too far along a side: over 1 asks for a split."""
    if kind == PLANE or kind == FREEFORM:
        return 0.0
    _, nx, ny, nz = distance_and_normal(kind, table, places[a, 0], places[a, 1], places[a, 2])
    _, mx, my, mz = distance_and_normal(kind, table, places[b, 0], places[b, 1], places[b, 2])
    if (nx == 0.0 and ny == 0.0 and nz == 0.0) or (mx == 0.0 and my == 0.0 and mz == 0.0):
        return 0.0
    cosine = nx * mx + ny * my + nz * mz
    ex, ey, ez = places[b, 0] - places[a, 0], places[b, 1] - places[a, 1], places[b, 2] - places[a, 2]
    sagitta = abs((mx - nx) * ex + (my - ny) * ey + (mz - nz) * ez) / 8.0
    # 1 - cos grows with the square of the turn, as the sagitta does
    bend: float = np.sqrt(max((1.0 - cosine) / (1.0 - turn_cosine), sagitta / chord))
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
