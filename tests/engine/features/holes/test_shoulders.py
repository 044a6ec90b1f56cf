"""Which steps between two diameters are one hole's."""

import pytest

from tests.support import draw
from tests.support.parts_holes import block, drilled, holes_of, rows


@pytest.mark.parametrize(
    ("wide", "expected"),
    [
        (11.9, [("counterbore", "open", 3, 20)]),
        (12.1, [("simple", "flat", 12.1, 4), ("simple", "open", 3, 16)]),
    ],
)
def test_a_recess_over_four_times_as_wide_as_the_hole_in_it_is_a_hole_of_its_own(wide, expected):
    assert rows(holes_of(draw.cut(block(), drilled(3, 30), drilled(wide, 4)))) == expected
