"""Surfaces are recovered from points that lie on them exactly, whatever they were taken for at first."""

import numpy as np
import pytest

from engine.segment import fitting
from engine.surfaces.kind import CONE, CYLINDER, SPHERE, TORUS
from engine.surfaces.revolution import Revolution, distances, named
from tests.support.prisms import arc, facets_of, wall

Z = np.array([0.0, 0.0, 1.0])
SURFACES = {
    CYLINDER: Revolution(np.zeros(3), Z, 4.0, 0.0),
    CONE: Revolution(np.zeros(3), Z, 4.0, np.radians(20.0)),
    SPHERE: Revolution(np.zeros(3), Z, 0.0, 4.0),
    TORUS: Revolution(np.zeros(3), Z, 6.0, 2.0),
}


def points_on(kind: int) -> np.ndarray:
    """Return 60 points on a surface of `SURFACES`: five rings of twelve, over a third of a turn."""
    s = SURFACES[kind]
    turn, row = np.meshgrid(np.radians(np.linspace(0, 120, 12)), np.linspace(-1.0, 1.0, 5), indexing="ij")
    if kind in (CYLINDER, CONE):
        rho, height = s.radius + row * np.tan(s.profile), row
    else:
        rho, height = s.radius + s.profile * np.cos(row), s.profile * np.sin(row)
    return np.stack([rho * np.cos(turn), rho * np.sin(turn), height], axis=-1).reshape(-1, 3)


@pytest.mark.parametrize("kind", SURFACES)
def test_a_surface_that_is_a_little_off_comes_onto_its_points(kind):
    points = points_on(kind)
    true = SURFACES[kind]
    tilted = np.array([0.03, -0.02, 1.0])
    s = Revolution(
        np.array([0.1, -0.1, 0.0]), tilted / np.linalg.norm(tilted), 1.02 * true.radius, 0.97 * true.profile
    ).packed()
    far = fitting.gauss_newton(kind, s, points, 1e-12, np.inf)
    assert far < 1e-9
    assert np.abs(distances(kind, s, points, np.empty_like(points))).max() < 1e-9
    found = named(s)
    if kind != SPHERE:
        assert abs(found.axis @ Z) == pytest.approx(1.0, abs=1e-9)
    if kind in (SPHERE, TORUS):
        assert found.profile == pytest.approx(true.profile, abs=1e-6)
    if kind in (CYLINDER, TORUS):
        assert found.radius == pytest.approx(true.radius, abs=1e-6)
    if kind == CONE:
        assert found.profile == pytest.approx(true.profile, abs=1e-6)


def test_points_of_a_cone_lie_on_no_cylinder():
    s = SURFACES[CYLINDER].packed()
    assert fitting.gauss_newton(CYLINDER, s, points_on(CONE), 1e-12, np.inf) > 0.1


@pytest.mark.parametrize("is_left_out", [True, False])
def test_corners_that_stray_are_left_out_of_a_polished_fit(is_left_out):
    points = points_on(SPHERE)
    points[[3, 40]] *= 1.1
    s = SURFACES[SPHERE].packed()
    if is_left_out:
        fitting.polish(SPHERE, s, points, 1e-6)
    else:
        fitting.gauss_newton(SPHERE, s, points, 1e-9, np.inf)
    strayed = abs(named(s).profile - 4.0)
    assert strayed < 1e-5 if is_left_out else strayed > 1e-3


def test_a_first_guess_of_a_ball_is_the_ball_itself():
    s = np.zeros(8)
    points = points_on(SPHERE) + 1.0
    assert fitting.initial_guess(SPHERE, s, points, points[:0], points[:0])
    assert s[:3] == pytest.approx([1.0] * 3, abs=1e-6)
    assert named(s).profile == pytest.approx(4.0, abs=1e-6)


def test_facets_that_turn_about_one_line_say_a_cylinders_axis():
    at = np.radians(np.arange(0.0, 100.0, 10.0))
    normals = np.column_stack([np.cos(at), np.sin(at), np.zeros(10)])
    points = np.concatenate([normals * 4.0 - Z, normals * 4.0 + Z])
    s = np.zeros(8)
    assert fitting.initial_guess(CYLINDER, s, points, normals * 4.0, normals)
    assert abs(s[5]) == pytest.approx(1.0)
    assert named(s).radius == pytest.approx(4.0)


def test_small_systems_are_solved_and_those_that_are_not_positive_are_refused():
    right = np.array([2.0, 1.0])
    assert fitting.solve_in_place(np.array([[4.0, 2.0], [2.0, 3.0]]), right)
    assert right == pytest.approx([0.5, 0.0])
    assert not fitting.solve_in_place(np.array([[1.0, 2.0], [2.0, 1.0]]), np.ones(2))


def test_corners_of_neighboring_facets_come_once_and_no_more_than_asked():
    _, graph = facets_of(wall(arc(10.0, 90.0, 6)))
    assert len(fitting.corner_points(graph, np.arange(6), 400)) == 14
    assert len(fitting.corner_points(graph, np.arange(6), 5)) == 5


@pytest.mark.parametrize(("chords", "is_fitted"), [(3, True), (2, True), (1, False)])
def test_a_cylinder_takes_six_corners(chords, is_fitted):
    """Five fix it, and one more has to agree."""
    _, graph = facets_of(wall(arc(10.0, 15.0 * chords, chords)))
    s = np.zeros(8)
    far = fitting.fit(CYLINDER, graph, np.arange(chords), s, 1.0, np.inf)
    assert (far < 1e-6) == is_fitted
    if is_fitted:
        assert named(s).radius == pytest.approx(10.0, abs=1e-4)
