"""The smallest rectangle round points, in any frame."""

import numpy as np
import pytest

from engine.graph import rectangles

Z = np.array([0.0, 0.0, 1.0])


def sides(points: np.ndarray, normal: np.ndarray = Z) -> tuple[float, float]:
    long, short = rectangles.smallest(points, normal)
    return float(np.ptp(points @ long)), float(np.ptp(points @ short))


def turned(points: np.ndarray, degrees: float) -> np.ndarray:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return points @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])


@pytest.mark.parametrize("degrees", [0, 17, 45, 90, 133])
def test_a_turned_rectangle_keeps_its_sides(degrees: float) -> None:
    corners = np.array([[0, 0, 0], [5, 0, 3], [5, 2, -1], [0, 2, 8], [2, 1, 0]], dtype=float)
    assert sides(turned(corners, degrees)) == pytest.approx((5, 2))


def test_of_two_rectangles_of_one_area_the_longer_is_taken() -> None:
    corners = np.array([[0, 0, 0], [4, 0, 0], [0, 3, 0]], dtype=float)  # 5 x 2.4 is as large as 4 x 3
    assert sides(turned(corners, 30)) == pytest.approx((5, 2.4))


def test_points_on_a_line_and_a_point_alone_have_no_width() -> None:
    line = np.array([[0, 0, 0], [3, 4, 0], [1.5, 2, 0]], dtype=float)
    assert sides(line) == pytest.approx((5, 0), abs=1e-9)
    assert sides(np.array([[1.0, 2.0, 3.0]])) == (0, 0)


def test_the_two_sides_are_square_to_each_other_and_to_the_normal() -> None:
    normal = np.array([1.0, 2.0, -2.0]) / 3
    long, short = rectangles.smallest(np.random.default_rng(4).normal(size=(40, 3)), normal)
    products = [long @ short, long @ normal, short @ normal]
    assert products == pytest.approx([0, 0, 0], abs=1e-12)
    assert [np.linalg.norm(long), np.linalg.norm(short)] == pytest.approx([1, 1])
