"""Fitting: a surface of revolution through corners of a few facets, or of many but for those that stray.

A fit begins with a closed formula from corners and facet normals and improves it by Gauss-Newton. On a fillet
along a gentle bend, a torus with a large ring and a short arc, normals hardly tell the ring's axis. There the
tube is read off a few facets that lie together, and the ring off the middles of the tube.
"""

import numpy as np

from engine.compiled import compiled
from engine.model.arrays import Floats, Ints
from engine.segment.facets import FacetGraph
from engine.surfaces.kind import CONE, CYLINDER, SPHERE, TORUS
from engine.surfaces.revolution import AXIS, PROFILE, RADIUS, Revolution, distance, slopes

FREEDOM = (0, 5, 6, 4, 7)
"""Points that fix a surface of each kind, by `SurfaceKind`; a plane is never fitted here."""
SURPLUS = 1
"""Points beyond those that fix a surface that a seed must meet; growth brings more."""
NOISES = 3.0
"""Corners nearer to a surface than so many noises lie on it."""
MOST_POINTS = 400
"""Points that a fit looks at; of more, as many spread evenly."""
POLISHES = 4
STRAY = 2.0
"""Points farther off than so many times the median are left out of a fit: corners on borders stray."""


@compiled
def gauss_newton(kind: int, s: Floats, points: Floats, enough: float, hopeless: float) -> float:
    """Improve a surface by Gauss-Newton until its farthest point of (N, 3) is near enough; returns how far.

    Gives up when it is still `hopeless` after a few steps. inf where it runs away.
    """
    normal, row, best = np.zeros(3), np.zeros(8), s.copy()
    worst, least = np.inf, np.inf
    for turn in range(24):
        system, right = np.zeros((8, 8)), np.zeros(8)
        far, squares = 0.0, 0.0
        cosine, sine = np.cos(s[PROFILE]), np.sin(s[PROFILE])
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
        if not solve_in_place(system, right):
            break
        s += right
        x, y, z = s[AXIS], s[AXIS + 1], s[AXIS + 2]
        s[AXIS:RADIUS] /= max(np.sqrt(x * x + y * y + z * z), 1e-300)
    s[:] = best
    return worst


@compiled
def polish(kind: int, s: Floats, points: Floats, noise: float) -> float:
    """Fit to most of the points (N, 3), leaving out those far off; returns what `gauss_newton` does."""
    return polished(kind, s, points, noise, gauss_newton(kind, s, points, 0.3 * noise, np.inf))


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
        far = gauss_newton(kind, s, points[off <= near], 0.3 * noise, np.inf)
    return far


