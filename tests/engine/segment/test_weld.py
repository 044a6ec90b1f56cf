"""Welding closes what single precision opened, and joins nothing that is apart."""

import numpy as np

from engine.segment import weld
from tests.support.gltf_by_hand import CUBE_TRIANGLES, CUBE_VERTICES

CUBE = CUBE_VERTICES.astype(float) * 20
CORNERS = CUBE_TRIANGLES.astype(np.int64)


def soup(noise_mm):
    noise = np.random.default_rng(1).uniform(-noise_mm, noise_mm, (36, 3))
    return CUBE[CORNERS.ravel()] + noise, np.arange(36).reshape(-1, 3)


def test_a_soup_of_twelve_triangles_becomes_a_cube_of_eight_corners():
    found = weld.weld(*soup(2e-5))
    assert len(found.vertices) == 8
    assert len(found.triangles) == 12
    assert found.dropped == found.doubled == 0


def test_corners_farther_apart_than_the_tolerance_stay_apart():
    assert len(weld.weld(*soup(2e-2)).vertices) == 36


def test_welded_triangles_are_the_given_ones_in_their_order():
    found = weld.weld(*soup(0.0))
    assert np.array_equal(found.source_of_triangle, np.arange(12))
    assert np.array_equal(found.vertices[found.triangles], CUBE[CORNERS])


def test_triangles_without_area_and_repeated_ones_are_left_out_and_counted():
    extra = np.array([[0, 0, 1], [2, 3, 3], CORNERS[4][::-1]])
    found = weld.weld(CUBE, np.vstack([CORNERS, extra]))
    assert len(found.triangles) == 12
    assert (found.dropped, found.doubled) == (2, 1)


def test_vertices_no_triangle_uses_do_not_loosen_the_tolerance():
    stray = np.vstack([CUBE, [[1e9, 0, 0]]])
    found = weld.weld(stray, CORNERS)
    assert len(found.vertices) == 8
