"""Array types by shape, and the one way to make an array read-only."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Vector = NDArray[np.float64]
"""(3,) float64."""


def frozen(values: Iterable[float] | Floats) -> Floats:
    """Return `values` as a read-only float64 array; copies unless it already is one."""
    array = np.array(values, dtype=np.float64)
    array.flags.writeable = False
    return array


def frozen_ints(values: Iterable[int] | Ints) -> Ints:
    """Return `values` as a read-only int64 array; copies unless it already is one."""
    array = np.array(values, dtype=np.int64)
    array.flags.writeable = False
    return array
