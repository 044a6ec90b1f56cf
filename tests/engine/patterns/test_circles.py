"""Circles of points, and what comes close to one and is none."""

import math

import numpy as np
import pytest

from engine.model.pattern import PatternForm
from engine.patterns import circles
from tests.support.placed import SLACK_MM, on_circle, placed

NO_LINES = np.zeros((0, 2, 3))
MIDDLE = np.array([[[0.0, 0.0, 5.0], [0.0, 0.0, -1.0]]])
"""A hole on the axis of the circle."""


def best(found):
    return min(found, key=lambda each: each.order) if found else None


def around(points, lines=NO_LINES, **given):
    return best(circles.find(placed(points, **given), lines))


def test_a_full_circle_needs_nothing_at_its_center():
    for count in (3, 5, 8, 36):
        circle = around(on_circle(range(count), count))
        assert (circle.form, circle.places, len(circle.members)) == (PatternForm.CIRCULAR, (count,), count)
        assert circle.diameter_mm == pytest.approx(80)
        assert circle.angle_deg == pytest.approx(360 / count)
        assert circle.center == pytest.approx([0, 0, 0], abs=1e-9)
        assert circle.axis == pytest.approx([0, 0, 1])
        assert circle.members.tolist() == list(range(count))
        assert not circle.is_radial


def test_three_on_an_arc_need_a_center():
    points = on_circle((0, 1, 3), 6)
    assert around(points) is None
    circle = around(points, MIDDLE)
    assert (circle.places, len(circle.members)) == ((6,), 3)


def test_four_on_an_arc_need_none():
    circle = around(on_circle((0, 1, 2, 3), 24))
    assert (circle.places, len(circle.members)) == ((24,), 4)
    assert circle.diameter_mm == pytest.approx(80)


def test_steps_that_do_not_divide_the_turn_are_no_circle():
    assert around(on_circle((0, 1, 2.02, 3), 6), MIDDLE).members.tolist() == [0, 1, 3]
    assert around([(40 * math.cos(t), 40 * math.sin(t)) for t in (0.0, 0.37, 0.95, 2.6, 4.4)], MIDDLE) is None


@pytest.mark.parametrize(("off_mm", "count"), [(0.9 * SLACK_MM, 8), (20 * SLACK_MM, 7)])
def test_a_feature_off_its_place_is_left_out(off_mm, count):
    points = on_circle(range(8), 8)
    points[2] = (points[2][0] + off_mm, points[2][1])
    assert len(around(points).members) == count


def test_two_circles_side_by_side_are_both_found():
    points = on_circle(range(6), 6, 20) + on_circle(range(6), 6, 20, (70, 10))
    found = {tuple(sorted(each.members.tolist())) for each in circles.find(placed(points), NO_LINES)}
    assert {tuple(range(6)), tuple(range(6, 12))} <= found


def test_axes_that_turn_with_the_circle_are_radial():
    points = on_circle(range(4), 4)
    out = [(x / 40, y / 40, 0.0) for x, y in points]
    circle = around(points, axes=out)
    assert (circle.is_radial, len(circle.members)) == (True, 4)
    all_one_way = [(1.0, 0.0, 0.0)] * 4
    assert around(points, axes=all_one_way) is None


def test_ways_through_may_point_either_way():
    points = on_circle(range(6), 6)
    axes = [(0.0, 0.0, 1.0 if index % 3 else -1.0) for index in range(6)]
    assert len(around(points, axes=axes, is_either_way=True).members) == 6
    assert len(around(points, axes=axes).members) == 4


def test_levels_are_circles_of_their_own():
    flat = on_circle(range(6), 6)
    points = [(x, y, 0.0) for x, y in flat] + [(x, y, 30.0) for x, y in flat]
    found = {tuple(sorted(each.members.tolist())) for each in circles.find(placed(points), MIDDLE)}
    assert {tuple(range(6)), tuple(range(6, 12))} <= found
    assert not any(len(each) > 6 for each in found)
