"""Points inside polygons with holes, as far from every border as the shape lets them be."""

import numpy as np
import pytest

from engine.meshing.trims import Trim, inside, inside_grid, inside_points
from engine.model.arrays import Floats

SQUARE = np.array([[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]])


def domain(*loops: Floats) -> Trim:
    corners = np.concatenate(loops)
    return Trim(list(loops), corners.min(axis=0), corners.max(axis=0))


def circle(radius: float, x: float = 5.0, y: float = 5.0) -> Floats:
    angle = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    return np.column_stack([x + radius * np.cos(angle), y + radius * np.sin(angle)])


def test_inside_is_even_odd() -> None:
    ring = domain(SQUARE, circle(2.0))
    points = np.array([[1.0, 1.0], [5.0, 5.0], [11.0, 5.0], [5.0, 7.5], [-1.0, -1.0]])
    assert inside(ring, points).tolist() == [True, False, False, True, False]


@pytest.mark.parametrize(
    ("trim", "far"),
    [
        (domain(SQUARE), 4.5),
        (domain(SQUARE, circle(4.5)), 0.2),
        (domain(SQUARE[::-1]), 4.5),
        (domain(np.array([[0, 0], [10, 0], [10, 1], [1, 1], [1, 9], [10, 9], [10, 10], [0, 10.0]])), 0.4),
        (domain(np.array([[0, 0], [100, 0], [100, 0.1], [0, 0.1]])), 0.04),
        (domain(np.array([[0, 0], [10, 0], [5, 8.0]])), 1.5),
        (domain(SQUARE, *(circle(0.9, x, y) for x in (1, 3, 5, 7, 9) for y in (1, 3, 5, 7, 9))), 0.05),
    ],
)
def test_the_inside_point_lies_inside_and_far_from_borders(trim: Trim, far: float) -> None:
    (point,) = inside_points([trim], np.ones((1, 2)))
    assert inside(trim, point[None]).all()
    loops = [np.concatenate([loop, loop[:1]]) for loop in trim.loops]
    dense = np.concatenate(
        [loop[:-1, None] + np.linspace(0, 1, 200)[:, None] * np.diff(loop, axis=0)[:, None] for loop in loops]
    ).reshape(-1, 2)
    assert np.linalg.norm(dense - point, axis=1).min() > far


def test_a_domain_without_inside_has_no_point() -> None:
    line = domain(np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]]))
    ring = domain(SQUARE, circle(4.5))
    alone, *others = inside_points([ring, line, ring], np.ones((3, 2)))
    assert inside(ring, alone[None]).all()
    assert np.isnan(others[0]).all()
    assert (others[1] == alone).all()
    assert inside_points([], np.ones((0, 2))).shape == (0, 2)


def test_a_grid_leaves_out_the_holes() -> None:
    ring = domain(SQUARE, circle(2.0))
    points = inside_grid(ring, 10)
    assert (
        len(points) == 100 - 12
    )  # cell middles within 2 of the middle: (±.5, ±.5), (±1.5, ±.5), (±.5, ±1.5)


def test_the_outer_loop_is_the_one_that_encloses_most() -> None:
    assert domain(circle(2.0), SQUARE).outer == 1
    assert domain(SQUARE[::-1], circle(2.0)).outer == 0
