"""How fins are measured."""

import pytest

from tests.support import draw
from tests.support.parts import face_at
from tests.support.parts_fins import fins_in
from tests.support.parts_walls import measured


@pytest.mark.parametrize(("proud", "is_end"), [(0.045, True), (0.055, False)])
def test_an_end_lies_between_the_walls_within_a_hundredth_of_their_distance(proud, is_end):
    """Each wall is 5 from the middle of the rib, and the end goes on over a panel on one of them."""
    base, rib = draw.box((70, 30, 8), (-35, -15, -8)), draw.box((40, 10, 25), (-20, -5, -1))
    prepared = measured(draw.fuse(base, rib, draw.box((3, 5, 6), (17, -5 - proud, 8))), 20)
    (fin,) = fins_in(prepared)
    assert (face_at(prepared.part, (20, 0, 5)).id in fin.faces) == is_end
