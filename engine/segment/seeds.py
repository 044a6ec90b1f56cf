"""Seeds: few neighboring pieces that may be facets of one curved face."""

import numpy as np

from engine.compiled import compiled
from engine.model.arrays import Bools, Floats, Ints
from engine.segment.ground import Ground

LARGEST = 32
"""Pieces in a seed at most."""
NEAR = 10
"""Corners that make a seed of a piece and those round it large enough: a torus takes seven."""
UNEVEN = 3.0
"""Neighboring facets of a face are of about one width: exporters space them evenly. A flat top between two
bevels, or between two rounds, is far wider."""
SIDES = 4
"""Folds of a piece looked at: its longest. A facet has four."""


@compiled
def around(
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
    seeds = np.empty((2 * SIDES * SIDES, LARGEST), np.int64)
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
        sizes[0] = _ball(ground, piece, seeds[0])
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
def _ball(ground: Ground, piece: int, seed: Ints) -> int:
    """Write a piece and all round it into `seed`, and more round these while few; returns how many.

    What lies beside two of its neighbors is round it too: nine facets of a grid. Fewer do not tell the axis
    of a torus, for the normals of three in a row meet in one point.
    """
    seed[0] = piece
    count, done, ring_end = 1, 0, 1
    corners = ground.first_corner[piece + 1] - ground.first_corner[piece]
    while done < count and count < LARGEST:
        if done == ring_end:
            if corners >= NEAR:
                break
            ring_end = count
        for at in range(ground.first_beside[seed[done]], ground.first_beside[seed[done] + 1]):
            other = ground.beside[at]
            if count < LARGEST and not _is_out(ground, other, seed[:count]):
                seed[count] = other
                count += 1
                # each neighbor brings its corners but for the two of the fold
                corners += ground.first_corner[other + 1] - ground.first_corner[other] - 2
        done += 1
    inner = count
    for i in range(1, inner):
        for at in range(ground.first_beside[seed[i]], ground.first_beside[seed[i] + 1]):
            other = ground.beside[at]
            if count == LARGEST or _is_out(ground, other, seed[:count]):
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
