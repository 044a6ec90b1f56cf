"""What is at the ends of fins."""

import pytest

from tests.support import draw, parts_fins
from tests.support.parts_fins import fins_of, sizes


@pytest.mark.parametrize(("high", "long"), [(6.6, 50), (5.4, 52)])
def test_an_end_is_held_where_half_of_it_ends_in_a_hollow(high, long):
    """A block holds a rib, 12 high, at x = 25; above it the rib goes on by 2."""
    block, rib = draw.box((15, 20, high + 1), (25, -10, -1)), draw.box((52, 3, 13), (-25, -1.5, -1))
    assert sizes(fins_of(draw.fuse(parts_fins.plate(), block, rib), 20)) == [(3, 12, long)]
