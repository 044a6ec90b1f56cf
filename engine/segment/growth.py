"""Growth: a curved surface fitted to a few neighboring pieces, grown over all pieces that it explains.

A surface of revolution is a vector of 8: a point on the axis, the axis, and two numbers of its profile. A
straight profile has the radius abreast of the point and the half angle in radians (0 for a cylinder), a round
one the radius of the circle of tube centers (0 for a sphere) and that of the tube. Distances are signed,
positive on the side of the natural normal.
"""

import numpy as np

from engine.model.arrays import Bools, Floats, Ints
from engine.raycast.compiled import compiled
from engine.segment.ground import Ground

CYLINDER, CONE, SPHERE, TORUS = 1, 2, 3, 4
SURPLUS = 1
"""Points beyond those that fix a surface that a seed must meet; growth brings more."""
NOISES = 3.0
CLEAR = 8.0
"""Facets that cut less than so many noises into a surface say nothing about it."""
LEAN = 1.0
"""A facet's middle leans from the surface by less than this times the seed's sharpest fold, plus a degree."""
LARGEST = 400
"""Points that a fit looks at; of more, as many spread evenly."""
REGROWTHS, POLISHES = 4, 4
STRAY = 2.0
"""Points farther off than so many times the median are left out of a fit: corners on borders stray."""
HOPELESS = 2.0
"""Corners farther off than so many times what facets cut in are of no such surface."""
FALSE = 5.0
"""Nor do facets cut in so many times as deep as their folds tell."""
CREEP = 2.5
"""A neighbor whose misfit is less than so many times what is allowed nearly fits."""
MORE, SHALLOWER = 1.25, 0.7
"""Of two surfaces that grow alike the shallower wins, of two as shallow the simpler."""
DEEPER, FEWER = 4.0, 0.3
"""What grows larger may not be so many times as deep, unless the other is but this share of it."""


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
def _row(kind: int, s: Floats, point: Floats, normal: Floats, row: Floats) -> float:
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


@compiled
def _solved(system: Floats, right: Floats) -> bool:
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
        for i in range(len(points)):
            d = _row(kind, s, points[i], normal, row)
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
        if not _solved(system, right):
            break
        s += right
        s[3:6] /= max(np.sqrt(s[3] * s[3] + s[4] * s[4] + s[5] * s[5]), 1e-300)
    s[:] = best
    return worst


@compiled
def polish(kind: int, s: Floats, points: Floats, noise: float) -> float:
    """Fit to most of the points (N, 3), leaving out those far off; returns `refine`'s answer."""
    far = refine(kind, s, points, 0.3 * noise, np.inf)
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
    if not _solved(system, right):
        right[:] = np.nan
    for k in range(dim):
        right[dim] += right[k] * right[k]
    right[dim] = np.sqrt(right[dim])
    return right


@compiled
def _start(kind: int, s: Floats, points: Floats, middles: Floats, normals: Floats) -> bool:
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
    if not (1e-3 < s[7] < np.pi / 2 - 1e-3 and _solved(system, apex)):
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
    if not _start(kind, s, points, middles[:count], normals[:count]) and kind != 2:
        return np.inf
    enough = 0.1 * ground.noise_mm / size
    far = refine(kind, s, points, enough, hopeless / size)
    if kind == 2 and far > 10.0 * enough:
        # facets that turn little say nothing of a cone's axis: begin with the cylinder nearest to it
        trial = s.copy()
        if _start(1, trial, points, middles[:count], normals[:count]):
            if refine(1, trial, points, enough, hopeless / size) < hopeless / size:
                again = refine(kind, trial, points, enough, hopeless / size)
                if again < far:
                    far = again
                    s[:] = trial
    if most < 1.0:
        far = polish(kind, s, points, ground.noise_mm / size)
        off, normal = np.empty(len(points)), np.zeros(3)
        for i in range(len(points)):
            off[i] = abs(distance(kind, s, points[i], normal))
        far = np.sort(off)[int(most * (len(points) - 1))]
    s[:3] = s[:3] * size + middle
    s[6] *= size
    if kind > 2:
        s[7] *= size
    return far * size


