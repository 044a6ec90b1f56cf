"""What closes a vertex between strips, and what is a strip or a surface of its own."""

import itertools
import math

import pytest
from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeEdge, BRepBuilderAPI_MakeFace, BRepBuilderAPI_MakeWire
from OCP.BRepPrimAPI import BRepPrimAPI_MakePrism
from OCP.GC import GC_MakeArcOfEllipse
from OCP.gp import gp_Ax2, gp_Dir, gp_Elips, gp_Pnt, gp_Vec

from tests.support import draw
from tests.support.parts_blends import blends_of


def drilled_corner(drill_mm: float) -> draw.TopoDS_Shape:
    """Draw a box, three edges of one vertex rounded by 10, and drill the ball there along its diagonal."""
    rounded = draw.fillet(draw.box((30, 30, 30)), 10, (15, 0, 0), (0, 15, 0), (0, 0, 15))
    return draw.cut(rounded, draw.cylinder(drill_mm / 2, 20, (-5, -5, -5), (1, 1, 1)))


def rimmed_plate(wide_mm: float, *, is_smooth: bool) -> draw.TopoDS_Shape:
    """Draw a plate of 6, an edge rounded by 2: it runs 8 straight on, a quarter of an ellipse, and 8 on.

    The ellipse is as wide as given and 1 / 1.2 as deep, so the round along it is a free form. Where it is not
    smooth the plate ends with the ellipse.
    """
    deep_mm, straight_mm, thick_mm = wide_mm / 1.2, 8.0, 6.0
    ellipse = gp_Elips(gp_Ax2(gp_Pnt(0, deep_mm, 0), gp_Dir(0, 0, 1), gp_Dir(1, 0, 0)), wide_mm, deep_mm)
    arc = GC_MakeArcOfEllipse(ellipse, gp_Pnt(0, 0, 0), gp_Pnt(wide_mm, deep_mm, 0), True).Value()
    end_mm = deep_mm + straight_mm if is_smooth else deep_mm
    corners = [(wide_mm, deep_mm), (wide_mm, end_mm), (-straight_mm, end_mm), (-straight_mm, 0.0), (0.0, 0.0)]
    wire = BRepBuilderAPI_MakeWire()
    wire.Add(BRepBuilderAPI_MakeEdge(arc).Edge())
    for start, end in itertools.pairwise(corners):
        if start != end:
            wire.Add(BRepBuilderAPI_MakeEdge(gp_Pnt(*start, 0), gp_Pnt(*end, 0)).Edge())
    plate = BRepPrimAPI_MakePrism(BRepBuilderAPI_MakeFace(wire.Wire()).Face(), gp_Vec(0, 0, thick_mm)).Shape()
    return draw.fillet(plate, 2, (0.7 * wide_mm, 0.3 * deep_mm, thick_mm))


def bent_rib(*, is_rounded: bool, turn_deg: float = 30.0, half_mm: float = 5.0) -> draw.TopoDS_Shape:
    """Draw two ribs with full round tops that meet at an angle, a ball where their tops end.

    Outside of the bend their walls meet in a round that the ball runs into, or in an edge: there the ball
    ends sharply, at a small ledge.
    """
    turn = math.radians(turn_deg)
    along = (math.cos(turn), math.sin(turn), 0)
    length, high = 40, 20
    if is_rounded:
        bend = draw.cylinder(half_mm, high)
    else:
        corner = (half_mm * math.tan(turn / 2), -half_mm, 0)
        ends = (0, -half_mm, 0), (half_mm * math.sin(turn), -half_mm * math.cos(turn), 0)
        bend = draw.prism([(0, 0, 0), ends[0], corner, ends[1]], (0, 0, high))
    return draw.fuse(
        draw.box((length, 2 * half_mm, high), (-length, -half_mm, 0)),
        draw.turned(draw.box((length, 2 * half_mm, high), (0, -half_mm, 0)), turn_deg),
        bend,
        draw.cylinder(half_mm, length, (-length, 0, high), (1, 0, 0)),
        draw.cylinder(half_mm, length, (0, 0, high), along),
        draw.sphere(half_mm, (0, 0, high)),
    )


def chains(body: draw.TopoDS_Shape) -> list[int]:
    """Return the number of faces of each chain."""
    return sorted(blend.chain for blend in blends_of(body))


@pytest.mark.parametrize(("drill_mm", "expected"), [(4.5, [4]), (5.5, [1, 1, 1])])
def test_a_ball_closes_a_corner_while_three_quarters_of_its_border_are_smooth(drill_mm, expected):
    """Its smooth border is 15 pi = 47.1 long; beside a drill of 4.5 that is 0.77, of 5.5 0.73."""
    assert chains(drilled_corner(drill_mm)) == expected


@pytest.mark.parametrize(("wide_mm", "is_corner"), [(7.5, True), (9.0, False)])
def test_a_free_form_round_between_two_is_a_corner_up_to_six_radii_across_and_a_strip_beyond(
    wide_mm, is_corner
):
    """It is a little farther across than a quarter of an ellipse from end to end: 9.8, or 11.7.

    A corner counts for no length. Of 9 by 7.5 its edges are 13.0 and 9.8 long, a strip of 11.4.
    """
    (blend,) = blends_of(rimmed_plate(wide_mm, is_smooth=True))
    assert blend.chain == 3
    if is_corner:
        assert blend.length_mm == pytest.approx(8 + 8)
    else:
        assert blend.length_mm > 8 + 8 + 11


def test_a_free_form_round_that_one_strip_ends_in_is_a_strip_itself():
    """It ends sharply at its other end. Of 7.5 by 6.25 its edges are 10.8 and 7.7 long, a strip of 9.2."""
    (blend,) = blends_of(rimmed_plate(7.5, is_smooth=False))
    assert blend.chain == 2
    assert blend.length_mm > 8 + 9


@pytest.mark.parametrize(("is_rounded", "expected"), [(True, [4]), (False, [1, 1])])
def test_a_ball_between_two_rounds_closes_a_corner_where_it_reaches_a_third_neighbor(is_rounded, expected):
    """The rounds of both tops, the ball and the round of the walls; or the tops alone."""
    assert chains(bent_rib(is_rounded=is_rounded)) == expected
