"""Discs round a core."""

import pytest
from OCP.TopoDS import TopoDS_Shape

from tests.support import draw
from tests.support.parts_fins import fins_of


def _stack(*discs: TopoDS_Shape) -> TopoDS_Shape:
    """Draw a core of 8 with thick ends, and discs round it, 6 apart from z = 14."""
    ends = draw.cylinder(20, 10), draw.cylinder(20, 10, (0, 0, 30))
    stacked = [draw.moved(disc, (0, 0, 14 + 6 * index)) for index, disc in enumerate(discs)]
    return draw.fuse(draw.cylinder(8, 40), *ends, *stacked)


def test_discs_of_a_stack_are_as_thick_as_each_other_within_two_percent():
    thin = draw.cylinder(16, 1.5)
    stacks = (_stack(draw.cylinder(16, 1.5 * ratio), thin, thin) for ratio in (1.018, 1.0225, 0.9775))
    assert [int(fin.body) for fin in fins_of(draw.in_a_row(*stacks), 20)] == [0, 0, 0]


@pytest.mark.parametrize(("deep", "count"), [(1.0, 3), (3.0, 0)])
def test_nine_tenths_of_the_inner_border_of_a_disc_are_a_hollow(deep, count):
    """A notch beside the core, 2 wide, leaves 92 and 86 percent of it."""
    disc = draw.cut(draw.cylinder(16, 1.5), draw.box((deep + 4, 2, 5), (4, -1, -1)))
    assert len(fins_of(_stack(disc, disc, disc), 20)) == count
