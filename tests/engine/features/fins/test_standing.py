"""On what fins stand."""

import math

import pytest

from tests.support import draw
from tests.support.parts_fins import fins_of


@pytest.mark.parametrize(("lean", "count"), [(9.3, 1), (10.7, 0)])
def test_floors_on_both_sides_of_a_rib_lean_by_at_most_ten_degrees(lean, count):
    """The one behind it does, along the rib."""
    shift = 30 * math.tan(math.radians(lean))
    behind = [(-30, 1, -20), (30, 1, -20), (30, 1, shift), (-30, 1, -shift)]
    body = draw.fuse(
        draw.box((60, 21, 20), (-30, -20, -20)),
        draw.prism(behind, (0, 20, 0)),
        draw.box((60, 3, 50), (-30, -1.5, -20)),
    )
    assert len(fins_of(body, 20)) == count


@pytest.mark.parametrize(("lean", "count"), [(58, 1), (62, 0)])
def test_a_base_that_leans_by_more_than_sixty_degrees_from_one_side_to_the_other_is_a_flank(lean, count):
    """The rib stands on the ridge of a roof."""
    deep = 15 * math.tan(math.radians(lean))
    roof = draw.prism([(-30, -15, -deep), (-30, 15, -deep), (-30, 0, 0)], (60, 0, 0))
    assert len(fins_of(draw.fuse(roof, draw.box((50, 3, 20), (-25, -1.5, -8))), 20)) == count


@pytest.mark.parametrize(("turn", "count"), [(120, 1), (140, 0)])
def test_a_foot_round_a_shaft_goes_one_way_where_its_chord_is_four_fifths_of_it(turn, count):
    """Chords of these arcs are 0.83 and 0.77 of them."""
    half = 10 * math.sin(math.radians(turn / 2))
    shaft = draw.cylinder(10, 40, (0, -20, 0), draw.Y)
    assert len(fins_of(draw.fuse(shaft, draw.box((2 * half, 3, 30), (-half, -1.5, 0))), 20)) == count
