"""Distances, normals and curvatures in closed form: by hand, and against differences along the surface."""

import numpy as np
import pytest

from engine.model.arrays import frozen
from engine.model.surface import Cone, Cylinder, Freeform, Plane, Sphere, Surface, Torus
from engine.surfaces.table import (
    curvatures_across,
    distances,
    foot_points,
    outward_normals,
    projected,
    tabulate,
)

AXIS = frozen(np.array([2.0, 1.0, -2.0]) / 3.0)
ORIGIN = frozen([1.0, 2.0, 3.0])
X = np.array([1.0, -2.0, 0.0]) / 5**0.5
Y = np.cross(AXIS, X)


def around(angle: float) -> np.ndarray:
    return np.cos(angle) * X + np.sin(angle) * Y


def on_cone(u: float, v: float) -> np.ndarray:
    return ORIGIN + v * (np.cos(0.4) * AXIS + np.sin(0.4) * around(u))


SURFACES = {
    "plane": (Plane(ORIGIN, AXIS), lambda u, v: ORIGIN + u * X + v * Y),
    "cylinder": (Cylinder(ORIGIN, AXIS, 3.0), lambda u, v: ORIGIN + 3 * around(u) + v * AXIS),
    "cone": (Cone(ORIGIN, AXIS, np.degrees(0.4)), on_cone),
    "sphere": (
        Sphere(ORIGIN, 4.0),
        lambda u, v: ORIGIN + 4 * (np.cos(v) * around(u) + np.sin(v) * AXIS),
    ),
    "outside of a ring": (
        Torus(ORIGIN, AXIS, 9.0, 2.0),
        lambda u, v: ORIGIN + (9 + 2 * np.cos(v)) * around(u) + 2 * np.sin(v) * AXIS,
    ),
    "inside of a ring": (
        Torus(ORIGIN, AXIS, 9.0, 2.0),
        lambda u, v: ORIGIN + (9 - 2 * np.cos(v)) * around(u) + 2 * np.sin(v) * AXIS,
    ),
}


@pytest.mark.parametrize("sense", [1, -1])
@pytest.mark.parametrize("name", SURFACES)
def test_normals_and_curvatures_follow_from_the_surface_itself(name: str, sense: int) -> None:
    surface, at = SURFACES[name]
    table = tabulate([surface], [sense])
    u, v, step = 0.7, 1.1, 1e-4
    face = np.zeros(1, dtype=np.int64)
    point = at(u, v)
    along = (at(u + step, v) - at(u - step, v)) / (2 * step), (at(u, v + step) - at(u, v - step)) / (2 * step)
    square = np.cross(*along)
    square /= np.linalg.norm(square)
    normal = outward_normals(table, face, point[None])[0]
    assert abs(normal @ square) == pytest.approx(1, abs=1e-7)
    for du, dv in ((1.0, 0.0), (0.0, 1.0), (0.6, -0.8)):
        speed = du * along[0] + dv * along[1]
        ahead, behind = at(u + du * step, v + dv * step), at(u - du * step, v - dv * step)
        bend = (ahead - 2 * point + behind) @ normal / step**2 / (speed @ speed)
        tangent = np.cross(normal, speed / np.linalg.norm(speed))  # the edge runs square to this direction
        found = curvatures_across(table, face, point[None], tangent[None])[0]
        assert found == pytest.approx(bend, abs=1e-5)


def test_the_natural_normal_points_away_from_axis_and_center() -> None:
    for name in ("cylinder", "cone", "sphere", "outside of a ring"):
        surface, at = SURFACES[name]
        point = at(0.7, 1.1)
        normal = outward_normals(tabulate([surface], [1]), np.zeros(1, dtype=np.int64), point[None])[0]
        radial = (point - ORIGIN) - ((point - ORIGIN) @ AXIS) * AXIS
        assert normal @ radial > 0, name


