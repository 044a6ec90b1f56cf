"""Distance and normal of one point against one row of a surface table, for compiled loops."""

import numpy as np

from engine.compiled import compiled
from engine.model.arrays import Floats
from engine.surfaces.kind import CONE, CYLINDER, FREEFORM, PLANE, SPHERE


@compiled
def distance_and_normal(
    kind: int, row: Floats, x: float, y: float, z: float
) -> tuple[float, float, float, float]:
    """Return the signed distance of a point from a surface and the outward normal there.

    Parameters
    ----------
    kind : int
        A `SurfaceKind`.
    row : (9,) float64
        One of `SurfaceTable.rows`: origin, axis, first, second, sense.

    Returns
    -------
    tuple of 4 floats
        All zero on free-form surfaces and where there is no normal: on an axis, at a center.
    """
    ax, ay, az = row[3], row[4], row[5]
    qx, qy, qz = x - row[0], y - row[1], z - row[2]
    sense = row[8]
    if kind == PLANE:
        return (qx * ax + qy * ay + qz * az) * sense, ax * sense, ay * sense, az * sense
    if kind == FREEFORM:
        return 0.0, 0.0, 0.0, 0.0
    first, second = row[6], row[7]
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
