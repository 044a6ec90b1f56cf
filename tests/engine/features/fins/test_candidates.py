"""Which of the wall pairs that stand are fins."""

import math

import pytest
from OCP.TopoDS import TopoDS_Shape

from tests.support import draw, parts_fins
from tests.support.parts_fins import fins_of, sizes


@pytest.mark.parametrize(("strip", "count"), [(6.3, 1), (5.7, 0)])
def test_a_wall_of_a_fin_is_at_least_half_as_broad_as_the_fin_is_thick(strip, count):
    """A triangle, 12 thick and 40 a side, has a like window in it, so that strips of one width are left."""
    side = 40 - strip * (2 + math.sqrt(2))
    corners = [(strip, -9, strip), (strip + side, -9, strip), (strip, -9, strip + side)]
    window = draw.prism(corners, (0, 18, 0))
    assert len(fins_of(draw.cut(parts_fins.gusset(40, 40, 12), window), 20)) == count


@pytest.mark.parametrize(("leg", "high", "long"), [(16.5, 20, 16.5), (15.5, 15.5, 20)])
def test_of_feet_within_a_fifth_of_each_other_the_one_on_the_larger_base_counts(leg, high, long):
    """The gusset goes up 20 by a wall that is smaller than the floor."""
    assert sizes(fins_of(parts_fins.gusset(leg, 20), 20)) == [(3, high, long)]


def _heat_sink(first: TopoDS_Shape, high_mm: float) -> TopoDS_Shape:
    """Draw a base, 5 thick, with two fins of 2 by 40 and something for a first fin at x = 0."""
    others = [draw.box((2, 40, high_mm + 5), (x, 0, -5)) for x in (10, 20)]
    return draw.fuse(draw.box((29, 40, 5), (1, 0, -5)), first, *others)


@pytest.mark.parametrize(("lean", "count"), [(0.45, 3), (0.55, 2)])
def test_an_outer_fin_flush_with_the_base_is_parallel_to_the_next_within_half_a_degree(lean, count):
    shift = math.tan(math.radians(lean))
    outline = [(-5 * shift, 0, -5), (2 - 5 * shift, 0, -5), (2 + 20 * shift, 0, 20), (20 * shift, 0, 20)]
    assert len(fins_of(_heat_sink(draw.prism(outline, (0, 40, 0)), 20), 20)) == count


@pytest.mark.parametrize(("lean", "count"), [(5.3, 3), (6.2, 2)])
def test_an_outer_fin_flush_with_the_base_that_is_half_as_thick_again_at_its_foot_is_none(lean, count):
    """A narrow tower on a foot, 2 thick halfway up, each side leaning by this: 2.9 and 3.1 at its foot."""

    def half_mm(level_mm: float) -> float:
        return 1 + (7.5 - level_mm) * math.tan(math.radians(lean))

    outline = [(side * half_mm(z), 0, z) for side, z in ((-1, -5), (1, -5), (1, 15), (-1, 15))]
    shoulders = [draw.box((20, 18, 20), (-10, y, 5)) for y in (0, 22)]
    first = draw.cut(draw.prism(outline, (0, 40, 0)), *shoulders)
    assert len(fins_of(_heat_sink(first, 15), 20)) == count
