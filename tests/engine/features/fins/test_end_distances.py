"""How far fins reach."""

import math

import pytest

from tests.support import draw, parts_fins
from tests.support.parts_fins import fins_of, sizes


@pytest.mark.parametrize(("lean", "up"), [(9.3, 0.5), (10.7, 0.0)])
def test_an_end_that_leans_by_more_than_ten_degrees_counts_by_its_outermost(lean, up):
    """Both ends do, and a rib whose ends lean less is measured halfway up."""
    shift = 12 * math.tan(math.radians(lean))
    outline = [(-25, -1.5, 0), (25, -1.5, 0), (25 - shift, -1.5, 12), (shift - 25, -1.5, 12)]
    body = draw.fuse(parts_fins.plate(), draw.prism(outline, (0, 3, 0)))
    assert sizes(fins_of(body, 20)) == [(3, 12, round(50 - 2 * up * shift, 3))]


@pytest.mark.parametrize(("lean", "along"), [(0.45, 0.5), (0.55, 1.0)])
def test_a_top_that_leans_by_more_than_half_a_degree_counts_by_its_highest(lean, along):
    """It rises from 12, and a rib whose top leans less is measured halfway along."""
    rise = 50 * math.tan(math.radians(lean))
    outline = [(-25, -1.5, 0), (25, -1.5, 0), (25, -1.5, 12 + rise), (-25, -1.5, 12)]
    body = draw.fuse(parts_fins.plate(), draw.prism(outline, (0, 3, 0)))
    assert sizes(fins_of(body, 20)) == [(3, round(12 + along * rise, 3), 50)]
