"""The compiled loop for one point gives what the table gives for many."""

import numpy as np
import pytest

from engine.model.arrays import frozen
from engine.model.surface import Cone, Cylinder, Freeform, Plane, Sphere, Surface, Torus
from engine.surfaces.scalar import distance_and_normal
from engine.surfaces.table import distances, outward_normals, tabulate

AXIS = frozen(np.array([2.0, 1.0, -2.0]) / 3.0)
ORIGIN = frozen([1.0, 2.0, 3.0])
SURFACES = [
    Plane(ORIGIN, AXIS),
    Cylinder(ORIGIN, AXIS, 3.0),
    Cone(ORIGIN, AXIS, 35.0),
    Sphere(ORIGIN, 4.0),
    Torus(ORIGIN, AXIS, 6.0, 2.0),
]


@pytest.mark.parametrize("surface", SURFACES, ids=lambda one: type(one).__name__)
@pytest.mark.parametrize("sense", [1, -1])
def test_one_point_gives_what_the_table_gives(surface: Surface, sense: int) -> None:
    table, face = tabulate([surface], [sense]), np.zeros(200, dtype=np.int64)
    points = ORIGIN + np.random.default_rng(4).uniform(-9.0, 9.0, (200, 3))
    rows = np.array([distance_and_normal(table.kind[0], table.rows()[0], *point) for point in points])
    assert rows[:, 0] == pytest.approx(distances(table, face, points), abs=1e-12)
    assert rows[:, 1:] == pytest.approx(outward_normals(table, face, points), abs=1e-12)


@pytest.mark.parametrize(
    ("surface", "point"),
    [
        (Cylinder(ORIGIN, AXIS, 3.0), ORIGIN),
        (Cone(ORIGIN, AXIS, 20.0), ORIGIN),
        (Sphere(ORIGIN, 3.0), ORIGIN),
        (Torus(ORIGIN, AXIS, 6.0, 2.0), ORIGIN),
        (Torus(frozen(np.zeros(3)), frozen([0.0, 0.0, 1.0]), 6.0, 2.0), np.array([0.0, 6.0, 0.0])),
        (Freeform(1.0, 1.0), ORIGIN + 1.0),
    ],
)
def test_where_there_is_no_normal_all_is_zero(surface: Surface, point: np.ndarray) -> None:
    table = tabulate([surface], [-1])
    assert distance_and_normal(table.kind[0], table.rows()[0], *point) == (0.0, 0.0, 0.0, 0.0)
