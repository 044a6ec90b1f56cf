"""What belongs to a fin."""

import pytest

from tests.support import draw, parts_fins
from tests.support.parts import face_at
from tests.support.parts_fins import fins_in
from tests.support.parts_walls import measured


@pytest.mark.parametrize(("base", "is_wall"), [(13, True), (17, False)])
def test_a_side_flush_with_the_base_is_a_wall_where_the_fin_lies_behind_half_of_it(base, is_wall):
    """The outer fins are 15 high: 54 and 47 percent of their outsides."""
    body = draw.fuse(parts_fins.heat_sink(3), draw.box((12.5, 40, base - 5), (0, 0, -base)))
    prepared = measured(body, 20)
    fins = fins_in(prepared)
    assert len(fins) == 3
    outside = face_at(prepared.part, (0, 20, 5)).id
    assert any(outside in fin.faces for fin in fins) == is_wall
