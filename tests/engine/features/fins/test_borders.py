"""Where the border of a wall lies on a side and at an end."""

import math

import pytest

from tests.support import draw, parts_fins
from tests.support.parts_fins import fins_of, sizes


@pytest.mark.parametrize(("lean", "count"), [(16, 1), (19, 0)])
def test_ends_that_lean_by_little_lie_on_neither_side(lean, count):
    """A rib that widens from a foot of 6 overhangs more than it stands on where its ends count as below."""
    shift = 12 * math.tan(math.radians(lean))
    outline = [(-3, -1, 0), (3, -1, 0), (3 + shift, -1, 12), (-3 - shift, -1, 12)]
    body = draw.fuse(parts_fins.plate(), draw.prism(outline, (0, 2, 0)))
    assert len(fins_of(body, 20)) == count


@pytest.mark.parametrize(("over", "long"), [(2.3, 50), (3.0, 53)])
def test_what_reaches_into_the_last_twentieth_of_a_wall_lies_at_its_end(over, long):
    """A block, 8 high, holds a rib of 12 at x = 25, and the rib goes on over it."""
    block, rib = draw.box((15, 20, 9), (25, -10, -1)), draw.box((50 + over, 3, 13), (-25, -1.5, -1))
    assert sizes(fins_of(draw.fuse(parts_fins.plate(), block, rib), 20)) == [(3, 12, long)]
