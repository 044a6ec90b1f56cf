"""Which steps between two diameters are one hole's."""

import pytest

from tests.support import draw
from tests.support.parts_holes import block, drilled, holes_of, rows


@pytest.mark.parametrize(
    ("wide_mm", "expected"),
    [
        (19.5, [("counterbore", "open", 5, 20)]),
        (20.5, [("simple", "flat", 20.5, 6), ("simple", "open", 5, 14)]),
    ],
)
def test_a_recess_of_more_than_four_times_the_width_of_a_hole_is_one_of_its_own(wide_mm, expected):
    assert rows(holes_of(draw.cut(block(), drilled(5, 30), drilled(wide_mm, 6)))) == expected
