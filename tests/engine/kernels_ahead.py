"""Run by a process of its own: what of the kernels is not compiled ahead, a line each; nothing when all is.

It may be forked from one that has warmed up: no other kernel was called there.

Every kernel has to be reached from one that is called while warming up. After that, analyzing the file named
on the command line, into the folder named after it, must not ask for a kernel of other types: somebody would
wait for it.
"""

import importlib
import sys
from pathlib import Path
from typing import Any

from numba.core.dispatcher import Dispatcher

from engine import tasks
from engine.progress import Progress
from tests.support import small_pictures

ROOT = Path(__file__).parents[2]
OPTIONS = {
    "max_edge_mm": 4.0,
    "curvature": None,
    "pull": "cardinal",
    "alpha_min_deg": 0.5,
    "alpha_warn_deg": 3.0,
}


def all_kernels() -> list[Any]:
    """Import every module that has kernels; return them."""
    kernels: list[Any] = []
    for file in sorted((ROOT / "engine").rglob("*.py")):
        if n_here := file.read_text("utf-8").count("\n@compiled\n"):
            module = importlib.import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))
            values = [each for each in vars(module).values() if isinstance(each, Dispatcher)]
            own = [each for each in values if each.py_func.__module__ == module.__name__]
            if len(own) != n_here:
                print("looked at", len(own), "of", n_here, "kernels of", module.__name__)
            kernels += own
    return kernels


def reached(kernels: list[Any]) -> set[int]:
    """Return the identities of all kernels that were called, or that those call."""
    by_identity = {id(kernel): kernel for kernel in kernels}
    found = {id(kernel) for kernel in kernels if kernel.signatures}
    ahead = list(found)
    while ahead:
        function = by_identity[ahead.pop()].py_func
        names = function.__code__.co_names
        values = [function.__globals__.get(name) for name in names]
        values += [getattr(value, name, None) for value in values for name in names]
        new = {id(value) for value in values} & by_identity.keys() - found
        found |= new
        ahead += new
    return found


def main() -> None:
    """Warm up, then analyze."""
    for warm in (tasks.warm, tasks.warm_further):
        warm({}, Progress())
    kernels = all_kernels()
    covered = reached(kernels)
    known = {id(kernel): set(kernel.signatures) for kernel in kernels}
    for kernel in kernels:
        if id(kernel) not in covered:
            print("never called:", kernel.py_func.__module__, kernel.py_func.__name__)
    with small_pictures.drawn():
        tasks.analyze({"file": sys.argv[1], "folder": sys.argv[2], **OPTIONS}, Progress())
    for kernel in kernels:
        if known[id(kernel)] and (further := set(kernel.signatures) - known[id(kernel)]):
            print("other types:", kernel.py_func.__module__, kernel.py_func.__name__, further)


if __name__ == "__main__":
    main()
