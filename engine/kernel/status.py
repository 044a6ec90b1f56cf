"""OCCT's return codes turned into exceptions, and its console silenced."""

import sys
from typing import Any, TypeVar

from OCP.Message import Message

from engine.errors import KernelError

M = TypeVar("M", bound=Any)


def done(maker: M, doing: str) -> M:
    """Return `maker` if OCCT finished, else raise KernelError("OCCT could not <doing>")."""
    if not maker.IsDone():
        raise KernelError(f"OCCT could not {doing}")
    return maker


def silence() -> None:
    """Take OCCT's printers away: what it has to say on the console is for its own developers."""
    if sys.modules.get("OCP") is not None:
        messenger = Message.DefaultMessenger_s()
        for printer in list(messenger.Printers()):
            messenger.RemovePrinter(printer)
