"""How wide the tops of fins are."""

import pytest

from tests.support import draw, parts_fins
from tests.support.parts import face_at
from tests.support.parts_fins import fins_in
from tests.support.parts_walls import measured


@pytest.mark.parametrize(("block", "is_top"), [(10, True), (12, False)])
def test_the_top_of_a_rib_is_at_most_a_quarter_wider_than_the_rib(block, is_top):
    """It goes on over a block at its end: twice its area over its border is 3.57 and 3.97."""
    end = draw.box((block, block, 13), (25, -block / 2, -1))
    prepared = measured(draw.fuse(parts_fins.rib(), end), 20)
    (fin,) = fins_in(prepared)
    assert (face_at(prepared.part, (0, 0, 12)).id in fin.faces) == is_top
