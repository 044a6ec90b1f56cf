"""Hexagons about an axis, outside and inside."""

import numpy as np
import pytest

from engine.graph import hexagons
from engine.graph.coaxial import AxisLine
from tests.engine.form.test_find import prism
from tests.support import draw, parts_turned
from tests.support.parts import part_of

AXIS = AxisLine(np.zeros(3), np.array([0.0, 0.0, 1.0]))


def test_the_flats_of_a_standoff_are_one_outer_hexagon():
    part = part_of(parts_turned.standoff())
    (found,) = hexagons.about(part, part.bodies[0], AXIS)
    assert found.across_flats_mm == pytest.approx(5.5)
    assert (found.low_mm, found.high_mm) == pytest.approx((0, 12))
    assert not found.is_socket
    assert len(found.faces) == 6


def test_a_hexagon_in_a_head_is_a_socket():
    head = draw.cut(draw.cylinder(8, 10), draw.moved(parts_turned.hexagon(6, 5), (0, 0, 5)))
    part = part_of(head)
    (found,) = hexagons.about(part, part.bodies[0], AXIS)
    assert found.is_socket
    assert found.across_flats_mm == pytest.approx(6)


def test_a_square_bar_has_none():
    part = part_of(draw.box((10, 10, 30), (-5, -5, 0)))
    assert hexagons.about(part, part.bodies[0], AXIS) == ()


@pytest.mark.parametrize(("off_mm", "count"), [(0.08, 1), (0.13, 0)])
def test_a_hexagon_may_stand_a_little_off_the_axis(off_mm, count):
    """Its flats, 12 mm apart, are 6 ± 0.08 mm from it: 2 % between the nearest and the farthest are 0.12."""
    part = part_of(draw.moved(parts_turned.hexagon(12, 8), (off_mm * 0.72, 0, 0)))
    assert len(hexagons.about(part, part.bodies[0], AXIS)) == count


@pytest.mark.parametrize(("sides", "count"), [(12, 2), (18, 0)])
def test_a_double_hexagon_is_two_and_six_of_the_flats_of_a_gear_are_none(sides, count):
    part = part_of(prism(sides, 20.0, 10.0))
    assert len(hexagons.about(part, part.bodies[0], AXIS)) == count


@pytest.mark.parametrize(("off_deg", "count"), [(0.9, 1), (1.1, 0)])
def test_the_flats_of_a_hexagon_stand_at_sixty_degrees_within_one(off_deg, count):
    """One flat of six is turned; all are 10 mm from the axis."""
    ways = np.radians([0.0, 60.0 + off_deg, 120.0, 180.0, 240.0, 300.0])
    corners = []
    for one, other in zip(ways, np.roll(ways, -1), strict=True):
        x, y = np.linalg.solve([[np.cos(one), np.sin(one)], [np.cos(other), np.sin(other)]], [10.0, 10.0])
        corners.append((float(x), float(y), 0.0))
    part = part_of(draw.prism(corners, (0, 0, 8)))
    assert len(hexagons.about(part, part.bodies[0], AXIS)) == count
