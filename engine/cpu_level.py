"""The level of processors that machine code is made for, where it is shipped and other machines run it.

A compiler that is left alone makes code for the very processor it runs on, and code of another one counts
for nothing. Where kernels were compiled ahead (`compile_ahead.py`), they are for a level that any machine of
the last ten years has, and machines below it compile their own.
"""

import platform
from pathlib import Path

from numba.core import codegen

MARK = Path(__file__).with_name("compiled_ahead.txt")
"""Lies where kernels were compiled ahead."""
NAME = "x86-64-v3"
FEATURES = ("avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "sse4.2", "popcnt")
"""What tells the level from the one before it, as LLVM calls it."""


def chosen(mark: Path = MARK) -> str | None:
    """Return the level that kernels are compiled for; None for the very processor of this machine."""
    if not mark.exists() or platform.machine().lower() not in ("x86_64", "amd64"):
        return None
    features = codegen.get_host_cpu_features().split(",")
    return NAME if all(f"+{feature}" in features for feature in FEATURES) else None
