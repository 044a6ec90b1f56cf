"""Borders are told apart as lines, circles and neither, and sampled like exact edges."""

import math

import numpy as np
import pytest

from engine.model.part import Circle, Line, OtherCurve
from engine.model.surface import Cylinder, Plane
from engine.segment.border_curves import sample_border

FLAT = Plane(np.zeros(3), np.array([0.0, 0.0, 1.0]))
BORE = Cylinder(np.zeros(3), np.array([0.0, 0.0, 1.0]), 5.0)


def arc(degrees, count, radius=5.0):
    at = np.radians(np.linspace(0.0, degrees, count))
    return np.column_stack([radius * np.cos(at), radius * np.sin(at), np.full(count, 3.0)])


def test_corners_in_a_row_are_a_line():
    corners = np.linspace([0, 0, 0], [3, 4, 0], 4)
    line = sample_border(corners, False, (FLAT, FLAT), 1e-6)
    assert isinstance(line.curve, Line)
    assert line.curve.direction == pytest.approx([0.6, 0.8, 0])
    assert line.length_mm == pytest.approx(5.0)
    assert len(line.points) == 5


def test_a_row_with_one_corner_off_is_none():
    corners = np.linspace([0, 0, 0], [3, 4, 0], 4)
    corners[1, 2] = 0.01
    assert isinstance(sample_border(corners, False, (FLAT, FLAT), 1e-3).curve, OtherCurve)


def test_four_corners_on_a_circle_are_an_arc_and_three_are_not():
    found = sample_border(arc(60, 4), False, (FLAT, FLAT), 1e-6)
    assert isinstance(found.curve, Circle)
    assert found.curve.radius_mm == pytest.approx(5.0)
    assert found.curve.center == pytest.approx([0, 0, 3], abs=1e-9)
    assert found.length_mm == pytest.approx(math.radians(60) * 5)
    assert isinstance(sample_border(arc(60, 3), False, (FLAT, FLAT), 1e-6).curve, OtherCurve)


def test_two_corners_are_an_arc_where_a_bore_vouches_for_it():
    assert isinstance(sample_border(arc(20, 2), False, (BORE, FLAT), 1e-6).curve, Circle)
    assert isinstance(sample_border(arc(20, 2), False, (FLAT, FLAT), 1e-6).curve, Line)


def test_the_side_of_a_bore_is_a_line():
    corners = np.array([[5.0, 0, 0], [5.0, 0, 9.0]])
    assert isinstance(sample_border(corners, False, (BORE, FLAT), 1e-6).curve, Line)


@pytest.mark.parametrize("way", [1, -1])
def test_a_full_circle_goes_round_once_and_in_its_own_direction(way):
    corners = arc(360 * way, 19)
    corners[-1] = corners[0]
    found = sample_border(corners, True, (BORE, FLAT), 1e-6)
    assert found.length_mm == pytest.approx(10 * math.pi)
    turn = np.cross(found.points[0], found.points[1])[2]
    assert math.copysign(1.0, turn) == way
    assert np.linalg.norm(found.points[:, :2], axis=1) == pytest.approx(5.0)
    assert found.place[-1] == pytest.approx(18)


def test_an_ellipse_is_no_circle_and_its_samples_lie_on_it():
    at = np.radians(np.linspace(0, 360, 37))
    corners = np.column_stack([8 * np.cos(at), 5 * np.sin(at), np.zeros(37)])
    corners[-1] = corners[0]
    found = sample_border(corners, True, (FLAT, FLAT), 1e-4)
    assert isinstance(found.curve, OtherCurve)
    off = (found.points[:, 0] / 8) ** 2 + (found.points[:, 1] / 5) ** 2
    # where the curvature changes fastest, slopes of parabolas err by 1e-4 at corners 10 degrees apart
    assert off == pytest.approx(1.0, abs=3e-4)
    assert found.length_mm == pytest.approx(41.386, rel=1e-3)  # Ramanujan's formula


def test_samples_turn_by_fifteen_degrees_at_most():
    at = np.radians(np.linspace(0, 360, 13))
    corners = np.column_stack([6 * np.cos(at), 5 * np.sin(at), np.zeros(13)])
    corners[-1] = corners[0]
    found = sample_border(corners, True, (FLAT, FLAT), 1e-4)
    turns = np.einsum("ij,ij->i", found.tangents[:-1], found.tangents[1:])
    assert np.degrees(np.arccos(np.clip(turns, -1, 1))).max() <= 20.0
    assert len(found.points) >= 25
