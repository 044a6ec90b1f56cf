"""Seeds: few neighboring pieces that may be facets of one curved face."""

import numpy as np

from engine.model.arrays import Bools, Floats, Ints
from engine.raycast.compiled import compiled
from engine.segment.ground import Ground

LARGEST = 32
"""Pieces in a seed at most."""
NEAR = 12
"""Pieces that make a seed of a piece and those round it large enough."""
SIDES = 4
"""Folds of a piece looked at: its longest. A facet has four."""


@compiled
def around(piece: int, ground: Ground, short: int, long: int) -> tuple[Ints, Ints, Floats, Bools]:
    """Return the seeds that have a piece in their middle.

    Strips across the folds on either side of the piece, `short` and `long` pieces to each side, wherever the
    two folds are alike; and the piece with all round it. No strips where `short` is 0.

    Returns
    -------
    seeds : (S, LARGEST), sizes : (S,)
    sharpest : (S,) radians
        The sharpest fold of the middle piece in the seed.
    is_strip : (S,)
    """
    seeds = np.empty((2 * SIDES * SIDES, LARGEST), np.int64)
    sizes, sharpest = np.zeros(len(seeds), np.int64), np.zeros(len(seeds))
    is_strip = np.ones(len(seeds), np.bool_)
    count = 0
    first = ground.first_beside[piece]
    end = min(ground.first_beside[piece + 1], first + SIDES)
    for i in range(first, end if short > 0 else first):
        if ground.is_taken[ground.beside[i]]:
            continue
        for j in range(i + 1, end):
            if ground.is_taken[ground.beside[j]] or not _is_along(ground, piece, i, j):
                continue
            for reach in (short, long):
                size = _strip(ground, piece, i, j, reach, seeds[count])
                if reach == short or size > sizes[count - 1]:
                    sizes[count] = size
                    sharpest[count] = max(abs(ground.fold_rad[i]), abs(ground.fold_rad[j]))
                    count += 1
    sizes[count] = _ball(ground, piece, seeds[count])
    is_strip[count] = False
    for at in range(first, end):
        sharpest[count] = max(sharpest[count], abs(ground.fold_rad[at]))
    count += 1
    return seeds[:count], sizes[:count], sharpest[:count], is_strip[:count]


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
    """Write a piece and all beside it into `seed`, and all beside these while few; returns how many."""
    seed[0] = piece
    count, done, ring_end = 1, 0, 1
    while done < count and count < LARGEST:
        if done == ring_end:
            if count >= NEAR:
                break
            ring_end = count
        for at in range(ground.first_beside[seed[done]], ground.first_beside[seed[done] + 1]):
            other = ground.beside[at]
            if count < LARGEST and not ground.is_taken[other] and not (seed[:count] == other).any():
                seed[count] = other
                count += 1
        done += 1
    return count
