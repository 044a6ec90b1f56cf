"""How far walls go round a floor that makes a recess."""

import math

import pytest
from OCP.TopoDS import TopoDS_Shape

from tests.support import draw
from tests.support.parts_pockets import block, pockets_of, row

SIDE = 40.0
"""Where the side of a block lies that recesses are open to."""


def open_recess(turn_deg: float, end_mm: float) -> TopoDS_Shape:
    """Draw a recess 30 long and 12 deep whose walls turn by an angle in all, with an end of this width."""
    flare = math.tan(math.radians(90.0 - turn_deg / 2.0))
    half, wide = end_mm / 2.0, end_mm / 2.0 + 50.0 * flare
    ends = [(10.0, -half), (10.0, half)] if end_mm else [(10.0, 0.0)]
    outline = [(60.0, wide), (60.0, -wide), *ends]
    return draw.cut(block((2 * SIDE, 90, 30)), draw.prism([(x, y, 18) for x, y in outline], (0, 0, 20)))


@pytest.mark.parametrize(("turn_deg", "count"), [(152.0, 1), (148.0, 0)])
def test_an_open_recess_has_walls_that_turn_by_150_degrees_at_least(turn_deg: float, count: int) -> None:
    found = pockets_of(open_recess(turn_deg, 20.0))
    assert [(round(each.depth_mm, 4), each.open_sides) for each in found] == [(12, 1)] * count


@pytest.mark.parametrize(("end_mm", "count"), [(10.0, 1), (0.0, 0)])
def test_an_open_recess_of_two_walls_is_none_however_acute_their_corner(end_mm: float, count: int) -> None:
    found = pockets_of(open_recess(160.0, end_mm))
    assert [(round(each.depth_mm, 4), each.open_sides) for each in found] == [(12, 1)] * count


@pytest.mark.parametrize(("turn_deg", "is_closed"), [(28.0, True), (35.0, False)])
def test_walls_that_turn_by_330_degrees_go_all_round_and_the_recess_may_be_as_deep_as_it_likes(
    turn_deg: float, is_closed: bool
) -> None:
    """Of five corners the side of the block cuts one off, which turns by an angle; 20 wide, 50 deep."""
    apex = 10.0 + 10.0 * math.tan(math.radians(turn_deg / 2.0))
    outline = [(-10, -10, 0), (10, -10, 0), (apex, 0, 0), (10, 10, 0), (-10, 10, 0)]
    body = draw.box((SIDE + apex - 0.5, 60, 60), (-SIDE, -30, -10))
    found = pockets_of(draw.cut(body, draw.prism(outline, (0, 0, 60))))
    upright = [row(each) for each in found if abs(each.axis[2]) > 0.5]
    assert [(depth, width, open_sides) for depth, width, _, _, open_sides, _ in upright] == [
        (50, 20, 1)
    ] * is_closed


def valley(steep: str) -> TopoDS_Shape:
    """Draw a block with a floor of 50 x 40 in its top, 10 deep, its sides steep (80 degrees) or not (5).

    What rises by 5 degrees leads out at the side of the block.
    """
    rise = {side: math.tan(math.radians(80.0 if side in steep else 5.0)) for side in "wesn"}
    far, top = 60.0, 20.0 + 60.0 * math.tan(math.radians(80.0))

    def profile(half: float, low: str, high: str) -> list[tuple[float, float]]:
        ends = [(-half - far, 20.0 + far * rise[low]), (-half, 20.0), (half, 20.0)]
        return [*ends, (half + far, 20.0 + far * rise[high]), (half + far, top + 1), (-half - far, top + 1)]

    along = draw.prism([(x, -far, z) for x, z in profile(25.0, "w", "e")], (0, 2 * far, 0))
    across = draw.prism([(-far, y, z) for y, z in profile(20.0, "s", "n")], (2 * far, 0, 0))
    return draw.cut(block((80, 60, 30)), draw.common(along, across))


@pytest.mark.parametrize(
    ("steep", "count"),
    [("wes", 1), ("we", 0), ("ws", 0), ("", 0)],
    ids=["three walls", "two that face each other", "two in a corner", "none"],
)
def test_a_floor_that_rises_gently_where_it_has_no_walls_is_a_recess_by_its_walls_alone(steep, count):
    """All round, the border of the floor is hollow, and turns by 360 degrees."""
    assert len(pockets_of(valley(steep))) == count
