"""The smallest rectangle that holds a set of points, and exact extents along its sides."""

import numpy as np
from scipy.spatial import ConvexHull, QhullError

from engine.model.arrays import Floats, Vector, cross


def smallest(points: Floats, normal: Vector, ways: Floats | None = None) -> tuple[Vector, Vector]:
    """Return the directions of the long and the short side of the smallest rectangle round points.

    Parameters
    ----------
    points : (N, 3)
        At least one; seen along `normal`, they may lie at any depth.
    normal : (3,)
        Unit vector, square to the rectangle.
    ways : (M, 3), optional
        Directions square to `normal` that the sides run along; without them, any.

    Returns
    -------
    (long, short) : (3,) unit vectors
        Of several rectangles of one area, the one with the longest side. Points on one line give that line.
    """
    frame = in_plane(normal)
    flat = (points - points.mean(axis=0)) @ frame.T
    try:
        corners = flat[ConvexHull(flat).vertices]
    except QhullError:
        corners = _ends(flat)
    sides = np.diff(np.concatenate([corners, corners[:1]]), axis=0) if ways is None else ways @ frame.T
    lengths = np.linalg.norm(sides, axis=1)
    sides = sides[lengths > 1e-6 * max(float(lengths.max()), 1e-300)]
    if not len(sides):
        return frame[0], frame[1]
    along = sides / np.linalg.norm(sides, axis=1, keepdims=True)
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    long_mm, short_mm = np.ptp(corners @ along.T, axis=0), np.ptp(corners @ across.T, axis=0)
    area = long_mm * short_mm
    near = area <= area.min() * (1.0 + 1e-6) + 1e-300
    best = int(np.argmax(np.where(near, np.maximum(long_mm, short_mm), -1.0)))
    first, second = along[best] @ frame, across[best] @ frame
    return (first, second) if long_mm[best] >= short_mm[best] else (second, first)


def in_plane(normal: Vector) -> Floats:
    """Return (2, 3) two unit directions square to `normal` and to each other."""
    least = np.eye(3)[int(np.argmin(np.abs(normal)))]
    first = cross(least[None], normal[None])
    first /= np.sqrt((first**2).sum())
    return np.concatenate([first, cross(normal[None], first)])


def _ends(flat: Floats) -> Floats:
    """Return (2, 2) the ends of points that lie on one line."""
    offsets = flat - flat[0]
    far = offsets[int(np.argmax((offsets**2).sum(axis=1)))]
    reach = offsets @ far
    return flat[[int(np.argmin(reach)), int(np.argmax(reach))]]
