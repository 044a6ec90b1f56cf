"""Welding closes what single precision opened, and joins nothing that is apart."""

import time

import numpy as np
import pytest

from engine.segment import welding
from tests.support.gltf_by_hand import CUBE_TRIANGLES, CUBE_VERTICES

CUBE = CUBE_VERTICES.astype(float) * 20
CORNERS = CUBE_TRIANGLES.astype(np.int64)


def soup(noise_mm):
    noise = np.random.default_rng(1).uniform(-noise_mm, noise_mm, (36, 3))
    return CUBE[CORNERS.ravel()] + noise, np.arange(36).reshape(-1, 3)


def test_a_soup_of_twelve_triangles_becomes_a_cube_of_eight_corners():
    found = welding.weld(*soup(2e-5))
    assert len(found.vertices) == 8
    assert len(found.triangles) == 12
    assert found.dropped == found.doubled == 0


def test_corners_farther_apart_than_the_tolerance_stay_apart():
    assert len(welding.weld(*soup(2e-2)).vertices) == 36


def test_welded_triangles_are_the_given_ones_in_their_order():
    found = welding.weld(*soup(0.0))
    assert np.array_equal(found.source_of_triangle, np.arange(12))
    assert np.array_equal(found.vertices[found.triangles], CUBE[CORNERS])


def test_triangles_without_area_and_repeated_ones_are_left_out_and_counted():
    extra = np.array([[0, 0, 1], [2, 3, 3], CORNERS[4][::-1]])
    found = welding.weld(CUBE, np.vstack([CORNERS, extra]))
    assert len(found.triangles) == 12
    assert (found.dropped, found.doubled) == (2, 1)


def test_vertices_no_triangle_uses_do_not_loosen_the_tolerance():
    stray = np.vstack([CUBE, [[1e9, 0, 0]]])
    found = welding.weld(stray, CORNERS)
    assert len(found.vertices) == 8


def grid(count: int, side_mm: float) -> tuple[np.ndarray, np.ndarray]:
    """Draw a square sheet of count x count vertices."""
    x, y = np.meshgrid(np.linspace(0.0, side_mm, count), np.linspace(0.0, side_mm, count), indexing="ij")
    places = np.column_stack([x.ravel(), y.ravel(), np.zeros(count * count)])
    corner = (np.arange(count - 1)[:, None] * count + np.arange(count - 1)).ravel()
    halves = [
        np.stack([corner, corner + count, corner + count + 1], axis=1),
        np.stack([corner, corner + count + 1, corner + 1], axis=1),
    ]
    return places, np.concatenate(halves)


@pytest.mark.parametrize(("far_mm", "left"), [(1e3, 2 * 199**2 + 1), (1e8, 0)])
def test_a_vertex_far_out_costs_neither_memory_nor_time(far_mm: float, left: int) -> None:
    # 40,000 vertices, all within the tolerance of each other where the last is 1e8 mm out: 8e8 pairs
    places, triangles = grid(200, 10.0)
    places = np.concatenate([places, [[far_mm, far_mm, 0.0]]])
    triangles = np.concatenate([triangles, [[0, 1, len(places) - 1]]])
    began = time.process_time()
    welded = welding.weld(places, triangles)
    assert time.process_time() - began < 5.0
    assert len(welded.triangles) == left


def test_crowds_in_neighboring_cells_join_and_those_apart_do_not() -> None:
    crowd = np.random.default_rng(3).uniform(0.0, 1.0, (3000, 3))
    tolerance = 0.4
    assert len(np.unique(welding._clusters(crowd, tolerance))) == 1
    aside = crowd + np.array([1.0 + 2.0 * tolerance, 0.0, 0.0])
    apart = np.concatenate([crowd, aside])
    cluster = welding._clusters(apart, tolerance)
    assert len(np.unique(cluster)) == 2
    assert (cluster[:3000] == cluster[0]).all()
