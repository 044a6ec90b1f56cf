"""Surfaces of revolution as growth keeps them: eight numbers, and how far points lie off.

A point on the axis, the axis, and two numbers of the profile. A straight profile has the radius abreast of
the point and the half angle in radians (0 for a cylinder), a round one the radius of the circle of tube
centers (0 for a sphere) and that of the tube. Distances are signed, positive on the natural normal's side.
"""

import numpy as np

from engine.model.arrays import Floats
from engine.raycast.compiled import compiled

CYLINDER, CONE, SPHERE, TORUS = 1, 2, 3, 4


@compiled
def distance(kind: int, s: Floats, point: Floats, normal: Floats) -> float:
    """Return the distance of a point (3,); writes the natural normal there into `normal`."""
    x, y, z = point[0] - s[0], point[1] - s[1], point[2] - s[2]
    h = x * s[3] + y * s[4] + z * s[5]
    x, y, z = x - h * s[3], y - h * s[4], z - h * s[5]
    rho = np.sqrt(x * x + y * y + z * z)
    out = rho - s[6]
    if kind <= 2:
        c, t = np.cos(s[7]), -np.sin(s[7])
        d = out * c + h * t
    else:
        reach = np.sqrt(out * out + h * h)
        c, t = out / max(reach, 1e-300), h / max(reach, 1e-300)
        d = reach - s[7]
    c /= max(rho, 1e-300)
    normal[0], normal[1], normal[2] = c * x + t * s[3], c * y + t * s[4], c * z + t * s[5]
    return float(d)


@compiled
def slopes(
    kind: int, s: Floats, cosine: float, sine: float, point: Floats, normal: Floats, row: Floats
) -> float:
    """Return the distance of a point; writes its slope along each of the 8 numbers into `row` (8,).

    `cosine` and `sine` are those of the half angle, which many points share.
    """
    x, y, z = point[0] - s[0], point[1] - s[1], point[2] - s[2]
    h = x * s[3] + y * s[4] + z * s[5]
    x, y, z = x - h * s[3], y - h * s[4], z - h * s[5]
    rho = np.sqrt(x * x + y * y + z * z)
    out = rho - s[6]
    if kind <= 2:
        c, t = cosine, -sine
        d = out * c + h * t
    else:
        reach = np.sqrt(out * out + h * h)
        c, t = out / max(reach, 1e-300), h / max(reach, 1e-300)
        d = reach - s[7]
    # the unit vector away from the axis
    x, y, z = x / max(rho, 1e-300), y / max(rho, 1e-300), z / max(rho, 1e-300)
    normal[0], normal[1], normal[2] = c * x + t * s[3], c * y + t * s[4], c * z + t * s[5]
    # an axis that tilts takes the point along it and away from it
    tilt = t * rho - h * c
    row[0], row[1], row[2] = -normal[0], -normal[1], -normal[2]
    row[3], row[4], row[5] = tilt * x, tilt * y, tilt * z
    if kind == 1:
        row[6], row[7] = -1.0, 0.0
    elif kind == 2:
        row[6], row[7] = -c, -out * sine - h * c
    elif kind == 3:
        row[6], row[7] = 0.0, -1.0
    else:
        row[6], row[7] = -c, -1.0
    return float(d)