@pytest.mark.parametrize(
    ("surface", "point"),
    [
        (Cylinder(ORIGIN, AXIS, 3.0), ORIGIN + 2 * AXIS),
        (Cone(ORIGIN, AXIS, 20.0), ORIGIN),
        (Freeform(1.0, 1.0), ORIGIN),
    ],
)
def test_there_is_no_normal_on_an_axis_at_an_apex_or_on_a_freeform_face(
    surface: Surface, point: np.ndarray
) -> None:
    table, face = tabulate([surface], [1]), np.zeros(1, dtype=np.int64)
    assert np.isnan(outward_normals(table, face, point[None])).all()
    assert np.isnan(curvatures_across(table, face, point[None], X[None])).all()


Z = frozen([0.0, 0.0, 1.0])
O = frozen([0.0, 0.0, 0.0])  # noqa: E741
HALF = np.sqrt(0.5)
BY_HAND = {
    # the surface, a point, how far it lies off, the natural normal, the curvature across the direction given
    "over a plane": (Plane(O, Z), (5.0, 2.0, 0.5), 0.5, (0, 0, 1), (1, 0, 0), 0.0),
    "under a plane": (Plane(O, Z), (5.0, 2.0, -3.0), -3.0, (0, 0, 1), (0, 1, 0), 0.0),
    "round a cylinder": (Cylinder(O, Z, 4.0), (3.0, 4.0, 7.0), 1.0, (0.6, 0.8, 0), (0, 0, 1), -1 / 5),
    "along a cylinder": (Cylinder(O, Z, 4.0), (0.0, 3.0, -7.0), -1.0, (0, 1, 0), (1, 0, 0), 0.0),
    "round a cone": (Cone(O, Z, 45.0), (3.0, 0.0, 3.0), 0.0, (HALF, 0, -HALF), (HALF, 0, HALF), -HALF / 3),
    "along a cone": (Cone(O, Z, 45.0), (0.0, 3.0, 1.0), 2 * HALF, (0, HALF, -HALF), (1, 0, 0), 0.0),
    "outside a sphere": (Sphere(O, 2.0), (0.0, 3.0, 4.0), 3.0, (0, 0.6, 0.8), (1, 0, 0), -1 / 2),
    "inside a sphere": (Sphere(O, 2.0), (0.0, 0.0, -1.0), -1.0, (0, 0, -1), (0, 1, 0), -1 / 2),
    "outer equator of a torus": (Torus(O, Z, 6.0, 2.0), (8.0, 0.0, 0.0), 0.0, (1, 0, 0), (0, 0, 1), -1 / 8),
    "inner equator of a torus": (Torus(O, Z, 6.0, 2.0), (4.0, 0.0, 0.0), 0.0, (-1, 0, 0), (0, 0, 1), 1 / 4),
    "along the tube of a torus": (Torus(O, Z, 6.0, 2.0), (0.0, 6.0, 3.0), 1.0, (0, 0, 1), (1, 0, 0), -1 / 2),
}


@pytest.mark.parametrize("sense", [1, -1])
@pytest.mark.parametrize("name", BY_HAND)
def test_distance_normal_and_curvature_are_those_worked_out_by_hand(name: str, sense: int) -> None:
    surface, at, distance, normal, tangent, curvature = BY_HAND[name]
    table, face, point = tabulate([surface], [sense]), np.zeros(1, dtype=np.int64), np.array([at])
    assert distances(table, face, point) == pytest.approx([sense * distance])
    assert outward_normals(table, face, point)[0] == pytest.approx(sense * np.array(normal, dtype=float))
    foot = np.array(at) - distance * np.array(normal)
    assert projected(table, face, point)[0] == pytest.approx(foot)
    across = curvatures_across(table, face, point, np.array([tangent], dtype=float))
    assert across == pytest.approx([sense * curvature])


def test_rows_of_any_kinds_are_answered_in_one_call_as_they_are_one_by_one() -> None:
    surfaces = [surface for surface, _ in SURFACES.values()] + [Freeform(1.0, 1.0)]
    senses = [1, -1, 1, -1, 1, -1, 1]
    points = ORIGIN + np.random.default_rng(5).uniform(-9.0, 9.0, (40, 3))
    face = np.random.default_rng(6).integers(0, len(surfaces), 40)
    together = distances(tabulate(surfaces, senses), face, points)
    for row in range(40):
        alone = tabulate([surfaces[face[row]]], [senses[face[row]]])
        only = np.zeros(1, dtype=np.int64)
        assert distances(alone, only, points[row : row + 1]) == pytest.approx(
            together[row : row + 1], nan_ok=True
        )
    assert np.isnan(together[face == len(surfaces) - 1]).all()


