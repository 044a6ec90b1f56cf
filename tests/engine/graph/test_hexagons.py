"""Hexagons about an axis, outside and inside."""

import numpy as np
import pytest

from engine.graph import hexagons
from engine.graph.coaxial import AxisLine
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
