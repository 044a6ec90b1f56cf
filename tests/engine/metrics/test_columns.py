"""Surfaces as columns, against distances known from their drawing."""

import numpy as np

from engine.metrics import _columns
from engine.model.arrays import frozen
from engine.model.surface import Cone, Cylinder, Freeform, Plane, Sphere, Torus

MIDDLE, UP = frozen([1.0, 2.0, 3.0]), frozen([0.0, 0.0, 1.0])
SURFACES = [
    Plane(MIDDLE, UP),
    Cylinder(MIDDLE, UP, 2.0),
    Cone(MIDDLE, UP, 45.0),
    Sphere(MIDDLE, 2.0),
    Torus(MIDDLE, UP, 5.0, 1.0),
    Freeform(1.0, 1.0),
]
BESIDE = np.tile([8.0, 2.0, 3.0], (6, 1))
"""7 mm along x from the middle of all."""


def test_distances_from_every_kind_of_surface_are_told_at_once() -> None:
    surfaces = _columns.of(SURFACES)
    expected = [0.0, 5.0, 7.0 * np.sqrt(0.5), 5.0, 1.0, np.nan]
    np.testing.assert_allclose(surfaces.offsets(BESIDE), expected, atol=1e-12)
    some = surfaces.some(np.array([3, 0]))
    np.testing.assert_allclose(
        some.offsets(BESIDE[:2] + np.array([0.0, 0.0, 4.0])), [np.hypot(7, 4) - 2, 4.0]
    )


def test_the_nearest_points_lie_on_the_surfaces_straight_below() -> None:
    surfaces = _columns.of(SURFACES)
    off = BESIDE + np.array([0.3, -1.2, 0.9])
    nearest = surfaces.projected(off)
    np.testing.assert_allclose(surfaces.offsets(nearest)[:5], 0.0, atol=1e-12)
    apart = np.linalg.norm(nearest - off, axis=1)
    np.testing.assert_allclose(apart[:5], np.abs(surfaces.offsets(off)[:5]), atol=1e-12)
    assert np.isnan(nearest[5]).all()


def test_no_surfaces_have_no_distances() -> None:
    assert _columns.of([]).offsets(np.empty((0, 3))).shape == (0,)
