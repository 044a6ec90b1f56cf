"""Which floors a divider parts, and which it leaves one pocket."""

import math

import pytest
from OCP.TopoDS import TopoDS_Shape

from tests.support import draw
from tests.support.parts_pockets import block, pockets_of, rows

DEEP = 27.0


@draw.once
def tray(*sides: tuple[float, float]) -> TopoDS_Shape:
    """Draw a tray open at one end, 74 wide and 27 deep, with ribs along it of a height on each side."""
    body = draw.cut(block(), draw.box((74, 57, 40), (-37, -30, 3)))
    ribs = [
        draw.prism([(-1.5, -30, 0), (1.5, -30, 0), (1.5, -30, 3 + b), (-1.5, -30, 3 + a)], (0, 57, 0))
        for a, b in sides
    ]
    return draw.fuse(body, *ribs)


@pytest.mark.parametrize(("low_mm", "count"), [(0.60, 1), (0.48, 2)])
def test_a_rib_that_is_lower_than_the_mouth_by_a_fiftieth_of_the_depth_divides_it_not(
    low_mm: float, count: int
) -> None:
    """A fiftieth of 27 is 0.54."""
    found = pockets_of(tray((DEEP - low_mm, DEEP - low_mm)))
    assert [round(each.width_mm, 4) for each in found] == ([57.0] if count == 1 else [35.5, 35.5])


@pytest.mark.parametrize(("slope_deg", "count"), [(44.0, 1), (48.0, 2)])
def test_a_rib_whose_top_slopes_by_more_than_45_degrees_has_none_that_floors_share(
    slope_deg: float, count: int
) -> None:
    high_mm = 10.0 + 3.0 * math.tan(math.radians(slope_deg))
    found = rows(pockets_of(tray((10.0, high_mm))))
    depths = [DEEP] if count == 1 else [10.0, round(high_mm, 4)]
    assert [depth for depth, *_ in found] == pytest.approx(depths, abs=1e-4)
