"""OCCT's return codes and exceptions turned into ours, and its console silenced."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, TypeVar

from OCP.Message import Message

from engine.errors import KernelError

M = TypeVar("M", bound=Any)


def done(maker: M, doing: str) -> M:
    """Return `maker` if OCCT finished, else raise KernelError("OCCT could not <doing>")."""
    if not maker.IsDone():
        raise KernelError(f"OCCT could not {doing}")
    return maker


@contextmanager
def occt(doing: str) -> Iterator[None]:
    """Turn what OCCT throws within the block into KernelError("OCCT could not <doing>: ...").

    Its exceptions have no base class in common but their module.
    """
    try:
        yield
    except Exception as error:
        if not type(error).__module__.startswith("OCP"):
            raise
        raise KernelError(f"OCCT could not {doing}: {error}") from error


@cache
def silence() -> None:
    """Take OCCT's printers away, once: what it has to say on the console is for its own developers."""
    messenger = Message.DefaultMessenger_s()
    for printer in list(messenger.Printers()):
        messenger.RemovePrinter(printer)
