"""Which upright hollow corners bound the tool that cuts a pocket."""

import math

import pytest

from tests.support import draw
from tests.support.parts_pockets import block, only, pockets_of


def kinked(turn_deg: float, radius: float = 3.0):
    """Draw a pocket with four rounded corners, one wall of which turns by an angle in its middle."""
    rise = 20.0 * math.tan(math.radians(turn_deg / 2.0))
    corners = [(-20, -10), (20, -10), (20, 10), (0, 10 + rise), (-20, 10)]
    tool = draw.prism([(x, y, 22.0) for x, y in corners], (0, 0, 20))
    rounded = [(x, y, 32.0) for x, y in corners if x]
    return draw.cut(block(), draw.fillet(tool, radius, *rounded))


@pytest.mark.parametrize("turn_deg", [0.5, 1.3, 5.7])
def test_a_wall_that_hardly_turns_has_no_corner(turn_deg: float) -> None:
    found = only(pockets_of(kinked(turn_deg)))
    assert found.min_internal_radius_mm == pytest.approx(3.0)
    assert len(found.corner_radii_mm) == 4


@pytest.mark.parametrize("turn_deg", [6.3, 20.0])
def test_a_wall_that_turns_has_a_sharp_corner(turn_deg: float) -> None:
    found = only(pockets_of(kinked(turn_deg)))
    assert found.corner_radii_mm == pytest.approx((0.0, 3.0, 3.0, 3.0, 3.0))


@pytest.mark.parametrize(("lean_deg", "n_corners"), [(44.0, 4), (47.0, 2)])
def test_corners_that_lean_by_up_to_45_degrees_from_the_opening_are_upright(
    lean_deg: float, n_corners: int
) -> None:
    """One of the four walls leans, and the two corners that it has with it."""
    lean = 17 * math.tan(math.radians(lean_deg))
    side = [(-25, -15, 18), (-25, 15, 18), (-25, 15 + lean, 35), (-25, -15, 35)]
    found = only(pockets_of(draw.cut(block((80, 90, 30)), draw.prism(side, (50, 0, 0)))))
    assert found.corner_radii_mm == (0.0,) * n_corners


@pytest.mark.parametrize(("lean_deg", "n_corners"), [(35.0, 4), (37.0, 0)])
def test_the_corners_of_a_funnel_lean_further_than_its_walls_and_no_longer_count_beyond_45_degrees(
    lean_deg: float, n_corners: int
) -> None:
    """The tangent of theirs is √2 times as large: 44.7 and 46.8 degrees."""
    out = 13 * math.tan(math.radians(lean_deg))
    side = [(-10, 18), (10, 18), (10 + out, 31), (-10 - out, 31)]
    along_y = draw.prism([(r, -60, z) for r, z in side], (0, 120, 0))
    along_x = draw.prism([(-60, r, z) for r, z in side], (120, 0, 0))
    found = only(pockets_of(draw.cut(block(), draw.common(along_x, along_y))))
    assert found.corner_radii_mm == (0.0,) * n_corners
