"""Short cuts past numpy: the same answers, to the last bit."""

import numpy as np
import pytest

from engine.model.arrays import cross, distinct_rows, norms, square_to, squares_to, vector_product

SIZES = (1e-300, 1e-160, 1e-9, 1.0, 1e9, 1e150)
"""Of vectors, from where squares underflow to where they all but overflow."""


@pytest.fixture(params=SIZES)
def pairs(request: pytest.FixtureRequest) -> np.ndarray:
    return request.param * np.random.default_rng(3).normal(size=(2, 40, 3))


def test_lengths_and_products_of_rows_are_those_of_numpy(pairs: np.ndarray) -> None:
    a, b = pairs
    assert np.array_equal(norms(a), np.linalg.norm(a, axis=1))
    assert np.array_equal(norms(pairs), np.linalg.norm(pairs, axis=2))
    assert np.array_equal(cross(a, b), np.cross(a, b))
    assert np.array_equal(cross(a, b[0]), np.cross(a, b[0]))
    assert np.array_equal(cross(a[0], b), np.cross(a[0], b))
    assert np.array_equal(vector_product(a[0], b[0]), np.cross(a[0], b[0]))


def test_of_no_rows_there_are_none() -> None:
    none = np.zeros((0, 3))
    assert norms(none).shape == (0,)
    assert cross(none, none).shape == (0, 3)
    first, kind = distinct_rows(none)
    assert len(first) == len(kind) == 0


@pytest.mark.parametrize("direction", [(0.0, 0.0, 1.0), (0.6, 0.0, -0.8), (0.48, 0.6, 0.64)])
def test_a_vector_square_to_another_is_long_enough_to_be_made_a_unit(
    direction: tuple[float, float, float],
) -> None:
    square = square_to(np.array(direction))
    assert square @ np.array(direction) == pytest.approx(0.0, abs=1e-15)
    assert np.linalg.norm(square) > 0.8  # the axis least along it leans by 54.7° at least
    assert np.array_equal(squares_to(np.array([direction, direction[::-1]]))[0], square)


def test_equal_rows_are_told_from_others_as_numpy_does() -> None:
    rows = np.random.default_rng(1).integers(0, 3, size=(200, 3)).astype(float)
    kinds, firsts, of_row = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    first, kind = distinct_rows(rows)
    assert np.array_equal(rows[first], kinds)
    assert np.array_equal(first, firsts)
    assert np.array_equal(kind, of_row)
