"""Fins along part of a circle."""

import math

import pytest

from tests.support import draw, parts_fins
from tests.support.parts import face_at
from tests.support.parts_fins import fins_in, fins_of, sizes
from tests.support.parts_walls import measured


@pytest.mark.parametrize(("filled", "count"), [(41, 1), (49, 0)])
def test_the_inner_wall_of_a_segment_turns_by_half_of_what_the_outer_one_does(filled, count):
    """A block fills some degrees of the quarter ring."""
    block = draw.cylinder(19, 16, (0, 0, -1), turn=filled)
    long = round(19 * math.radians((90 + 90 - filled) / 2), 3)
    assert sizes(fins_of(draw.fuse(parts_fins.ring_segment(), block), 20)) == [(2, 12, long)] * count


@pytest.mark.parametrize(("lean", "is_end"), [(28, True), (32, False)])
def test_an_end_of_a_segment_looks_sideways_within_sixty_degrees(lean, is_end):
    """It leans from upright."""
    back = 20 * math.tan(math.radians(lean))
    off = draw.prism([(10, 0, 0), (10, 0, 20), (10, back, 20)], (20, 0, 0))
    prepared = measured(draw.cut(parts_fins.ring_segment(), off), 20)
    (fin,) = fins_in(prepared)
    end = face_at(prepared.part, (19, 5 * math.tan(math.radians(lean)), 5)).id
    assert (end in fin.faces) == is_end
