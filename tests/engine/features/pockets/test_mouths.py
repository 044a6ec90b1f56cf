"""Mouths: what the openings in a face lead into, however the file spells that face."""

import pytest

from tests.support import draw
from tests.support.parts_pockets import pockets_of, rows


def shaft(*flats: tuple[int, float, float]):
    """Draw a shaft with its seam at +x, and flats 2 deep toward -x or +x, each from a height to a height."""
    tools = (draw.box((4, 30, high - low), (side * 10 - 2, -15, low)) for side, low, high in flats)
    return draw.cut(draw.cylinder(10, 60), *tools)


FLAT = (2.0, 12.0, 15.0, -1.0, 0, False)
"""The chord 8 from the middle of a radius of 10 is 12 wide."""


@pytest.mark.parametrize("sides", [(-1,), (1,), (-1, 1)])
def test_a_flat_between_shoulders_is_told_the_same_wherever_the_seam_of_the_shaft_lies(
    sides: tuple[int, ...],
) -> None:
    shape = shaft(*((side, 20.0, 35.0) for side in sides))
    assert rows(pockets_of(shape)) == [FLAT] * len(sides)
    assert rows(pockets_of(draw.turned(shape, 77.0))) == [FLAT] * len(sides)


@pytest.mark.parametrize("side", [-1, 1])
def test_a_flat_that_runs_out_at_the_end_of_the_shaft_is_no_pocket(side: int) -> None:
    assert pockets_of(shaft((side, 45.0, 60.0))) == []
