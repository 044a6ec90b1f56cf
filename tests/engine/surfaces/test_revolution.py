"""Surfaces of revolution as eight numbers: distances, slopes, and the same as surfaces of the model."""

import numpy as np
import pytest

from engine.model.arrays import frozen
from engine.model.surface import Cone, Cylinder, Sphere, Torus
from engine.surfaces import revolution
from engine.surfaces.kind import CONE, CYLINDER, SPHERE, TORUS
from engine.surfaces.table import distances, outward_normals, tabulate


def fitted(half_angle_deg: float) -> np.ndarray:
    return np.array([1.0, 2.0, 3.0, 0.0, 0.0, 1.0, 5.0, np.radians(half_angle_deg)])


@pytest.mark.parametrize("half_angle_deg", [0.0, 1e-9, -5e-4])
def test_a_cone_that_does_not_taper_is_a_cylinder(half_angle_deg: float) -> None:
    surface = revolution.to_surface(CONE, fitted(half_angle_deg))
    assert isinstance(surface, Cylinder)
    assert surface.radius_mm == 5.0


@pytest.mark.parametrize("half_angle_deg", [0.01, -0.01, 45.0])
def test_a_cone_that_tapers_has_its_apex_where_its_radius_ends(half_angle_deg: float) -> None:
    surface = revolution.to_surface(CONE, fitted(half_angle_deg))
    assert isinstance(surface, Cone)
    assert surface.apex[2] == pytest.approx(3.0 - 5.0 / np.tan(np.radians(half_angle_deg)))


AXIS = frozen(np.array([2.0, 1.0, -2.0]) / 3.0)
ORIGIN = frozen([1.0, 2.0, 3.0])
NUMBERS = {
    CYLINDER: np.array([*ORIGIN, *AXIS, 3.0, 0.0]),
    CONE: np.array([*ORIGIN, *AXIS, 3.0, np.radians(25.0)]),
    SPHERE: np.array([*ORIGIN, *AXIS, 0.0, 4.0]),
    TORUS: np.array([*ORIGIN, *AXIS, 6.0, 2.0]),
}
CLASSES = {CYLINDER: Cylinder, CONE: Cone, SPHERE: Sphere, TORUS: Torus}


@pytest.mark.parametrize("kind", NUMBERS)
def test_one_point_and_many_have_the_distances_of_the_models_surface(kind: int) -> None:
    surface = revolution.to_surface(kind, NUMBERS[kind])
    assert isinstance(surface, CLASSES[kind])
    points = ORIGIN + np.random.default_rng(7).uniform(-3.0, 3.0, (100, 3))
    table, face = tabulate([surface], [1]), np.zeros(100, dtype=np.int64)
    normals = np.empty_like(points)
    off = revolution.distances(kind, NUMBERS[kind], points, normals)
    assert off == pytest.approx(distances(table, face, points), abs=1e-12)
    assert normals == pytest.approx(outward_normals(table, face, points), abs=1e-12)
    normal = np.empty(3)
    for row in range(100):
        assert revolution.distance(kind, NUMBERS[kind], points[row], normal) == pytest.approx(
            off[row], abs=1e-12
        )
        assert normal == pytest.approx(normals[row], abs=1e-12)


@pytest.mark.parametrize("kind", NUMBERS)
def test_slopes_are_differences_of_distances(kind: int) -> None:
    numbers, step, row, normal = NUMBERS[kind], 1e-6, np.empty(8), np.empty(3)
    across = np.cross(AXIS, [0.0, 0.0, 1.0])
    # a shift each way, two ways to tilt the axis, the two numbers of the profile
    ways = [*np.eye(8)[:3], *np.eye(8)[6:]]
    ways += [np.array([0.0, 0.0, 0.0, *tilt, 0.0, 0.0]) for tilt in (across, np.cross(AXIS, across))]
    if kind in (CYLINDER, SPHERE):
        del ways[4 if kind == CYLINDER else 3]  # no number of this kind
    for point in ORIGIN + np.random.default_rng(8).uniform(-3.0, 3.0, (20, 3)):
        off = revolution.slopes(kind, numbers, np.cos(numbers[7]), np.sin(numbers[7]), point, normal, row)
        assert off == pytest.approx(revolution.distance(kind, numbers, point, normal), abs=1e-12)
        for way in ways:
            ahead = revolution.distance(kind, numbers + step * way, point, normal)
            behind = revolution.distance(kind, numbers - step * way, point, normal)
            assert row @ way == pytest.approx((ahead - behind) / (2.0 * step), abs=1e-6)


def test_a_tapering_half_angle_is_brought_between_nothing_and_a_right_angle() -> None:
    numbers = np.array([0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 5.0, np.radians(-20.0)])
    before = revolution.to_surface(CONE, numbers)
    revolution.tidy(CONE, numbers)
    assert numbers[7] == pytest.approx(np.radians(20.0))
    assert numbers[3:6] == pytest.approx([0.0, 0.0, -1.0])
    after = revolution.to_surface(CONE, numbers)
    assert after.apex == pytest.approx(before.apex)
    assert after.axis == pytest.approx(before.axis)


@pytest.mark.parametrize(("kind", "expected_mm"), [(CYLINDER, 3.0), (SPHERE, 4.0), (TORUS, 2.0)])
def test_the_smallest_radius_is_that_of_the_tube_or_of_the_circle_around_the_axis(
    kind: int, expected_mm: float
) -> None:
    turn = np.linspace(0.0, 6.0, 9)
    points = np.stack([3.0 * np.cos(turn), 3.0 * np.sin(turn), turn], axis=1)
    numbers = NUMBERS[kind].copy()
    numbers[:6] = 0.0, 0.0, 0.0, 0.0, 0.0, 1.0
    assert revolution.smallest_radius_mm(kind, numbers, points) == pytest.approx(expected_mm)
