"""The one place that asks for machine code: the decorator of every kernel.

Kernels run without the GIL, so threads suffice to use all cores, and are cached on disk (`kernel_cache.py`):
**a kernel's file imports other kernels, or modules of kernels, at its top**, where the cache sees them.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba import njit

from engine import cpu_level, kernel_cache
from engine.model.arrays import Floats

Kernel = TypeVar("Kernel", bound=Callable[..., object])

if level := cpu_level.chosen():
    settings: Any = numba.config
    settings.CPU_NAME, settings.CPU_FEATURES = level, ""


def compiled(function: Kernel) -> Kernel:
    """Compile `function` on its first call for the argument types it sees; division by zero gives inf."""
    kernel: Any = njit(nogil=True, error_model="numpy")(function)
    kernel_cache.attach(kernel)
    return cast(Kernel, kernel)


def writable(values: Floats) -> Floats:
    """Return contiguous values a kernel may take: read-only arrays are another type to the compiler."""
    return np.require(values, dtype=np.float64, requirements=["C", "W"])
