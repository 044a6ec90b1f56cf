"""The tasks of the engine in a process that ends where the names of a file are read."""

import ctypes

from engine.kernel import names
from engine.tasks import analyze as analyze
from engine.tasks import describe as describe
from engine.tasks import preview as preview


def _crash(*_: object) -> None:
    ctypes.string_at(0)


names.names_of = _crash  # type: ignore[assignment]