@compiled
def depth(kind: int, s: Floats, ground: Ground, members: Ints) -> tuple[float, float]:
    """Return the mean distance of facets' middles, and +1 where facets face along the surface, else -1."""
    total, facing, count, normal = 0.0, 0.0, 0, np.zeros(3)
    for piece in members:
        for at in range(ground.first_triangle[piece], ground.first_triangle[piece + 1]):
            triangle = ground.triangles[at]
            total += abs(distance(kind, s, ground.middles[triangle], normal))
            facing += (normal * ground.normals[triangle]).sum()
            count += 1
    return total / count, 1.0 if facing > 0.0 else -1.0


@compiled
def _misfit(kind: int, s: Floats, ground: Ground, piece: int, least: float, sense: float) -> float:
    """Return how far the corners of a piece are off the surface, as a share of how far its middle is.

    A chord's middle is off, its ends are not. A flat strip beside a cylinder that touches it has its far
    corners four times as far off as its middle, at any width; a facet of another bend its own share of that.
    inf where a facet leans from the surface.
    """
    normal = np.zeros(3)
    far, corners, middles, count = 0.0, 0.0, 0.0, 0
    for at in range(ground.first_corner[piece], ground.first_corner[piece + 1]):
        d = distance(kind, s, ground.places[ground.corners[at]], normal)
        far = max(far, abs(d))
        corners += d / (ground.first_corner[piece + 1] - ground.first_corner[piece])
    for at in range(ground.first_triangle[piece], ground.first_triangle[piece + 1]):
        triangle = ground.triangles[at]
        middles += distance(kind, s, ground.middles[triangle], normal)
        count += 1
        if not ground.is_sliver[triangle] and (normal * ground.normals[triangle]).sum() * sense < least:
            return np.inf
    return max(far - NOISES * ground.noise_mm, 0.0) / max(abs(middles / count - corners), ground.noise_mm)


@compiled
def stand(kind: int, s: Floats, ground: Ground, piece: int, sense: float) -> tuple[float, float, float]:
    """Return how far a piece's farthest corner and its middle are off, and its least cosine to it."""
    normal = np.zeros(3)
    far, middles, count, least = 0.0, 0.0, 0, 1.0
    for at in range(ground.first_corner[piece], ground.first_corner[piece + 1]):
        far = max(far, abs(distance(kind, s, ground.places[ground.corners[at]], normal)))
    for at in range(ground.first_triangle[piece], ground.first_triangle[piece + 1]):
        triangle = ground.triangles[at]
        middles += distance(kind, s, ground.middles[triangle], normal)
        count += 1
        if not ground.is_sliver[triangle]:
            least = min(least, (normal * ground.normals[triangle]).sum() * sense)
    return far, abs(middles / count), least


@compiled
def grow(kind: int, s: Floats, ground: Ground, seed: Ints, least: float, sense: float, grown: float) -> Ints:
    """Return the pieces reached from a seed over folds between pieces that the surface explains.

    The cosine between a facet's normal and the surface's is at least `least`.
    """
    ground.serial[0] += 1
    serial = ground.serial[0]
    found = np.empty(64, np.int64)
    count = 0
    for piece in seed:
        if ground.mark[piece] != serial and _misfit(kind, s, ground, piece, least, sense) <= grown:
            ground.mark[piece] = serial
            found[count] = piece
            count += 1
    done = 0
    while done < count:
        piece = found[done]
        done += 1
        for at in range(ground.first_beside[piece], ground.first_beside[piece + 1]):
            other = ground.beside[at]
            if ground.mark[other] == serial or ground.is_taken[other]:
                continue
            ground.mark[other] = serial
            if _misfit(kind, s, ground, other, least, sense) <= grown:
                if count == len(found):
                    found = np.concatenate((found, np.empty(count, np.int64)))
                found[count] = other
                count += 1
    return found[:count]