@pytest.mark.parametrize(
    ("surface", "point", "distance"),
    [
        (Cylinder(O, Z, 3.0), (0.0, 0.0, 2.0), -3.0),
        (Cone(O, Z, 30.0), (0.0, 0.0, 0.0), 0.0),
        (Cone(O, Z, 30.0), (0.0, 0.0, 2.0), -1.0),
        (Sphere(O, 3.0), (0.0, 0.0, 0.0), -3.0),
        (Torus(O, Z, 6.0, 2.0), (0.0, 0.0, 0.0), 4.0),
    ],
)
def test_on_an_axis_there_is_a_distance_but_no_nearest_point(
    surface: Surface, point: tuple[float, float, float], distance: float
) -> None:
    table, face = tabulate([surface], [1]), np.zeros(1, dtype=np.int64)
    at = np.array([point])
    assert distances(table, face, at) == pytest.approx([distance])
    assert np.isnan(outward_normals(table, face, at)).all()
    assert (projected(table, face, at) == at).all()


FIVE = [
    Plane(O, Z),
    Cylinder(O, Z, 4.0),
    Cone(O, Z, 30.0),
    Sphere(O, 6.0),
    Torus(O, Z, 6.0, 2.0),
]


@pytest.mark.parametrize("surface", FIVE, ids=lambda one: type(one).__name__)
@pytest.mark.parametrize("sense", [1, -1])
def test_heights_are_distances_and_feet_lie_on_the_surface(surface, sense):
    table = tabulate([surface], [sense])
    points = np.random.default_rng(1).uniform(1.0, 5.0, (50, 3))
    face = np.zeros(50, dtype=np.int64)
    heights, normals = distances(table, face, points), outward_normals(table, face, points)
    feet = points - heights[:, None] * normals
    assert distances(table, face, feet) == pytest.approx(0.0, abs=1e-9)
    assert np.linalg.norm(points - feet, axis=1) == pytest.approx(np.abs(heights))
    nearer = points - 0.5 * heights[:, None] * normals
    assert distances(table, face, nearer) == pytest.approx(heights / 2)


MIDDLE = frozen([1.0, 2.0, 3.0])
ALL_KINDS = [
    Plane(MIDDLE, Z),
    Cylinder(MIDDLE, Z, 2.0),
    Cone(MIDDLE, Z, 45.0),
    Sphere(MIDDLE, 2.0),
    Torus(MIDDLE, Z, 5.0, 1.0),
    Freeform(1.0, 1.0),
]
BESIDE = np.tile([8.0, 2.0, 3.0], (6, 1))
"""7 mm along x from the middle of all."""


def test_distances_from_every_kind_of_surface_come_at_once() -> None:
    table = tabulate(ALL_KINDS, [1] * 6)
    expected = [0.0, 5.0, 7.0 * np.sqrt(0.5), 5.0, 1.0, np.nan]
    np.testing.assert_allclose(distances(table, np.arange(6), BESIDE), expected, atol=1e-12)
    above = BESIDE[:2] + np.array([0.0, 0.0, 4.0])
    np.testing.assert_allclose(distances(table, np.array([3, 0]), above), [np.hypot(7, 4) - 2, 4.0])


def test_the_nearest_points_lie_on_the_surfaces_straight_below() -> None:
    table, face = tabulate(ALL_KINDS, [1] * 6), np.arange(6)
    off = BESIDE + np.array([0.3, -1.2, 0.9])
    nearest = foot_points(table, face, off)
    np.testing.assert_allclose(distances(table, face, nearest)[:5], 0.0, atol=1e-12)
    apart = np.linalg.norm(nearest - off, axis=1)
    np.testing.assert_allclose(apart[:5], np.abs(distances(table, face, off)[:5]), atol=1e-12)
    assert np.isnan(nearest[5]).all()
    assert (projected(table, face, off)[5] == off[5]).all()


def test_no_surfaces_have_no_distances() -> None:
    assert distances(tabulate([], []), np.empty(0, dtype=np.int64), np.empty((0, 3))).shape == (0,)
