"""Guess: a surface of revolution to begin a fit with, by closed formulas from corners and facets."""

import numpy as np

from engine.compiled import compiled
from engine.model.arrays import Floats
from engine.segment.cholesky import solved


@compiled
def _round(flat: Floats) -> Floats:
    """Return center and radius of the circle or sphere nearest to points (N, D), algebraically; or NaN."""
    n, dim = flat.shape
    system, right, row = np.zeros((dim + 1, dim + 1)), np.zeros(dim + 1), np.ones(dim + 1)
    for i in range(n):
        square = 0.0
        for k in range(dim):
            row[k] = 2.0 * flat[i, k]
            square += flat[i, k] * flat[i, k]
        for a in range(dim + 1):
            right[a] += row[a] * square
            for b in range(dim + 1):
                system[a, b] += row[a] * row[b]
    for a in range(dim + 1):
        system[a, a] += 1e-13 * n
    if not solved(system, right):
        right[:] = np.nan
    for k in range(dim):
        right[dim] += right[k] * right[k]
    right[dim] = np.sqrt(right[dim])
    return right


@compiled
def start(kind: int, s: Floats, points: Floats, middles: Floats, normals: Floats) -> bool:
    """Write a first guess into `s` from corners (N, 3), and middles and normals (M, 3) of facets.

    Corners lie round the origin. False where there is none.
    """
    s[:] = 0.0
    if kind == 3:
        ball = _round(points)
        s[:3], s[5], s[7] = ball[:3], 1.0, ball[3]
        return bool(s[7] < 1e4)
    mean = np.zeros(3)
    spread = np.zeros((3, 3))
    if kind == 2:
        for i in range(len(normals)):
            mean += normals[i] / len(normals)
    for i in range(len(normals)):
        for a in range(3):
            for b in range(3):
                spread[a, b] += (normals[i, a] - mean[a]) * (normals[i, b] - mean[b])
    if kind <= 2:
        s[3:6] = np.linalg.eigh(spread)[1][:, 0]
    if kind == 2:
        return _cone_start(s, mean, middles, normals)
    if kind == 4:
        # a turn p -> a x p + b sweeps a surface of revolution along itself: n . (a x p + b) = 0
        sweep, row = np.zeros((6, 6)), np.zeros(6)
        for i in range(len(normals)):
            for k in range(3):
                e, f = (k + 1) % 3, (k + 2) % 3
                row[k] = middles[i, e] * normals[i, f] - middles[i, f] * normals[i, e]
                row[3 + k] = normals[i, k]
            for a in range(6):
                for b in range(6):
                    sweep[a, b] += row[a] * row[b]
        turn = np.linalg.eigh(sweep)[1][:, 0]
        speed = np.sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2])
        if speed < 1e-4:
            return False
        s[3:6] = turn[:3] / speed
        for k in range(3):
            e, f = (k + 1) % 3, (k + 2) % 3
            s[k] = (turn[e] * turn[3 + f] - turn[f] * turn[3 + e]) / (speed * speed)
    return _profile(kind, s, points)


@compiled
def _cone_start(s: Floats, mean: Floats, middles: Floats, normals: Floats) -> bool:
    """Complete a cone whose axis is known: tangent planes all pass through the apex."""
    s[7] = np.arcsin(min(abs(mean[0] * s[3] + mean[1] * s[4] + mean[2] * s[5]), 1.0))
    system, apex = np.zeros((3, 3)), np.zeros(3)
    for i in range(len(middles)):
        reach = (middles[i] * normals[i]).sum()
        for a in range(3):
            apex[a] += normals[i, a] * reach
            for b in range(3):
                system[a, b] += normals[i, a] * normals[i, b]
    for a in range(3):
        system[a, a] += 1e-13 * len(middles)
    if not (1e-3 < s[7] < np.pi / 2 - 1e-3 and solved(system, apex)):
        return False
    h = -(apex[0] * s[3] + apex[1] * s[4] + apex[2] * s[5])
    s[:3] = apex + h * s[3:6]
    if h < 0.0:
        s[3:6] *= -1.0
    s[6] = abs(h) * np.tan(s[7])
    return bool(s[6] < 1e4)


@compiled
def _profile(kind: int, s: Floats, points: Floats) -> bool:
    """Complete a cylinder or torus whose axis is known by the circle in the plane across or through it."""
    flat = np.zeros((len(points), 2))
    first, least = np.zeros(3), 0
    for k in range(3):
        if abs(s[3 + k]) < abs(s[3 + least]):
            least = k
    first[least] = 1.0
    first -= s[3 + least] * s[3:6]
    first /= np.sqrt((first * first).sum())
    second = np.array(
        [
            s[4] * first[2] - s[5] * first[1],
            s[5] * first[0] - s[3] * first[2],
            s[3] * first[1] - s[4] * first[0],
        ]
    )
    for i in range(len(points)):
        flat[i, 0] = (points[i] * first).sum()
        flat[i, 1] = (points[i] * second).sum()
        if kind == 4:
            x = flat[i, 0] - (s[:3] * first).sum()
            y = flat[i, 1] - (s[:3] * second).sum()
            flat[i, 0] = np.sqrt(x * x + y * y)
            flat[i, 1] = ((points[i] - s[:3]) * s[3:6]).sum()
    ring = _round(flat)
    if kind == 1:
        s[:3], s[6] = ring[0] * first + ring[1] * second, ring[2]
        return bool(s[6] < 1e4)
    s[:3] += ring[1] * s[3:6]
    s[6], s[7] = ring[0], ring[2]
    return bool(s[6] > 1e-3 * s[7] and s[6] < 1e4 and s[7] < 1e4)
