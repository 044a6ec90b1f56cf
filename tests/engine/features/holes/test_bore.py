"""Which cones are the walls of holes."""

import math

import pytest

from tests.support import draw
from tests.support.parts_holes import TOP, block, holes_of, only


@pytest.mark.parametrize(("half_angle_deg", "kind"), [(20.5, "simple"), (22.0, "countersink")])
def test_a_cone_of_more_than_21_degrees_to_its_axis_is_a_countersink_and_no_tapered_hole(
    half_angle_deg, kind
):
    taper = draw.cone(3, 3 + TOP * math.tan(math.radians(half_angle_deg)), TOP)
    assert only(holes_of(draw.cut(block(), taper))).hole_type == kind
