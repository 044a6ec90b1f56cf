"""The one place that asks for machine code: the decorator of every kernel.

Kernels run without the GIL, so threads suffice to use all cores, and are cached on disk: beside their
source, in the user's cache folder where that is read-only, and nowhere when neither may be written to.
The compiler's cache looks at the kernel's own file alone. Here it looks at the files of all kernels in reach
as well, for an edited helper would leave stale machine code behind: **a kernel's file imports other kernels,
or modules of kernels, at its top**, where they are seen.
"""

import hashlib
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit
from numba.core.registry import CPUDispatcher

from engine.model.arrays import Floats

Kernel = TypeVar("Kernel", bound=Callable[..., object])

_reached: dict[str, frozenset[str]] = {}
"""For each file with kernels, the files with kernels that it reaches, itself among them."""


def compiled(function: Kernel) -> Kernel:
    """Compile `function` on its first call for the argument types it sees; division by zero gives inf."""
    kernel: Any = njit(nogil=True, error_model="numpy")(function)
    try:
        kernel.enable_caching()
    except RuntimeError:  # neither beside the source nor in a cache folder of the user may a file be written
        return cast(Kernel, kernel)
    stored = kernel._cache._cache_file
    stored._load_index = _forgiving(stored._load_index)
    files = _files_reached(cast(FunctionType, function))
    if len(files) > 1 and not getattr(sys, "frozen", False):
        # a frozen program has no sources: there the program itself is the stamp
        stored._source_stamp = (stored._source_stamp, *(_digest(file) for file in sorted(files)))
    return cast(Kernel, kernel)


def _forgiving(load_index: Callable[[], dict[Any, str]]) -> Callable[[], dict[Any, str]]:
    """Take an index for empty that names types which are gone: earlier sources wrote it."""

    def loaded() -> dict[Any, str]:
        try:
            return load_index()
        except (AttributeError, ImportError):
            return {}

    return loaded


def _files_reached(function: FunctionType) -> frozenset[str]:
    own = function.__code__.co_filename
    seen = {own}
    for value in list(function.__globals__.values()):
        for each in vars(value).values() if _is_ours(value) else (value,):
            if isinstance(each, CPUDispatcher):
                file = each.py_func.__code__.co_filename
                seen |= _reached.get(file, frozenset()) | {file}
    _reached[own] = frozenset(seen)
    return _reached[own]


def _is_ours(value: Any) -> bool:
    return isinstance(value, ModuleType) and value.__name__.split(".")[0] == __name__.split(".")[0]


@cache
def _digest(file: str) -> str:
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()


def writable(values: Floats) -> Floats:
    """Return contiguous values a kernel may take: read-only arrays are another type to the compiler."""
    return np.require(values, dtype=np.float64, requirements=["C", "W"])
