"""Ribs that cross."""

import math

import pytest

from tests.support import draw
from tests.support.parts_fins import fins_of


@pytest.mark.parametrize(("lean", "count"), [(9.3, 2), (10.6, 3)])
def test_pieces_of_one_rib_stand_the_same_way_within_ten_degrees(lean, count):
    """The floor rises from where another rib crosses it."""
    rise = 30 * math.tan(math.radians(lean))
    floor = [(-30, -20, -8), (30, -20, -8), (30, -20, rise), (0, -20, 0), (-30, -20, 0)]
    body = draw.fuse(
        draw.prism(floor, (0, 40, 0)),
        draw.box((60, 2, 26), (-30, -1, -6)),
        draw.box((2, 40, 26), (-1, -20, -6)),
    )
    assert len(fins_of(body, 20)) == count
