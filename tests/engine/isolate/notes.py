"""A module that notes who loads it, in the file that the variable NOTE names."""

import os
import threading
import time
from pathlib import Path
from typing import Any

from engine.progress import Progress


def _note(what: str) -> None:
    with Path(os.environ["NOTE"]).open("a") as file:
        file.write(f"{what} by {os.getpid()}\n")


def write(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    _note("written")
    return {}


def start_thread(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
    return {}


def surroundings(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Tell what the process was given."""
    secrets = [name for name in os.environ if name.startswith("SPRUE_")]
    return {"name": os.environ["NAME"], "folder": os.getcwd(), "secrets": secrets}


_note("loaded")
