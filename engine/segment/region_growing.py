"""Region growing: a surface fitted to a few neighboring facets, grown over all facets that it explains."""

import numpy as np

from engine.compiled import compiled
from engine.model.arrays import Bools, Floats, Ints
from engine.segment.facets import Ground
from engine.segment.fitting import MOST_POINTS, NOISES, corner_points, fit, polish
from engine.surfaces.revolution import distance

CLEAR = 8.0
"""Facets that cut less than so many noises into a surface say nothing about it."""
LEAN_OF_FOLD = 1.0
"""A facet's middle leans from the surface by less than this times the seed's sharpest fold, plus a degree."""
REGROWTHS = 4
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
def depths(kind: int, s: Floats, ground: Ground, members: Ints) -> Floats:
    """Return the mean distance of facets' middles for each of the pieces (N,)."""
    each = np.empty(len(members))
    for k in range(len(members)):
        each[k] = depth(kind, s, ground, members[k : k + 1])[0]
    return each


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
def _grown_from(
    kind: int, s: Floats, ground: Ground, seed: Ints, sharpest: float, sag: float, care: Floats
) -> Ints:
    """Fit a seed, grow it, fit again what has grown; returns the pieces, none where the seed does not fit.

    `care` is how near corners of a seed are as a share of its depth, which share of them, and how near
    corners of further pieces are.
    """
    exact, most, grown = care
    none = np.empty(0, np.int64)
    if CLEAR * ground.noise_mm > FALSE * sag:
        return none
    far = fit(kind, ground, seed, s, most, HOPELESS * sag)
    if not far < HOPELESS * sag:
        return none
    deep, sense = depth(kind, s, ground, seed)
    noise = ground.noise_mm
    if deep < CLEAR * noise or deep > FALSE * sag or far > NOISES * noise + exact * min(deep, sag):
        return none
    least = np.cos(min(LEAN_OF_FOLD * sharpest + 0.02, 0.5))
    members = grow(kind, s, ground, seed, least, sense, grown)
    for _ in range(REGROWTHS):
        if len(members) < 3:
            break
        trial = s.copy()
        if not polish(kind, trial, corner_points(ground, members, MOST_POINTS), noise) < 1e9:
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
            found = _grown_from(candidate, trial, ground, seed, sharpest[i], sags[i], care)
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


LARGEST_SEED = 32
"""Pieces in a seed at most."""
NEAR = 10
"""Corners that make a seed of a piece and those round it large enough: a torus takes seven."""
UNEVEN = 3.0
"""Neighboring facets of a face are of about one width: exporters space them evenly. A flat top between two
bevels, or between two rounds, is far wider."""
SIDES = 4
"""Folds of a piece looked at: its longest. A facet has four."""


@compiled
def seeds_around(
    piece: int, ground: Ground, round_about: bool, reach: int
) -> tuple[Ints, Ints, Floats, Floats, Bools]:
    """Return the seeds that have a piece in their middle.

    Strips across the folds on either side of the piece, wherever the two folds are alike: `reach` facets, or
    twice as many triangles and one shorter, to each side. Or, if `round_about`, the piece with all round it.

    Returns
    -------
    seeds : (S, LARGEST), sizes : (S,)
    sharpest : (S,) radians
        The sharpest fold of the middle piece in the seed.
    sags : (S,) mm
        How deep facets cut into the face, if the folds are a curved face's.
    is_strip : (S,)
    """
    seeds = np.empty((2 * SIDES * SIDES, LARGEST_SEED), np.int64)
    sizes, sharpest, sags = np.zeros(len(seeds), np.int64), np.zeros(len(seeds)), np.zeros(len(seeds))
    count = 0
    first = ground.first_beside[piece]
    end = min(ground.first_beside[piece + 1], first + SIDES)
    has_four = ground.first_corner[piece + 1] - ground.first_corner[piece] >= 4
    width = ground.areas[piece] * (1.0 if has_four else 2.0)
    if round_about:
        if has_four:
            for at in range(first, end):
                if not _is_even(ground, piece, ground.beside[at]):
                    return seeds[:0], sizes[:0], sharpest[:0], sags[:0], np.zeros(0, np.bool_)
        sizes[0] = _disk(ground, piece, seeds[0])
        for at in range(first, end):
            angle = abs(ground.fold_rad[at])
            sharpest[0] = max(sharpest[0], angle)
            sags[0] = max(sags[0], angle * width / ground.fold_mm[at] / 8.0)
        return seeds[:1], sizes[:1], sharpest[:1], sags[:1], np.zeros(1, np.bool_)
    for i in range(first, end):
        if ground.is_taken[ground.beside[i]]:
            continue
        for j in range(i + 1, end):
            if ground.is_taken[ground.beside[j]] or not _is_along(ground, piece, i, j):
                continue
            if not _is_even(ground, piece, ground.beside[i]) or not _is_even(ground, piece, ground.beside[j]):
                continue
            a, b = abs(ground.fold_rad[i]), abs(ground.fold_rad[j])
            for further in range(reach if has_four else 2 * reach, reach + 1 if has_four else 2 * reach + 2):
                size = _strip(ground, piece, i, j, further, seeds[count])
                if further == reach or further == 2 * reach or size > sizes[count - 1]:
                    sizes[count] = size
                    sharpest[count] = max(a, b)
                    sags[count] = max(a / ground.fold_mm[i], b / ground.fold_mm[j]) * width / 8.0
                    count += 1
    return seeds[:count], sizes[:count], sharpest[:count], sags[:count], np.ones(count, np.bool_)


