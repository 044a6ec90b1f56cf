"""Carried: sides and triangles of a mesh against the surface that carries their region, in compiled loops."""

import numpy as np

from engine.model.arrays import Floats, Ints
from engine.raycast.compiled import compiled

Quadruple = tuple[float, float, float, float]

PLANE, CYLINDER, CONE, SPHERE, TORUS, FREEFORM = 0, 1, 2, 3, 4, 5


@compiled
def height_and_normal(kind: int, table: Floats, x: float, y: float, z: float) -> Quadruple:
    """Height of a point over a surface and its outward normal; a zero normal where there is none.

    `table` (9,): origin, axis, first, second, sense.
    """
    ax, ay, az = table[3], table[4], table[5]
    qx, qy, qz = x - table[0], y - table[1], z - table[2]
    sense = table[8]
    if kind == PLANE:
        return (qx * ax + qy * ay + qz * az) * sense, ax * sense, ay * sense, az * sense
    if kind == FREEFORM:
        return 0.0, 0.0, 0.0, 0.0
    first, second = table[6], table[7]
    if kind == SPHERE:
        rho = np.sqrt(qx * qx + qy * qy + qz * qz)
        if rho <= 1e-9 * first:
            return 0.0, 0.0, 0.0, 0.0
        return (rho - first) * sense, qx / rho * sense, qy / rho * sense, qz / rho * sense
    h = qx * ax + qy * ay + qz * az
    rx, ry, rz = qx - h * ax, qy - h * ay, qz - h * az
    rho = np.sqrt(rx * rx + ry * ry + rz * rz)
    size = first
    if kind == CONE:
        size = abs(h) * np.tan(first)
    if rho <= 1e-9 * max(size, 1e-3):
        return 0.0, 0.0, 0.0, 0.0
    rx, ry, rz = rx / rho, ry / rho, rz / rho
    if kind == CYLINDER:
        return (rho - first) * sense, rx * sense, ry * sense, rz * sense
    if kind == CONE:
        c, s = np.cos(first), np.sin(first)
        return (
            (rho * c - h * s) * sense,
            (c * rx - s * ax) * sense,
            (c * ry - s * ay) * sense,
            (c * rz - s * az) * sense,
        )
    across = rho - first
    tube = np.sqrt(across * across + h * h)
    if tube <= 1e-9 * second:
        return 0.0, 0.0, 0.0, 0.0
    return (
        (tube - second) * sense,
        (across * rx + h * ax) / tube * sense,
        (across * ry + h * ay) / tube * sense,
        (across * rz + h * az) / tube * sense,
    )


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
    _, nx, ny, nz = height_and_normal(kind, table, places[a, 0], places[a, 1], places[a, 2])
    _, mx, my, mz = height_and_normal(kind, table, places[b, 0], places[b, 1], places[b, 2])
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
