"""Fits to corners on either side of what a surface takes, and of what strays from it."""

from collections.abc import Callable

import numpy as np
import pytest

from engine.segment import fitting, mesh_repair
from engine.segment.facets import FacetGraph
from engine.surfaces.kind import CONE, CYLINDER, SPHERE, TORUS
from engine.surfaces.revolution import Revolution, named
from tests.support.prisms import facets_of

Z = np.array([0.0, 0.0, 1.0])


def on_ball(u: np.ndarray, v: np.ndarray) -> np.ndarray:
    return 10.0 * np.column_stack([np.cos(v) * np.cos(u), np.cos(v) * np.sin(u), np.sin(v)])


def on_cone(u: np.ndarray, v: np.ndarray) -> np.ndarray:
    height = 10.0 + 6.0 * v
    rho = np.tan(np.radians(30.0)) * height
    return np.column_stack([rho * np.cos(u), rho * np.sin(u), height])


def on_torus(u: np.ndarray, v: np.ndarray) -> np.ndarray:
    across = np.radians(30.0) + 2.0 * v
    rho = 10.0 + 4.0 * np.cos(across)
    return np.column_stack([rho * np.cos(u), rho * np.sin(u), 4.0 * np.sin(across)])


PLACES: dict[int, Callable[[np.ndarray, np.ndarray], np.ndarray]] = {
    SPHERE: on_ball,
    CONE: on_cone,
    TORUS: on_torus,
}


def fan(kind: int, sides: int) -> FacetGraph:
    """Return the facets from the middle of a patch of a surface to as many corners round about."""
    at = np.arange(sides)
    turn = 2.0 * np.pi * at / sides + 0.2
    u, v = (np.concatenate([[0.0], np.radians(20.0) * each]) for each in (np.cos(turn), np.sin(turn)))
    triangles = np.column_stack([np.zeros(sides, dtype=np.int64), 1 + at, 1 + (at + 1) % sides])
    mesh, _ = mesh_repair.build([(PLACES[kind](u, v), triangles)])
    return facets_of(mesh)[1]


@pytest.mark.parametrize(("kind", "corners"), [(SPHERE, 5), (CONE, 7), (TORUS, 8)])
def test_a_fit_takes_one_corner_more_than_fix_a_surface(kind, corners):
    for count, is_fitted in ((corners, True), (corners - 1, False)):
        graph = fan(kind, count - 1)
        far = fitting.fit(kind, graph, np.arange(count - 1), np.zeros(8), 1.0, np.inf)
        assert (far < 1e-4) == is_fitted


@pytest.mark.parametrize(("facets", "is_fitted"), [(8, True), (7, False)])
def test_a_torus_is_read_by_its_ring_off_eight_facets(facets, is_fitted):
    assert fitting.fit_torus_by_ring(fan(TORUS, facets), np.arange(facets), np.zeros(8)) == is_fitted


@pytest.mark.parametrize(("off", "is_left_out"), [(1.84, False), (2.25, True)])
def test_a_corner_twice_as_far_off_as_others_is_left_out(off, is_left_out):
    """Corners lie 0.01 mm in and out of a tube. One farther out draws it its way, unless left out."""
    at = 2.0 * np.pi * np.arange(240) / 240
    away = np.where(np.arange(240) % 2 == 0, 0.01, -0.01)
    away[0] = 0.01 * off
    ring = np.column_stack([(10.0 + away) * np.cos(at), (10.0 + away) * np.sin(at), np.zeros(240)])
    points = np.concatenate([ring - Z, ring * (1.0, 1.0, 0.0) + Z])
    points[240, :2] = (10.01, 0.0)
    s = Revolution(np.zeros(3), Z, 10.0, 0.0).packed()
    fitting.polish(CYLINDER, s, points, 1e-6)
    assert (named(s).point[0] < 0.0) == is_left_out


@pytest.mark.parametrize(("times", "is_ring"), [(880.0, True), (1120.0, False)])
def test_a_ring_a_thousand_times_as_large_as_half_of_the_face_along_it_is_none(times, is_ring):
    """A tube of radius 1 along 20 mm of a ring."""
    ring_mm = 10.0 * times
    around, across = np.meshgrid(
        np.linspace(-10.0 / ring_mm, 10.0 / ring_mm, 17),
        np.radians(np.linspace(-45.0, 45.0, 9)),
        indexing="ij",
    )
    rho = ring_mm + np.cos(across)
    places = np.stack([rho * np.cos(around) - ring_mm, rho * np.sin(around), np.sin(across)], axis=-1)
    first = (np.arange(16)[:, None] * 9 + np.arange(8)).ravel()
    triangles = np.concatenate(
        [np.column_stack([first, first + 9, first + 10]), np.column_stack([first, first + 10, first + 1])]
    )
    _, graph = facets_of(mesh_repair.build([(places.reshape(-1, 3), triangles)])[0])
    s = np.zeros(8)
    assert fitting.fit_torus_by_ring(graph, np.arange(len(graph.areas)), s) == is_ring
    assert not is_ring or (named(s).radius, named(s).profile) == pytest.approx((ring_mm, 1.0), rel=1e-3)
