"""What workers do: act out what a part asks for (crash, hang, eat memory), or analyze it for real."""

from pathlib import Path
from typing import Any

from engine import tasks
from engine.progress import Progress
from tests.server import acting

LONGEST_ACT_BYTES = 200


def analyze(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Act out what the file asks for, or analyze it."""
    return acting.act(arguments, progress) if _asks(arguments) else tasks.analyze(arguments, progress)


def preview(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Act out what the file asks for, or look at it."""
    return acting.preview(arguments, progress) if _asks(arguments) else tasks.preview(arguments, progress)


def _asks(arguments: dict[str, Any]) -> bool:
    return Path(arguments["file"]).stat().st_size < LONGEST_ACT_BYTES