@compiled
def corner_points(graph: FacetGraph, members: Ints, largest: int) -> Floats:
    """Return the corners of facets, each once; of more than `largest`, as many spread evenly."""
    graph.serial[0] += 1
    found = 0
    total = 0
    for facet in members:
        total += graph.first_corner[facet + 1] - graph.first_corner[facet]
    ids = np.empty(total, np.int64)
    for facet in members:
        for at in range(graph.first_corner[facet], graph.first_corner[facet + 1]):
            corner = graph.corners[at]
            if graph.mark_place[corner] != graph.serial[0]:
                graph.mark_place[corner] = graph.serial[0]
                ids[found] = corner
                found += 1
    count = min(found, largest)
    points = np.empty((count, 3))
    for i in range(count):
        points[i] = graph.places[ids[i * found // count]]
    return points


@compiled
def fit(kind: int, graph: FacetGraph, members: Ints, s: Floats, most: float, hopeless: float) -> float:
    """Fit a surface of a kind to a few facets, into `s`; returns how far most corners are at most, or inf."""
    points = corner_points(graph, members, MOST_POINTS)
    if len(points) < FREEDOM[kind] + SURPLUS:
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
    for facet in members:
        if not graph.is_sliver[graph.triangles[graph.first_triangle[facet]]]:
            first, end = graph.first_corner[facet], graph.first_corner[facet + 1]
            for at in range(first, end):
                for k in range(3):
                    middles[count, k] += graph.places[graph.corners[at], k] / (end - first)
            for k in range(3):
                middles[count, k] = (middles[count, k] - middle[k]) / size
                normals[count, k] = graph.facing[facet, k]
            count += 1
    if count < 2:
        return np.inf
    if not initial_guess(kind, s, points, middles[:count], normals[:count]) and kind != CONE:
        return np.inf
    enough = 0.1 * graph.noise_mm / size
    far = gauss_newton(kind, s, points, enough, hopeless / size)
    if kind == CONE and far > 10.0 * enough:
        # facets that turn little say nothing of a cone's axis: begin with the cylinder nearest to it
        trial = s.copy()
        if initial_guess(CYLINDER, trial, points, middles[:count], normals[:count]):
            if gauss_newton(CYLINDER, trial, points, enough, hopeless / size) < hopeless / size:
                again = gauss_newton(kind, trial, points, enough, hopeless / size)
                if again < far:
                    far = again
                    s[:] = trial
    if most < 1.0:
        if not far < hopeless / size:
            far = gauss_newton(kind, s, points, 0.3 * graph.noise_mm / size, np.inf)
        far = polished(kind, s, points, graph.noise_mm / size, far)
        off, normal = np.empty(len(points)), np.zeros(3)
        for i in range(len(points)):
            off[i] = abs(distance(kind, s, points[i], normal))
        far = np.sort(off)[int(most * (len(points) - 1))]
    s[:AXIS] = s[:AXIS] * size + middle
    s[RADIUS] *= size
    if kind > CONE:
        s[PROFILE] *= size
    return far * size


@compiled
def algebraic_circle(flat: Floats) -> Floats:
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
    if not solve_in_place(system, right):
        right[:] = np.nan
    for k in range(dim):
        right[dim] += right[k] * right[k]
    right[dim] = np.sqrt(right[dim])
    return right


@compiled
def initial_guess(kind: int, s: Floats, points: Floats, middles: Floats, normals: Floats) -> bool:
    """Write a first guess into `s` from corners (N, 3), and middles and normals (M, 3) of facets.

    Corners lie round the origin. False where there is none.
    """
    s[:] = 0.0
    if kind == SPHERE:
        ball = algebraic_circle(points)
        s[:AXIS], s[AXIS + 2], s[PROFILE] = ball[:3], 1.0, ball[3]
        return bool(s[PROFILE] < 1e4)
    mean = np.zeros(3)
    spread = np.zeros((3, 3))
    if kind == CONE:
        for i in range(len(normals)):
            mean += normals[i] / len(normals)
    for i in range(len(normals)):
        for a in range(3):
            for b in range(3):
                spread[a, b] += (normals[i, a] - mean[a]) * (normals[i, b] - mean[b])
    if kind <= CONE:
        s[AXIS:RADIUS] = np.linalg.eigh(spread)[1][:, 0]
    if kind == CONE:
        return _initial_cone(s, mean, middles, normals)
    if kind == TORUS:
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
        s[AXIS:RADIUS] = turn[:3] / speed
        for k in range(3):
            e, f = (k + 1) % 3, (k + 2) % 3
            s[k] = (turn[e] * turn[3 + f] - turn[f] * turn[3 + e]) / (speed * speed)
    return _profile(kind, s, points)


@compiled
def _initial_cone(s: Floats, mean: Floats, middles: Floats, normals: Floats) -> bool:
    """Complete a cone whose axis is known: tangent planes all pass through the apex."""
    s[PROFILE] = np.arcsin(min(abs(mean[0] * s[AXIS] + mean[1] * s[AXIS + 1] + mean[2] * s[AXIS + 2]), 1.0))
    system, apex = np.zeros((3, 3)), np.zeros(3)
    for i in range(len(middles)):
        reach = (middles[i] * normals[i]).sum()
        for a in range(3):
            apex[a] += normals[i, a] * reach
            for b in range(3):
                system[a, b] += normals[i, a] * normals[i, b]
    for a in range(3):
        system[a, a] += 1e-13 * len(middles)
    if not (1e-3 < s[PROFILE] < np.pi / 2 - 1e-3 and solve_in_place(system, apex)):
        return False
    h = -(apex[0] * s[AXIS] + apex[1] * s[AXIS + 1] + apex[2] * s[AXIS + 2])
    s[:AXIS] = apex + h * s[AXIS:RADIUS]
    if h < 0.0:
        s[AXIS:RADIUS] *= -1.0
    s[RADIUS] = abs(h) * np.tan(s[PROFILE])
    return bool(s[RADIUS] < 1e4)


@compiled
def _profile(kind: int, s: Floats, points: Floats) -> bool:
    """Complete a cylinder or torus whose axis is known by the circle in the plane across or through it."""
    flat = np.zeros((len(points), 2))
    first, least = np.zeros(3), 0
    for k in range(3):
        if abs(s[AXIS + k]) < abs(s[AXIS + least]):
            least = k
    first[least] = 1.0
    first -= s[AXIS + least] * s[AXIS:RADIUS]
    first /= np.sqrt((first * first).sum())
    second = np.array(
        [
            s[AXIS + 1] * first[2] - s[AXIS + 2] * first[1],
            s[AXIS + 2] * first[0] - s[AXIS] * first[2],
            s[AXIS] * first[1] - s[AXIS + 1] * first[0],
        ]
    )
    for i in range(len(points)):
        flat[i, 0] = (points[i] * first).sum()
        flat[i, 1] = (points[i] * second).sum()
        if kind == TORUS:
            x = flat[i, 0] - (s[:AXIS] * first).sum()
            y = flat[i, 1] - (s[:AXIS] * second).sum()
            flat[i, 0] = np.sqrt(x * x + y * y)
            flat[i, 1] = ((points[i] - s[:AXIS]) * s[AXIS:RADIUS]).sum()
    ring = algebraic_circle(flat)
    if kind == CYLINDER:
        s[:AXIS], s[RADIUS] = ring[0] * first + ring[1] * second, ring[2]
        return bool(s[RADIUS] < 1e4)
    s[:AXIS] += ring[1] * s[AXIS:RADIUS]
    s[RADIUS], s[PROFILE] = ring[0], ring[2]
    return bool(s[RADIUS] > 1e-3 * s[PROFILE] and s[RADIUS] < 1e4 and s[PROFILE] < 1e4)


TOGETHER = 24
"""Facets that lie together and tell the tube: of a fillet, a few rows across."""
FEWEST_FACETS = 8
"""Of fewer facets none is spared."""
LARGEST_RING = 1e3
"""A ring larger by this than the facet is no ring."""


def fit_torus_by_ring(graph: FacetGraph, members: Ints, surface: Floats) -> bool:
    """Fit a torus to facets, into `surface` (8,); whether there is one."""
    means_much = ~graph.is_sliver[graph.triangles[graph.first_triangle[members]]]
    mesh = members[means_much]
    if len(mesh) < FEWEST_FACETS:
        return False
    points = corner_points(graph, members, MOST_POINTS)
    middle = points.mean(axis=0)
    points = points - middle
    size = float(np.abs(points).max())
    points /= size
    first, end = graph.first_corner[mesh], graph.first_corner[mesh + 1]
    summed = np.add.reduceat(
        np.concatenate([graph.places[graph.corners[a:b]] for a, b in zip(first, end, strict=True)]),
        np.concatenate([[0], np.cumsum(end - first)[:-1]]),
    )
    middles = (summed / (end - first)[:, None] - middle) / size
    normals = graph.facing[mesh]
    surface[:] = _torus_by_ring(middles, normals)
    if not np.isfinite(surface).all() or not surface[RADIUS] < LARGEST_RING:
        return False
    noise = graph.noise_mm / size
    far = gauss_newton(TORUS, surface, points, 0.3 * noise, np.inf)
    far = polished(TORUS, surface, points, noise, far)
    surface[:AXIS] = surface[:AXIS] * size + middle
    surface[RADIUS:] *= size
    return bool(far < np.inf)


def _torus_by_ring(middles: Floats, normals: Floats) -> Floats:
    """Return a torus near facets: a tube read off those round the middle, its own middles on a ring."""
    away = np.linalg.norm(middles - middles[np.linalg.norm(middles, axis=1).argmin()], axis=1)
    near = np.argsort(away, kind="stable")[:TOGETHER]
    across = np.linalg.eigh(normals[near].T @ normals[near])[1][:, 1:]
    # across a tube places run with the normals, at its radius
    place, way = (rows[near] @ across for rows in (middles, normals))
    place, way = place - place.mean(axis=0), way - way.mean(axis=0)
    radius = float((place * way).sum() / max(float((way * way).sum()), 1e-300))
    spine = middles - radius * normals
    center = spine.mean(axis=0)
    frame = np.linalg.svd(spine - center, full_matrices=False)[2]
    flat = (spine - center) @ frame[:2].T
    table = np.column_stack([2.0 * flat, np.ones(len(flat))])
    ring = np.linalg.lstsq(table, (flat**2).sum(axis=1), rcond=None)[0]
    reach = float(np.sqrt(max(float(ring[2] + ring[:2] @ ring[:2]), 0.0)))
    return Revolution(center + ring[:2] @ frame[:2], frame[2], reach, abs(radius)).packed()


@compiled
def solve_in_place(system: Floats, right: Floats) -> bool:
    """Solve a symmetric positive system in place (Cholesky); False where it is not positive."""
    n = len(right)
    for i in range(n):
        for j in range(i + 1):
            total = system[i, j]
            for k in range(j):
                total -= system[i, k] * system[j, k]
            if i > j:
                system[i, j] = total / system[j, j]
            elif total > 0.0:
                system[i, i] = np.sqrt(total)
            else:
                return False
    for i in range(n):
        for k in range(i):
            right[i] -= system[i, k] * right[k]
        right[i] /= system[i, i]
    for i in range(n - 1, -1, -1):
        for k in range(i + 1, n):
            right[i] -= system[k, i] * right[k]
        right[i] /= system[i, i]
    return True
