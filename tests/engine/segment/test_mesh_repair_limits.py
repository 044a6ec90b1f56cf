"""Needles and rounded corners on either side of the limits within which they are told."""

import numpy as np
import pytest

from engine.segment import mesh_repair

SINGLE = 2.0**-23


def quads(count: int, n_uneven: int, step: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return quads of 1 mm by 1 mm on their own, two triangles each; of some a corner is lifted by a step."""
    corner = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]])
    places = corner + 2.0 * np.column_stack([np.arange(count), np.zeros((count, 2))])[:, None]
    places[:n_uneven, 2, 2] = step
    first = 4 * np.arange(count)
    triangles = np.stack(
        [np.column_stack([first, first + 1, first + 3]), np.column_stack([first + 1, first + 2, first + 3])],
        axis=1,
    ).reshape(-1, 3)
    at = np.arange(2 * count)
    neighbor = np.full((2 * count, 3), -1)
    neighbor[::2, 1], neighbor[1::2, 2] = at[1::2], at[::2]
    return places.reshape(-1, 3), triangles, neighbor


@pytest.mark.parametrize(("n_uneven", "is_rounded"), [(6, True), (4, False)])
def test_a_file_is_rounded_where_a_twentieth_of_its_flats_is_uneven(n_uneven, is_rounded):
    given = quads(100, n_uneven, 0.001)
    expected = 0.001 if is_rounded else SINGLE * 199.0
    assert mesh_repair.estimate_noise_mm(*given) == pytest.approx(expected)


@pytest.mark.parametrize(("n_off", "is_rounded"), [(0, True), (1, False), (100, False)])
def test_a_file_is_rounded_whose_coordinates_lie_on_a_grid_but_for_one_in_a_thousand(n_off, is_rounded):
    vertices, triangles, neighbor = quads(100, 20, 0.001)
    vertices[200 : 200 + n_off, :2] += 0.00037
    expected = 0.001 if is_rounded else SINGLE * np.abs(vertices).max()
    assert mesh_repair.estimate_noise_mm(vertices, triangles, neighbor) == pytest.approx(expected)


@pytest.mark.parametrize(("height", "is_kept"), [(1.2e-12, True), (0.85e-12, False)])
def test_a_triangle_has_a_normal_that_is_a_millionth_of_a_millionth_high(height, is_kept):
    vertices = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.5, height, 0.0]])
    without = mesh_repair.split_degenerate(vertices, np.array([[0, 1, 2]]), np.zeros(1, dtype=np.int64), 0.0)
    assert without.is_kept.tolist() == [is_kept]


@pytest.mark.parametrize(("n_needles", "n_left"), [(16, 0), (17, 1)])
def test_sixteen_needles_in_a_fan_are_replaced_one_after_the_other(n_needles, n_left):
    """Each stands on a side of the one before, the first on a triangle."""
    along = [0.0, 1.0, *(1.0 - np.arange(1, n_needles + 1) / 20.0)]
    vertices = np.array([*[[x, 0.0, 0.0] for x in along], [0.5, -1.0, 0.0]])
    triangles = [[0, n_needles + 2, 1], *[[0, k, k + 1] for k in range(1, n_needles + 1)]]
    without = mesh_repair.split_degenerate(
        vertices, np.array(triangles), np.zeros(len(triangles), dtype=np.int64), 1e-9
    )
    assert without.replaced == 16
    assert (~without.is_kept).sum() == n_left
