"""Closest approach of two surfaces, against distances known from their drawing."""

import numpy as np
import pytest

from engine.metrics import _closest
from engine.model.arrays import frozen
from engine.model.surface import Cone, Cylinder, Freeform, Plane, Sphere, Surface, Torus
from engine.surfaces.table import tabulate

FLOOR = Plane(frozen([0.0, 0.0, 0.0]), frozen([0.0, 0.0, 1.0]))
BORE = Cylinder(frozen([0.0, 0.0, 2.4]), frozen([1.0, 0.0, 0.0]), 2.0)
ACROSS = Cylinder(frozen([3.0, 0.0, 6.3]), frozen([0.0, 1.0, 0.0]), 1.5)
BALL = Sphere(frozen([0.0, 0.0, 6.4]), 6.0)
RING = Torus(frozen([0.0, 0.0, 1.4]), frozen([0.0, 0.0, 1.0]), 5.0, 1.0)
POINTED = Cone(frozen([0.0, 0.0, 0.4]), frozen([0.6, 0.0, 0.8]), 36.86989764584402)
"""One of its lines is vertical, another level: the cone opens upwards from 0.4 mm above the floor."""


def approach(one: Surface, other: Surface, start: tuple[float, float, float]) -> _closest.Approach:
    table = tabulate([one, other], [1, -1])
    return _closest.approach(table, np.array([0]), np.array([1]), np.array([start]), np.array([5.0]))


@pytest.mark.parametrize(
    ("one", "other", "start", "length", "place"),
    [
        (FLOOR, BORE, (0.3, 0.9, 0.0), 0.4, (0.3, 0.0, 0.0)),
        (BORE, FLOOR, (0.3, 0.9, 0.6), 0.4, (0.3, 0.0, 0.4)),
        (FLOOR, BALL, (0.7, -0.9, 0.0), 0.4, (0.0, 0.0, 0.0)),
        (BORE, ACROSS, (2.4, 0.5, 4.3), 0.4, (3.0, 0.0, 4.4)),
        (RING, FLOOR, (4.6, 0.0, 0.5), 0.4, (5.0, 0.0, 0.4)),
    ],
    ids=["floor and bore", "bore and floor", "floor and ball", "crossed bores", "ring and floor"],
)
def test_surfaces_are_as_far_apart_as_they_were_drawn(
    one: Surface, other: Surface, start: tuple[float, float, float], length: float, place: tuple[float, ...]
) -> None:
    found = approach(one, other, start)
    assert found.lengths[0] == pytest.approx(length, abs=1e-12)
    np.testing.assert_allclose(found.ones[0], place, atol=1e-7)
    assert np.linalg.norm(found.others[0] - found.ones[0]) == pytest.approx(length, abs=1e-12)


def test_surfaces_side_by_side_are_as_far_apart_everywhere() -> None:
    above = Plane(frozen([9.0, 9.0, 3.0]), frozen([0.0, 0.0, -1.0]))
    found = approach(FLOOR, above, (1.0, 2.0, 0.0))
    assert found.lengths[0] == 3.0
    np.testing.assert_array_equal(found.ones[0], (1.0, 2.0, 0.0))
    tube = Cylinder(BORE.origin, BORE.axis, 3.5)
    assert approach(BORE, tube, (1.0, 2.0, 2.4)).lengths[0] == pytest.approx(1.5)


def test_a_cone_beside_a_plane_is_closest_to_it_along_the_line_that_runs_level() -> None:
    leaning = Cone(POINTED.apex, frozen([0.8, 0.0, 0.6]), 36.86989764584402)
    found = approach(leaning, FLOOR, (3.0, 0.5, 0.5))
    assert found.lengths[0] == pytest.approx(0.4, abs=1e-9)


@pytest.mark.parametrize(
    "other",
    [
        Plane(frozen([0.0, 0.0, 3.0]), frozen([0.1, 0.0, 0.99498743710662])),
        Freeform(1.0, 1.0),
        FLOOR,
        Sphere(frozen([40.0, 0.0, 6.4]), 6.0),
    ],
    ids=["wedge", "free-form", "itself", "too far away"],
)
def test_surfaces_that_come_no_closer_than_at_their_borders_have_no_such_place(other: Surface) -> None:
    found = approach(FLOOR, other, (1.0, 1.0, 0.0))
    assert np.isnan(found.lengths[0])
    assert np.isnan(found.ones).all()
    assert np.isnan(found.others).all()