@compiled
def _is_even(ground: Ground, piece: int, other: int) -> bool:
    """Tell whether neighbors are about as wide across their fold, that is, about as large."""
    ratio = ground.areas[piece] / ground.areas[other]
    return bool(UNEVEN * ratio >= 1.0 and ratio <= UNEVEN)


@compiled
def _is_along(ground: Ground, piece: int, one: int, other: int) -> bool:
    """Tell whether a piece folds the same way, about nearly one direction, against two neighbors."""
    if (ground.fold_rad[one] > 0.0) != (ground.fold_rad[other] > 0.0):
        return False
    a = np.cross(ground.facing[piece], ground.facing[ground.beside[one]])
    b = np.cross(ground.facing[piece], ground.facing[ground.beside[other]])
    cosine = (a * b).sum() / max(np.sqrt((a * a).sum() * (b * b).sum()), 1e-300)
    return bool(cosine < -0.8)


@compiled
def _strip(ground: Ground, piece: int, one: int, other: int, reach: int, seed: Ints) -> int:
    """Write a piece and up to `reach` pieces to either side into `seed`; returns how many."""
    seed[0], seed[1], seed[2] = piece, ground.beside[one], ground.beside[other]
    count = 3
    for end in range(2):
        tip = seed[1 + end]
        for _ in range(reach - 1):
            following = -1
            for at in range(ground.first_beside[tip], ground.first_beside[tip + 1]):
                if not ground.is_taken[ground.beside[at]] and not (seed[:count] == ground.beside[at]).any():
                    following = ground.beside[at]
                    break
            if following < 0:
                break
            seed[count] = following
            count += 1
            tip = following
    return count


@compiled
def _disk(ground: Ground, piece: int, seed: Ints) -> int:
    """Write a piece and all round it into `seed`, and more round these while few; returns how many.

    What lies beside two of its neighbors is round it too: nine facets of a grid. Fewer do not tell the axis
    of a torus, for the normals of three in a row meet in one point.
    """
    seed[0] = piece
    count, done, ring_end = 1, 0, 1
    corners = ground.first_corner[piece + 1] - ground.first_corner[piece]
    while done < count and count < LARGEST_SEED:
        if done == ring_end:
            if corners >= NEAR:
                break
            ring_end = count
        for at in range(ground.first_beside[seed[done]], ground.first_beside[seed[done] + 1]):
            other = ground.beside[at]
            if count < LARGEST_SEED and not _is_out(ground, other, seed[:count]):
                seed[count] = other
                count += 1
                # each neighbor brings its corners but for the two of the fold
                corners += ground.first_corner[other + 1] - ground.first_corner[other] - 2
        done += 1
    inner = count
    for i in range(1, inner):
        for at in range(ground.first_beside[seed[i]], ground.first_beside[seed[i] + 1]):
            other = ground.beside[at]
            if count == LARGEST_SEED or _is_out(ground, other, seed[:count]):
                continue
            touched = 0
            for also in range(ground.first_beside[other], ground.first_beside[other + 1]):
                if (seed[1:inner] == ground.beside[also]).any():
                    touched += 1
            if touched >= 2:
                seed[count] = other
                count += 1
    return count


@compiled
def _is_out(ground: Ground, piece: int, seed: Ints) -> bool:
    """Tell whether a piece is in the seed already, or taken."""
    return bool(ground.is_taken[piece] or (seed == piece).any())


@compiled
def grow_next(
    order: Ints,
    start: int,
    end: int,
    ground: Ground,
    round_about: bool,
    reach: int,
    is_tried: Bools,
    s: Floats,
    care: Floats,
    deepest: float,
) -> tuple[int, int, Ints]:
    """Try the pieces order[start:end] that are free, until a surface grows from one; writes it into `s`.

    Returns the place in `order`, and kind and pieces as `growth.largest` does; `end`, 0 and none where
    nothing grows. What a long seed (a `reach` over 1) says in vain holds for its neighbors too: `is_tried`
    (P,) remembers that.
    """
    for at in range(start, end):
        piece = order[at]
        if ground.is_taken[piece] or is_tried[piece]:
            continue
        seeds, sizes, sharpest, sags, is_strip = seeds_around(piece, ground, round_about, reach)
        kind, members = largest(seeds, sizes, sharpest, sags, is_strip, ground, s, care, deepest)
        if kind > 0:
            return at, kind, members
        if reach > 1:
            for row in range(len(seeds)):
                for k in range(3):
                    is_tried[seeds[row, k]] = True
    return end, 0, np.empty(0, np.int64)
