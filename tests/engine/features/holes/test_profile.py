"""Depths of holes under slanted and curved faces, against closed formulas."""

import math

import pytest

from engine.model.feature import Claim, Role
from engine.model.surface import Cylinder, Plane
from tests.support import draw
from tests.support.parts import unchecked_part
from tests.support.parts_holes import block, drilled, holes_in, holes_of, only, row


def slanted(degrees: float):
    """Draw a block whose top rises along x, at height 20 over the middle."""
    rise = 30 * math.tan(math.radians(degrees))
    outline = [(-30, -20, 0), (30, -20, 0), (30, -20, 20 + rise), (-30, -20, 20 - rise)]
    return draw.prism(outline, (0, 40, 0))


@pytest.mark.parametrize("degrees", [1, 45])
def test_depth_under_a_slanted_face_runs_from_its_outermost_point(degrees):
    lean = 3 * math.tan(math.radians(degrees))
    blind = only(holes_of(draw.cut(slanted(degrees), drilled(6, 40, (0, 0, 45)))))
    through = only(holes_of(draw.cut(slanted(degrees), drilled(6, 60, (0, 0, 45)))))
    assert row(blind) == ("simple", "flat", 6, round(15 + lean, 4))
    assert blind.shortest_depth_mm == pytest.approx(15 - lean, abs=1e-4)
    assert row(through) == ("simple", "open", 6, round(20 + lean, 4))


def test_a_hole_across_a_shaft_is_as_deep_as_the_shaft_is_thick():
    shaft = draw.cylinder(10, 60, (-30, 0, 0), (1, 0, 0))
    hole = only(holes_of(draw.cut(shaft, draw.cylinder(2.5, 40, (0, 0, -20)))))
    assert row(hole) == ("simple", "open", 5, 20)
    assert hole.shortest_depth_mm == pytest.approx(2 * math.sqrt(100 - 2.5**2), abs=1e-4)


def test_a_hole_as_wide_as_the_shaft_it_crosses_meets_it_in_two_ellipses():
    shaft = draw.cylinder(10, 60, (-30, 0, 0), (1, 0, 0))
    hole = only(holes_of(draw.cut(shaft, draw.cylinder(9.9, 40, (0, 0, -20)))))
    assert row(hole) == ("simple", "open", 19.8, 20)


def test_a_blind_hole_in_a_shaft_is_measured_from_the_top_of_the_shaft():
    shaft = draw.cylinder(10, 60, (-30, 0, 0), (1, 0, 0))
    hole = only(holes_of(draw.cut(shaft, drilled(6, 7, (0, 0, 10), tip=118))))
    assert row(hole) == ("simple", "conical", 6, 7)


def test_a_hole_off_the_middle_of_a_shaft_is_measured_from_its_highest_point():
    shaft = draw.cylinder(10, 60, (-30, 0, 0), (1, 0, 0))
    hole = only(holes_of(draw.cut(shaft, drilled(4, 20, (0, 5, 15)))))
    assert hole.depth_mm == pytest.approx(math.sqrt(100 - 9) + 5, abs=1e-4)


def test_a_hole_into_a_ball_is_measured_from_the_rim_it_makes():
    hole = only(holes_of(draw.cut(draw.sphere(20), drilled(12, 15, (0, 0, 25)))))
    assert row(hole) == ("simple", "flat", 12, round(math.sqrt(400 - 36) - 10, 4))


def test_a_hole_with_a_slanted_floor_is_deep_to_its_deepest_point():
    wedge = draw.prism([(-10, -10, 8), (10, -10, 12), (10, -10, -5), (-10, -10, -5)], (0, 20, 0))
    hole = only(holes_of(draw.cut(block(), draw.cut(drilled(10, 30), wedge))))
    assert row(hole) == ("simple", "flat", 10, 11)
    assert hole.shortest_depth_mm == pytest.approx(9, abs=1e-4)


@pytest.mark.parametrize(
    ("left_mm", "measured"), [(2.9, ("simple", "conical", 6, 10)), (3.1, ("simple", "flat", 6, 10.87))]
)
def test_a_tip_is_blunt_up_to_half_the_diameter_and_from_there_on_a_chamfered_floor(left_mm, measured):
    tip = draw.cone(3, left_mm / 2, 0.6 * (3 - left_mm / 2), (0, 0, 10), (0, 0, -1))
    assert row(only(holes_of(draw.cut(block(), draw.fuse(drilled(6, 10), tip))))) == measured


def shaft_with_hole():
    shaft = draw.cylinder(10, 60, (-30, 0, 0), (1, 0, 0))
    return draw.cut(shaft, draw.cylinder(3, 40, (0, 0, -20)))


def blends_of(part, role: Role) -> Claim:
    """Claim every face that is neither plane nor cylinder, as a recognizer of blends would."""
    faces = tuple(face.id for face in part.faces if not isinstance(face.surface, Plane | Cylinder))
    return Claim(faces=faces, roles=tuple((face, role) for face in faces), body=part.bodies[0].id)


def test_the_round_of_a_mouth_in_a_curved_face_belongs_to_the_hole():
    part = unchecked_part(draw.fillet(shaft_with_hole(), 0.8, (0, 0, 10)))
    rounds = blends_of(part, Role.ROUND)
    hole = only(holes_in(part, (rounds,)))
    assert rounds.faces
    assert row(hole) == ("simple", "open", 6, 20)
    assert set(rounds.faces) < set(hole.faces)


def test_the_chamfer_of_a_mouth_in_a_curved_face_belongs_to_the_hole():
    part = unchecked_part(draw.chamfer(shaft_with_hole(), 0.8, (0, 0, 10)))
    hole = only(holes_in(part))
    assert row(hole) == ("simple", "open", 6, 20)
    assert list(dict(hole.roles).values()).count(Role.CHAMFER) == len(blends_of(part, Role.CHAMFER).faces)


@pytest.mark.parametrize(("ratio", "into"), [(1.008, -1.0), (1.012, 1.0)])
def test_a_taper_is_entered_at_its_larger_mouth_where_that_is_larger_by_one_in_a_hundred(ratio, into):
    """The larger mouth is below; else holes along z are entered from above."""
    hole = only(holes_of(draw.cut(block(), draw.cone(5 * ratio, 5, 20))))
    assert hole.axis == pytest.approx((0, 0, into))
