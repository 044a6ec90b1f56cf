"""Sprouts: the search for the next piece, in a given order, that a curved face grows from."""

import numpy as np

from engine.compiled import compiled
from engine.model.arrays import Bools, Floats, Ints
from engine.segment.ground import Ground
from engine.segment.growth import largest
from engine.segment.seeds import around


@compiled
def following(
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
        seeds, sizes, sharpest, sags, is_strip = around(piece, ground, round_about, reach)
        kind, members = largest(seeds, sizes, sharpest, sags, is_strip, ground, s, care, deepest)
        if kind > 0:
            return at, kind, members
        if reach > 1:
            for row in range(len(seeds)):
                for k in range(3):
                    is_tried[seeds[row, k]] = True
    return end, 0, np.empty(0, np.int64)
