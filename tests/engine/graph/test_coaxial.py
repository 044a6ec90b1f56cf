"""Whether surfaces turn about one line, wherever on it they lie."""

import math

import numpy as np
import pytest

from engine.graph.coaxial import AxisLine, axis_line, is_same_line, is_square_to, turns_about
from engine.model.arrays import frozen
from engine.model.surface import Cone, Cylinder, Plane, Sphere, Torus
from tests.support import draw
from tests.support.parts import face_at, part_of
from tests.support.parts_holes import TOP, block, drilled, sink

UPRIGHT = AxisLine(frozen((0, 0, 0)), frozen((0, 0, 1)))


def test_cylinders_cones_and_rings_have_an_axis_and_others_have_none():
    here, up = frozen((1, 2, 3)), frozen((0, 0, 1))
    for surface in (Cylinder(here, up, 5), Cone(here, up, 30), Torus(here, up, 5, 1)):
        line = axis_line(surface)
        assert line is not None
        assert line.origin is here
    assert axis_line(Plane(here, up)) is None
    assert axis_line(Sphere(here, 5)) is None


@pytest.mark.parametrize(
    ("origin", "direction", "expected"),
    [
        ((0, 0, 1e6), (0, 0, -1), True),
        ((0.009, 0, -50), (0, 0, 1), True),
        ((0.011, 0, 0), (0, 0, 1), False),
        ((0, 0, 0), (0, math.sin(math.radians(0.2)), math.cos(math.radians(0.2))), False),
    ],
)
def test_lines_are_compared_abreast_of_the_place_that_matters(origin, direction, expected):
    other = AxisLine(frozen(origin), frozen(direction))
    assert is_same_line(UPRIGHT, other, np.array([5.0, 0.0, 10.0]), 0.01) is expected


def test_lines_that_drift_apart_are_one_only_where_they_meet():
    drifting = AxisLine(frozen((0, 0, 0)), frozen((math.sin(1e-3), 0, math.cos(1e-3))))
    assert is_same_line(UPRIGHT, drifting, np.array([0.0, 0.0, 1.0]), 0.01)
    assert not is_same_line(UPRIGHT, drifting, np.array([0.0, 0.0, 100.0]), 0.01)


def test_distances_are_taken_from_the_line():
    line = AxisLine(frozen((1, 0, 0)), frozen((0, 0, 1)))
    points = np.array([[1.0, 0.0, 7.0], [4.0, 4.0, -2.0]])
    assert line.distance(points) == pytest.approx([0, 5])
    assert line.along(points) == pytest.approx([7, -2])
    assert line.at(3.0) == pytest.approx([1, 0, 3])


def test_faces_of_a_countersunk_hole_turn_about_it_and_their_neighbors_do_not():
    part = part_of(draw.cut(block(), drilled(5, 30), sink(10, 5, 90), drilled(5, 30, (0.2, 12, TOP))))
    for point in ((0, 2.5, 10), (0, 3.75, 18.75)):
        assert turns_about(face_at(part, point), UPRIGHT)
    assert not turns_about(face_at(part, (0.2, 14.5, 10)), UPRIGHT)
    assert not turns_about(face_at(part, (20, 0, TOP)), UPRIGHT)
    assert is_square_to(face_at(part, (20, 0, TOP)), UPRIGHT)
    assert not is_square_to(face_at(part, (30, 0, 10)), UPRIGHT)


@pytest.mark.parametrize(("off_mm", "expected"), [(0.09, True), (0.11, False)])
def test_a_stage_turns_about_an_axis_that_is_off_by_a_hundredth_of_its_radius(
    off_mm: float, expected: bool
) -> None:
    part = part_of(draw.cylinder(10, 40, (off_mm, 0, 0)))
    assert turns_about(face_at(part, (0, 10, 20)), UPRIGHT) is expected


@pytest.mark.parametrize(("lean_deg", "expected"), [(0.45, True), (0.55, False)])
def test_a_flat_within_half_a_degree_of_square_is_square(lean_deg: float, expected: bool) -> None:
    part = part_of(draw.turned(draw.box((40, 40, 10)), lean_deg, draw.X, about=(20, 20, 0)))
    assert is_square_to(face_at(part, (20, 20, 0)), UPRIGHT) is expected
