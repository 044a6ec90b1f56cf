"""Thickness between exact surfaces, whatever the triangles said."""

import math
from typing import Any

import pytest

from engine.geometry_file import MeasuredFace
from engine.measure import answer
from engine.measure.thickness import between
from engine.model.arrays import frozen
from engine.model.surface import Freeform, Plane, Sphere
from tests.support.measured_plate import BOTTOM, LARGE_BORE, SLANT, SMALL_BORE, TOP, geometry, on


def thickness(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    return answer.measure(geometry(), [one, other], "thickness")["measures"][0]


def test_a_plate_is_as_thick_as_it_was_drawn_though_the_triangles_are_off() -> None:
    found = thickness(on((10, 10, 10)), on((10.02, 9.99, 0.004), BOTTOM))
    assert (found["value"], found["is_exact"]) == (pytest.approx(10.0, abs=1e-9), True)
    assert found["witness"] == [[10.0, 10.0, 10.0], pytest.approx([10.0, 10.0, 0.0])]


def test_between_two_bores_the_wall_is_what_their_radii_leave() -> None:
    found = thickness(on((24, 30, 5), SMALL_BORE), on((65.02, 30, 5), (65, 30, 5)))
    assert found["value"] == pytest.approx(41.0, abs=1e-9)


def test_below_a_slant_it_is_measured_along_its_normal() -> None:
    x, y, z = SLANT
    depth = z / math.sin(math.radians(30.0))
    opposite = (x - depth * math.cos(math.radians(30.0)), y, 0.0)
    found = thickness(on(SLANT), on(opposite, (88.0, 30.0, 0.0)))
    assert found["value"] == pytest.approx(10.0, abs=1e-9)


def test_a_surface_that_is_not_there_along_the_normal_is_no_exact_answer() -> None:
    found = thickness(on(TOP), on(LARGE_BORE))
    assert not found["is_exact"]
    assert found["value"] == pytest.approx(math.dist(TOP, LARGE_BORE))


def face(surface: Any, sense: int = 1) -> MeasuredFace:
    return MeasuredFace(surface, sense, 0.0, 1.0)


def test_against_a_free_form_face_the_triangles_count() -> None:
    flat = face(Plane(frozen((0, 0, 0)), frozen((0, 0, 1))))
    found = between(flat, frozen((0, 0, 0)), face(Freeform(1.0, 1.0)), frozen((0, 0.1, -3)))
    assert (found.value, found.is_exact) == (pytest.approx(math.hypot(3.0, 0.1)), False)


def test_of_two_answers_the_triangles_say_which_is_meant() -> None:
    """A ray from a plane through a ball meets it twice."""
    flat, ball = face(Plane(frozen((0, 0, 0)), frozen((0, 0, 1)))), face(Sphere(frozen((0, 0, -5)), 2.0), -1)
    near = between(flat, frozen((0, 0, 0)), ball, frozen((0, 0, -3.01)))
    assert (near.value, near.is_exact) == (pytest.approx(3.0), True)
    far = between(flat, frozen((0, 0, 0)), ball, frozen((0, 0, -6.99)))
    assert (far.value, far.is_exact) == (pytest.approx(7.0), True)