@compiled
def drift(kind: int, s: Floats, ground: Ground, members: Ints, sense: float, grown: float) -> float:
    """Return at which share of its folds to other pieces a surface ends though those nearly fit.

    A face ends where another begins: there the misfit jumps. Where it creeps, the surface is a stretch of a
    free-form face. 0 where it has no such fold.
    """
    ground.serial[0] += 1
    for piece in members:
        ground.mark[piece] = ground.serial[0]
    near, all_ = 0, 0
    for piece in members:
        for at in range(ground.first_beside[piece], ground.first_beside[piece + 1]):
            other = ground.beside[at]
            if ground.mark[other] != ground.serial[0]:
                all_ += 1
                if _misfit(kind, s, ground, other, 0.5, sense) <= CREEP * grown:
                    near += 1
    return near / max(all_, 1)


@compiled
def _raised(
    kind: int, s: Floats, ground: Ground, seed: Ints, sharpest: float, sag: float, care: Floats
) -> Ints:
    """Fit a seed, grow it, fit again what has grown; returns the pieces, none where the seed does not fit.

    `care` is how near corners of a seed are as a share of its depth, which share of them, and how near
    corners of further pieces are.
    """
    exact, most, grown = care
    none = np.empty(0, np.int64)
    far = fit(kind, ground, seed, s, most, HOPELESS * sag)
    if not far < HOPELESS * sag:
        return none
    deep, sense = depth(kind, s, ground, seed)
    noise = ground.noise_mm
    if deep < CLEAR * noise or deep > FALSE * sag or far > NOISES * noise + exact * min(deep, sag):
        return none
    least = np.cos(min(LEAN * sharpest + 0.02, 0.5))
    members = grow(kind, s, ground, seed, least, sense, grown)
    for _ in range(REGROWTHS):
        if len(members) < 3:
            break
        trial = s.copy()
        if not polish(kind, trial, gathered(ground, members, LARGEST), noise) < 1e9:
            break
        more = grow(kind, trial, ground, seed, least, sense, grown)
        if len(more) < len(members):
            break
        s[:] = trial
        is_same = len(more) == len(members)
        members = more
        if is_same:
            break
    return members


@compiled
def largest(
    seeds: Ints,
    sizes: Ints,
    sharpest: Floats,
    sags: Floats,
    is_strip: Bools,
    ground: Ground,
    s: Floats,
    care: Floats,
    deepest: float,
) -> tuple[int, Ints]:
    """Return the kind, and the pieces, of the surface that grows largest from any of the seeds (S, N).

    None into which facets cut deeper than `deepest`. Of two that grow about alike, the one that facets cut
    into less: rings of a cylinder lie on a sphere too. Kind 0 where nothing fits. Strips are not tried as
    tori, for which they say too little.
    """
    kind, members, deep = 0, np.empty(0, np.int64), np.inf
    trial = np.zeros(8)
    for i in range(len(sizes)):
        seed = seeds[i, : sizes[i]]
        for candidate in range(1, 4 if is_strip[i] else 5):
            found = _raised(candidate, trial, ground, seed, sharpest[i], sags[i], care)
            if len(found) < 3:
                continue
            here = depth(candidate, trial, ground, found)[0]
            if here > deepest:
                continue
            share = len(found) / max(len(members), 1)
            if share > MORE:
                is_better = here < DEEPER * deep or share > 1.0 / FEWER
            elif share * MORE >= 1.0:
                is_better = here < SHALLOWER * deep or (candidate < kind and here * SHALLOWER < deep)
            else:
                is_better = here * DEEPER < deep and share > FEWER
            if is_better:
                kind, members, deep = candidate, found, here
                s[:] = trial
    return kind, members
