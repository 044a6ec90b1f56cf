"""Shells come out wound one way; what was wrong is counted."""

import numpy as np
import pytest

from engine.segment import orientation
from tests.support.gltf_by_hand import CUBE_TRIANGLES, CUBE_VERTICES

CUBE = CUBE_VERTICES.astype(float) * 20
CORNERS = CUBE_TRIANGLES.astype(np.int64)


def volume(vertices, triangles):
    a, b, c = np.moveaxis(vertices[triangles], 1, 0)
    return np.einsum("ij,ij->", a, np.cross(b, c)) / 6


def test_a_sound_cube_stays_as_it_is():
    found = orientation.orient(CUBE, CORNERS)
    assert np.array_equal(found.triangles, CORNERS)
    assert found.is_closed.tolist() == [True]
    assert found.volume_mm3 == pytest.approx([8000])
    assert found.flipped == 0


@pytest.mark.parametrize("wrong", [[3], [0, 5], [1, 4, 7, 8, 11]])
def test_a_minority_of_reversed_triangles_is_turned_back(wrong):
    bent = CORNERS.copy()
    bent[wrong] = bent[wrong][:, ::-1]
    found = orientation.orient(CUBE, bent)
    assert found.flipped == len(wrong)
    assert volume(CUBE, found.triangles) == pytest.approx(8000)


def test_a_cube_inside_out_says_by_its_negative_volume():
    found = orientation.orient(CUBE, CORNERS[:, ::-1])
    assert found.volume_mm3 == pytest.approx([-8000])
    assert found.flipped == 0


def test_two_cubes_are_two_shells_also_where_they_share_an_edge():
    apart = orientation.orient(np.vstack([CUBE, CUBE + 50]), np.vstack([CORNERS, CORNERS + 8]))
    assert apart.volume_mm3 == pytest.approx([8000, 8000])
    neighbor = CORNERS + 8
    shared = {8: 3, 12: 7}  # corners 0 and 4 of the neighbor are corners 3 and 7 of the cube
    joined = np.vectorize(lambda corner: shared.get(corner, corner))(neighbor)
    touching = orientation.orient(
        np.vstack([CUBE, CUBE + np.array([20, 20, 0])]), np.vstack([CORNERS, joined])
    )
    assert touching.volume_mm3 == pytest.approx([8000, 8000])
    assert touching.is_closed.tolist() == [True, True]


def test_an_open_box_is_open_and_keeps_its_winding():
    found = orientation.orient(CUBE, CORNERS[2:])
    assert found.is_closed.tolist() == [False]
    assert found.volume_mm3.tolist() == [0.0]
    assert np.array_equal(found.triangles, CORNERS[2:])


def test_a_moebius_band_is_reported():
    turns = 8
    angle = np.linspace(0, 2 * np.pi, turns, endpoint=False)
    half = angle / 2
    rim = [
        np.column_stack(
            [
                (5 + side * np.cos(half)) * np.cos(angle),
                (5 + side * np.cos(half)) * np.sin(angle),
                side * np.sin(half),
            ]
        )
        for side in (-1, 1)
    ]
    low, high = np.arange(turns), np.arange(turns) + turns
    next_low, next_high = np.append(low[1:], high[0]), np.append(high[1:], low[0])
    band = np.vstack([np.column_stack([low, next_low, high]), np.column_stack([high, next_low, next_high])])
    assert orientation.orient(np.vstack(rim), band).is_orientable.tolist() == [False]
