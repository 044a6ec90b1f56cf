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
def slopes(kind: int, s: Floats, point: Floats, normal: Floats, row: Floats) -> float:
    """Return the distance of a point; writes its slope along each of the 8 numbers into `row`."""
    d = distance(kind, s, point, normal)
    h = lean = 0.0
    for k in range(3):
        h += (point[k] - s[k]) * s[3 + k]
        lean += normal[k] * s[3 + k]
    # the natural normal is c * radial + lean * axis, so c * radial needs no square root
    rho = 0.0
    for k in range(3):
        row[k] = -normal[k]
        rho += (point[k] - s[k] - h * s[3 + k]) * (point[k] - s[k] - h * s[3 + k])
    rho = np.sqrt(rho)
    for k in range(3):
        radial = (point[k] - s[k] - h * s[3 + k]) / max(rho, 1e-300)
        c = 0.0
        if kind <= 2:
            c = np.cos(s[7])
        else:
            c = (rho - s[6]) / max(d + s[7], 1e-300)
        row[3 + k] = (lean * rho - h * c) * radial
    if kind == 1:
        row[6], row[7] = -1.0, 0.0
    elif kind == 2:
        row[6] = -np.cos(s[7])
        row[7] = -(rho - s[6]) * np.sin(s[7]) - h * np.cos(s[7])
    elif kind == 3:
        row[6], row[7] = 0.0, -1.0
    else:
        row[6], row[7] = -(rho - s[6]) / max(d + s[7], 1e-300), -1.0
    return d
