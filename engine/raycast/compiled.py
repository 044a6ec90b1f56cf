"""The one place that asks for machine code: the decorator of every kernel in this package.

Kernels run without the GIL, so threads suffice to use all cores, and are cached on disk beside their
source. The cache looks at the kernel's own file alone, therefore **a kernel calls only kernels of its own
file**; otherwise an edited helper would leave stale machine code behind.
"""

from collections.abc import Callable
from typing import TypeVar, cast

import numpy as np
from numba import njit

from engine.model.arrays import Floats

Kernel = TypeVar("Kernel", bound=Callable[..., object])


def compiled(function: Kernel) -> Kernel:
    """Compile `function` on its first call for the argument types it sees; division by zero gives inf."""
    return cast(Kernel, njit(cache=True, nogil=True, error_model="numpy")(function))


def writable(values: Floats) -> Floats:
    """Return contiguous values a kernel may take: read-only arrays are another type to the compiler."""
    return np.require(values, dtype=np.float64, requirements=["C", "W"])
