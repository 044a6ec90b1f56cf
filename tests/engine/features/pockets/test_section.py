"""Sections: the rectangle round a pocket at its mouth."""

import pytest

from tests.support import draw
from tests.support.parts_pockets import only, pockets_of


@pytest.mark.parametrize("seam_deg", [0.0, 3.0, 7.0])
@pytest.mark.parametrize(("radius", "length"), [(30.0, 25.0), (24.0, 19.0)])
def test_a_recess_open_to_a_round_rim_is_as_long_as_the_rim_stands_out_wherever_its_edges_begin(
    radius: float, length: float, seam_deg: float
) -> None:
    disc = draw.turned(draw.cylinder(radius, 20), seam_deg)
    found = only(pockets_of(draw.cut(disc, draw.box((40, 16, 10), (5, -8, 14)))))
    assert found.length_mm == pytest.approx(length, abs=1e-4)
    assert found.width_mm == pytest.approx(16.0, abs=1e-4)
    assert found.open_sides == 1
