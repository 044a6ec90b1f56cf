"""Fitting: a surface of revolution through corners of a few pieces, or of many but for those that stray."""

import numpy as np

from engine.compiled import compiled
from engine.model.arrays import Floats, Ints
from engine.segment.cholesky import solved
from engine.segment.ground import Ground
from engine.segment.guess import start
from engine.surfaces.revolution import distance, slopes

SURPLUS = 1
"""Points beyond those that fix a surface that a seed must meet; growth brings more."""
NOISES = 3.0
"""Corners nearer to a surface than so many noises lie on it."""
LARGEST = 400
"""Points that a fit looks at; of more, as many spread evenly."""
POLISHES = 4
STRAY = 2.0
"""Points farther off than so many times the median are left out of a fit: corners on borders stray."""


@compiled
def refine(kind: int, s: Floats, points: Floats, enough: float, hopeless: float) -> float:
    """Improve a surface by Gauss-Newton until its farthest point of (N, 3) is near enough; returns how far.

    Gives up when it is still `hopeless` after a few steps. inf where it runs away.
    """
    normal, row, best = np.zeros(3), np.zeros(8), s.copy()
    worst, least = np.inf, np.inf
    for turn in range(24):
        system, right = np.zeros((8, 8)), np.zeros(8)
        far, squares = 0.0, 0.0
        cosine, sine = np.cos(s[7]), np.sin(s[7])
        for i in range(len(points)):
            d = slopes(kind, s, cosine, sine, points[i], normal, row)
            far = max(far, abs(d))
            squares += d * d
            for a in range(8):
                right[a] -= row[a] * d
                for b in range(a + 1):
                    system[a, b] += row[a] * row[b]
        if not far < 1e9:
            break
        is_slow = squares > 0.7 * least
        if squares < least:
            worst, least = far, squares
            best[:] = s
        # a start may be poor, but each step should better it by far
        if far <= enough or (turn > 3 and is_slow) or worst > max(16.0 * 0.5**turn, 1.0) * hopeless:
            break
        trace = 0.0
        for a in range(8):
            trace += system[a, a]
        for a in range(8):
            system[a, a] += 1e-11 * trace
        if not solved(system, right):
            break
        s += right
        s[3:6] /= max(np.sqrt(s[3] * s[3] + s[4] * s[4] + s[5] * s[5]), 1e-300)
    s[:] = best
    return worst


@compiled
def polish(kind: int, s: Floats, points: Floats, noise: float) -> float:
    """Fit to most of the points (N, 3), leaving out those far off; returns `refine`'s answer."""
    return polished(kind, s, points, noise, refine(kind, s, points, 0.3 * noise, np.inf))


@compiled
def polished(kind: int, s: Floats, points: Floats, noise: float, far: float) -> float:
    """Do what `polish` does to a surface that is fitted already, its farthest point `far` off."""
    normal, off = np.zeros(3), np.empty(len(points))
    for _ in range(POLISHES):
        if not far < 1e9 or far <= NOISES * noise:
            break
        for i in range(len(points)):
            off[i] = abs(distance(kind, s, points[i], normal))
        near = max(NOISES * noise, STRAY * np.median(off))
        if (off > near).sum() == 0 or (off <= near).sum() < 8:
            break
        far = refine(kind, s, points[off <= near], 0.3 * noise, np.inf)
    return far


@compiled
def gathered(ground: Ground, members: Ints, largest: int) -> Floats:
    """Return the corners of pieces, each once; of more than `largest`, as many spread evenly."""
    ground.serial[0] += 1
    found = 0
    total = 0
    for piece in members:
        total += ground.first_corner[piece + 1] - ground.first_corner[piece]
    ids = np.empty(total, np.int64)
    for piece in members:
        for at in range(ground.first_corner[piece], ground.first_corner[piece + 1]):
            corner = ground.corners[at]
            if ground.mark_place[corner] != ground.serial[0]:
                ground.mark_place[corner] = ground.serial[0]
                ids[found] = corner
                found += 1
    count = min(found, largest)
    points = np.empty((count, 3))
    for i in range(count):
        points[i] = ground.places[ids[i * found // count]]
    return points


@compiled
def fit(kind: int, ground: Ground, members: Ints, s: Floats, most: float, hopeless: float) -> float:
    """Fit a surface of a kind to a few pieces, into `s`; returns how far most corners are at most, or inf."""
    points = gathered(ground, members, LARGEST)
    if len(points) < (0, 5, 6, 4, 7)[kind] + SURPLUS:
        return np.inf
    middle = np.zeros(3)
    for i in range(len(points)):
        middle += points[i] / len(points)
    size = 0.0
    for i in range(len(points)):
        points[i] -= middle
        for k in range(3):
            size = max(size, abs(points[i, k]))
    points /= size
    # the middle of a whole quad, for its normal there meets the axis; that of half a quad does not
    middles, normals, count = np.zeros((len(members), 3)), np.empty((len(members), 3)), 0
    for piece in members:
        if not ground.is_sliver[ground.triangles[ground.first_triangle[piece]]]:
            first, end = ground.first_corner[piece], ground.first_corner[piece + 1]
            for at in range(first, end):
                for k in range(3):
                    middles[count, k] += ground.places[ground.corners[at], k] / (end - first)
            for k in range(3):
                middles[count, k] = (middles[count, k] - middle[k]) / size
                normals[count, k] = ground.facing[piece, k]
            count += 1
    if count < 2:
        return np.inf
    if not start(kind, s, points, middles[:count], normals[:count]) and kind != 2:
        return np.inf
    enough = 0.1 * ground.noise_mm / size
    far = refine(kind, s, points, enough, hopeless / size)
    if kind == 2 and far > 10.0 * enough:
        # facets that turn little say nothing of a cone's axis: begin with the cylinder nearest to it
        trial = s.copy()
        if start(1, trial, points, middles[:count], normals[:count]):
            if refine(1, trial, points, enough, hopeless / size) < hopeless / size:
                again = refine(kind, trial, points, enough, hopeless / size)
                if again < far:
                    far = again
                    s[:] = trial
    if most < 1.0:
        if not far < hopeless / size:
            far = refine(kind, s, points, 0.3 * ground.noise_mm / size, np.inf)
        far = polished(kind, s, points, ground.noise_mm / size, far)
        off, normal = np.empty(len(points)), np.zeros(3)
        for i in range(len(points)):
            off[i] = abs(distance(kind, s, points[i], normal))
        far = np.sort(off)[int(most * (len(points) - 1))]
    s[:3] = s[:3] * size + middle
    s[6] *= size
    if kind > 2:
        s[7] *= size
    return far * size
