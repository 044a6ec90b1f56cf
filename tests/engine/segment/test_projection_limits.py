"""Middles of mesh edges on either side of the limits within which they move onto surfaces."""

import numpy as np
import pytest

from engine.model.part import OtherCurve
from engine.model.surface import Cylinder, Freeform, Plane
from engine.segment import projection
from engine.segment.borders import BorderChain
from engine.surfaces.table import distances, tabulate

Z = np.array([0.0, 0.0, 1.0])
FREE = tabulate([Freeform(1.0, 1.0)], [1])
NONE = np.zeros(1, dtype=np.int64)


@pytest.mark.parametrize(("sine", "is_on_both"), [(0.22, True), (0.18, False)])
def test_a_border_comes_to_where_two_surfaces_meet_that_cross_by_twelve_degrees(sine, is_on_both):
    """A tube, and a plane through a chord of ten degrees of it that leans from its tangent plane."""
    half = np.radians(5.0)
    ends = 10.0 * np.array([[np.cos(half), -np.sin(half), 0.0], [np.cos(half), np.sin(half), 0.0]])
    normal = np.array([np.sqrt(1.0 - sine**2), 0.0, sine])
    table = tabulate([Cylinder(np.zeros(3), Z, 10.0), Plane(ends[0], normal)], [1, 1])
    both = np.array([[0, 1]])
    moved = projection.project_midpoints_on_both(table, both, ends[:1], ends[1:])
    off = [abs(float(distances(table, both[:, side], moved)[0])) for side in (0, 1)]
    assert (max(off) < 2e-4) == is_on_both
    chain = BorderChain((0, 1), np.array([0, 1]), False)
    curves, out = projection.tabulate_curves((OtherCurve(),), (chain,)), np.zeros(3)
    projection.project_midpoint(ends, 0, 1, 0, table.kind, table.rows(), 0, curves, out)
    assert out == pytest.approx(moved[0], abs=1e-12)


@pytest.mark.parametrize(("lift", "is_moved"), [(0.32, True), (0.38, False)])
def test_no_middle_moves_farther_than_a_third_of_half_its_chord(lift, is_moved):
    """The middle of an arc lies as far over half its chord as the tangent of a quarter of its turn."""
    half = 2.0 * np.arctan(lift)
    ends = 10.0 * np.array([[np.cos(half), -np.sin(half), 0.0], [np.cos(half), np.sin(half), 0.0]])
    table = tabulate([Cylinder(np.zeros(3), Z, 10.0)], [1])
    moved = projection.project_midpoints(table, NONE, ends[:1], ends[1:])
    assert moved[0, 0] == pytest.approx(10.0 if is_moved else 10.0 * np.cos(half))


@pytest.mark.parametrize(("sine", "is_on_both"), [(0.32, True), (0.28, False)])
def test_the_middle_of_a_free_border_moves_onto_both_faces_that_cross_by_seventeen_degrees(sine, is_on_both):
    n, m = np.array([[0.0, 0.0, 1.0]]), np.array([[0.0, sine, np.sqrt(1.0 - sine**2)]])
    tails, heads = np.zeros((1, 3)), np.array([[10.0, 0.0, 0.0]])
    rises = np.array([0.1]), np.array([0.0])
    step = projection.risen_midpoints(tails, heads, rises, (n, m))[0] - (5.0, 0.0, 0.0)
    if is_on_both:
        assert step @ n[0] == pytest.approx(0.1)
        assert step @ m[0] == pytest.approx(0.0, abs=1e-12)
    else:
        assert step == pytest.approx([0.0, 0.0, 0.05])


def test_the_middle_of_a_side_moves_by_fifteen_hundredths_of_it_at_most():
    n = np.array([[0.0, 0.0, 1.0]])
    tails, heads = np.zeros((1, 3)), np.array([[10.0, 0.0, 0.0]])
    for rise_mm, expected in ((1.4, 1.4), (1.6, 1.5)):
        rise = np.array([rise_mm])
        middle = projection.risen_midpoints(tails, heads, (rise, rise), (n, n))[0]
        assert middle == pytest.approx([5.0, 0.0, expected])


@pytest.mark.parametrize(("turn_deg", "rises"), [(38.0, True), (42.0, False)])
def test_a_side_rises_whose_normals_turn_by_less_than_forty_degrees(turn_deg, rises):
    at = np.radians(turn_deg / 2.0)
    low, high = np.array([[np.cos(at), -np.sin(at), 0.0]]), np.array([[np.cos(at), np.sin(at), 0.0]])
    rise, _ = projection.midpoint_rises(FREE, NONE, 10.0 * low, 10.0 * high, low, high)
    assert (rise[0] > 0.0) == rises


@pytest.mark.parametrize(("known", "limit_mm"), [(20, 0.3), (19, 13.5)])
def test_twenty_sides_with_formulas_say_how_far_others_rise(known, limit_mm):
    assert projection.rise_limit_mm(np.full(known, 0.2), np.full(50, 9.0)) == pytest.approx(limit_mm)


def test_one_side_in_a_hundred_says_no_limit_and_one_in_ten_does():
    for n_large, expected in ((1, 0.15), (10, 0.75)):
        known = np.concatenate([np.full(100 - n_large, 0.1), np.full(n_large, 0.5)])
        assert projection.rise_limit_mm(known, np.zeros(0)) == pytest.approx(expected)
