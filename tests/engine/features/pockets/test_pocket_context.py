"""What rises from a floor steeply enough to be a wall of a pocket."""

import math

import pytest

from tests.support import draw
from tests.support.parts_pockets import block, pockets_of


@pytest.mark.parametrize(("rise_deg", "count"), [(34.0, 0), (36.0, 1), (114.0, 1), (116.0, 0)])
def test_walls_turn_up_from_their_floor_by_35_to_115_degrees(rise_deg: float, count: int) -> None:
    """A recess open to one side, 12 deep: less steep are slopes of its floor, and beyond is an overhang."""
    out = 12 / math.tan(math.radians(rise_deg))
    sides = [(-15, 18), (15, 18), (15 + out, 30), (15 + out, 31), (-15 - out, 31), (-15 - out, 30)]
    end = [(5, 18), (90, 18), (90, 31), (5 - out, 31), (5 - out, 30)]
    tool = draw.common(
        draw.prism([(-60, y, z) for y, z in sides], (160, 0, 0)),
        draw.prism([(x, -60, z) for x, z in end], (0, 120, 0)),
    )
    found = pockets_of(draw.cut(block((80, 90, 30)), tool))
    assert [(round(each.depth_mm, 4), each.open_sides) for each in found] == [(12, 1)] * count
