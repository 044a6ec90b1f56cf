"""Keys are sorted and numbered as NumPy does it, only faster."""

import numpy as np
import pytest

from engine.segment import surface_mesh


@pytest.mark.parametrize("largest", [0, 7, 2**40, 2**63 - 1])
@pytest.mark.parametrize("least", [0, -3])
@pytest.mark.parametrize("count", [0, 1, 500])
def test_runs_stand_in_the_order_of_a_stable_sort(count, least, largest):
    draws = np.random.default_rng(count)
    key = draws.choice(draws.integers(least, largest, 40, endpoint=True), count)
    order, first, length = surface_mesh.runs(key)
    _, begin, counts = np.unique(np.sort(key), return_index=True, return_counts=True)
    assert np.array_equal(order, np.argsort(key, kind="stable"))
    assert np.array_equal(first, begin)
    assert np.array_equal(length, counts)


@pytest.mark.parametrize("shape", [(0, 3), (200, 3)])
def test_numbers_are_those_of_the_values_in_ascending_order(shape):
    key = np.random.default_rng(5).choice([0, 2, 3, 90], shape)
    values, inverse = np.unique(key, return_inverse=True)
    found, number = surface_mesh.numbered(key)
    assert np.array_equal(found, values)
    assert np.array_equal(number, inverse)
