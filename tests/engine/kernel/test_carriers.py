"""Normals and curvatures in closed form, against differences along the surface."""

import numpy as np
import pytest

from engine.kernel.carriers import curvatures_across, outward_normals, tabulate
from engine.model.arrays import frozen
from engine.model.surface import Cone, Cylinder, Freeform, Plane, Sphere, Surface, Torus

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
    carriers = tabulate([surface], [sense])
    u, v, step = 0.7, 1.1, 1e-4
    face = np.zeros(1, dtype=np.int64)
    point = at(u, v)
    along = (at(u + step, v) - at(u - step, v)) / (2 * step), (at(u, v + step) - at(u, v - step)) / (2 * step)
    square = np.cross(*along)
    square /= np.linalg.norm(square)
    normal = outward_normals(carriers, face, point[None])[0]
    assert abs(normal @ square) == pytest.approx(1, abs=1e-7)
    for du, dv in ((1.0, 0.0), (0.0, 1.0), (0.6, -0.8)):
        speed = du * along[0] + dv * along[1]
        ahead, behind = at(u + du * step, v + dv * step), at(u - du * step, v - dv * step)
        bend = (ahead - 2 * point + behind) @ normal / step**2 / (speed @ speed)
        tangent = np.cross(normal, speed / np.linalg.norm(speed))  # the edge runs square to this direction
        found = curvatures_across(carriers, face, point[None], tangent[None])[0]
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
    carriers, face = tabulate([surface], [1]), np.zeros(1, dtype=np.int64)
    assert np.isnan(outward_normals(carriers, face, point[None])).all()
    assert np.isnan(curvatures_across(carriers, face, point[None], X[None])).all()
