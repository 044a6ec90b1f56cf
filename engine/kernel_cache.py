"""Machine code of kernels on disk: where it is kept, and when it is stale.

It is kept beside the source, in the user's cache folder where that is read-only, and nowhere when neither
may be written to. What was compiled ahead (`compile_ahead.py`) lies beside the source and is used in any
case. The compiler's cache looks at the kernel's own file alone. Here it looks at the files of all kernels in
reach as well, for an edited helper would leave stale machine code behind.
"""

import hashlib
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache, InTreeCacheLocator
from numba.core.registry import CPUDispatcher

_reached: dict[str, frozenset[str]] = {}
"""For each file with kernels, the files with kernels that it reaches, itself among them."""


def attach(kernel: Any) -> None:
    """Have a kernel's machine code kept, and what was compiled ahead of it used."""
    try:
        kernel.enable_caching()
    except RuntimeError:  # neither beside the source nor in a cache folder of the user may a file be written
        kernel._cache = _shipped(kernel.py_func) or kernel._cache
        return
    _stamp(kernel._cache, kernel.py_func)
    beside = Path(kernel.py_func.__code__.co_filename).parent / "__pycache__"
    if Path(kernel._cache.cache_path) != beside and (shipped := _shipped(kernel.py_func)):
        kernel._cache = _Layered(shipped, kernel._cache)


class _Layered:
    """Machine code that was compiled ahead, and what this user compiled besides."""

    def __init__(self, shipped: FunctionCache, own: FunctionCache) -> None:
        self._shipped = shipped
        self._own = own

    @property
    def cache_path(self) -> str:
        """Where the user's lies."""
        return str(self._own.cache_path)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return machine code for a signature; None where there is none."""
        found = self._shipped.load_overload(sig, target_context)
        return self._own.load_overload(sig, target_context) if found is None else found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled just now."""
        self._own.save_overload(sig, data)


class _BesideTheSource(InTreeCacheLocator):
    """The folder beside the source, if it is there; whether it may be written to does not matter."""

    def ensure_cache_path(self) -> None:
        """Take the folder that is there."""
        if not os.path.isdir(self.get_cache_path()):
            raise NotADirectoryError(self.get_cache_path())


class _ReadOnlyImpl(CompileResultCacheImpl):
    _locator_classes = [_BesideTheSource]  # noqa: RUF012


class _ReadOnlyCache(FunctionCache):
    """Machine code that was compiled ahead."""

    _impl_class = _ReadOnlyImpl

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep nothing."""


def _shipped(function: FunctionType) -> _ReadOnlyCache | None:
    try:
        shipped = _ReadOnlyCache(function)
    except RuntimeError:  # there is no such folder
        return None
    _stamp(shipped, function)
    return shipped


def _stamp(kept: Any, function: FunctionType) -> None:
    """Have machine code count for the files of all kernels in reach as they are."""
    stored = kept._cache_file
    stored._load_index = _forgiving(stored._load_index)
    files = _files_reached(function)
    if len(files) > 1 or getattr(sys, "frozen", False):  # of a bundle the compiler stamps the program alone
        stored._source_stamp = (stored._source_stamp, *(_digest(file) for file in sorted(files)))


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
