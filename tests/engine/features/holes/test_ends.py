"""What edges the mouth of a hole without being a cone or ring about its axis."""

import math

import pytest
from OCP.BRepBuilderAPI import BRepBuilderAPI_GTransform
from OCP.gp import gp_GTrsf
from OCP.TopoDS import TopoDS_Shape

from engine.model.feature import Role
from tests.support import draw
from tests.support.parts_holes import TOP, block, drilled, holes_of, only

RADIUS = 5.0
STRETCH = 1.02
"""The cones are this much longer than wide: no cones of revolution."""


def edged(lean_deg: float, ratio: float) -> TopoDS_Shape:
    """Draw a hole with an oval cone at its mouth that leans by an angle, and is `ratio` times as wide."""
    slope, over = math.tan(math.radians(lean_deg)), 1.0
    wide = ratio * RADIUS
    stretch = gp_GTrsf()
    stretch.SetValue(1, 1, STRETCH)
    tool = draw.cone(0.0, wide + over * slope, wide / slope + over)
    oval = BRepBuilderAPI_GTransform(tool, stretch, True).Shape()
    return draw.cut(block(), drilled(2 * RADIUS, 30), draw.moved(oval, (0, 0, TOP - wide / slope)))


@pytest.mark.parametrize(("lean_deg", "is_bevel"), [(70.0, True), (78.0, False)])
def test_a_free_form_at_a_mouth_is_its_bevel_where_it_leans_75_degrees_at_most_from_the_axis(
    lean_deg, is_bevel
):
    """The flatter one is the shallow hollow that the hole begins in."""
    hole = only(holes_of(edged(lean_deg, 1.3)))
    assert (Role.CHAMFER in dict(hole.roles).values()) is is_bevel
    hollow_mm = 0.3 * RADIUS / math.tan(math.radians(lean_deg))
    assert hole.depth_mm == pytest.approx(TOP if is_bevel else TOP - hollow_mm, abs=1e-5)


@pytest.mark.parametrize(("ratio", "depth_mm"), [(1.44, TOP), (1.56, TOP - 0.56 * RADIUS)])
def test_a_bevel_is_less_than_one_and_a_half_times_as_wide_as_its_hole(ratio, depth_mm):
    hole = only(holes_of(edged(45.0, ratio)))
    assert (Role.CHAMFER in dict(hole.roles).values()) is (ratio < 1.5)
    assert hole.depth_mm == pytest.approx(depth_mm, abs=1e-5)
