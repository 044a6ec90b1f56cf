"""What went wrong on this computer, as one text that can be sent with the part."""

from collections.abc import Sequence
from pathlib import Path

TAIL_BYTES = 256 * 1024
"""Of the engine's log: it holds many parts, and the last of them failed."""


def beside(part: Path) -> Path:
    """Return where the log of a part is kept unless somebody wishes otherwise: `gear.log` by `gear.step`."""
    return part.with_suffix(".log")


def text(part: str, sentences: Sequence[str], lines: Sequence[str], log: Path) -> str:
    """Return what is known of a failure.

    Parameters
    ----------
    part
        Name of the part's file.
    sentences
        What the window said.
    lines
        What the engine said while it worked on the part.
    log
        The engine's own log, whose end is added; the text says so where it cannot be read.
    """
    return "\n".join((part, "", *sentences, "", "Progress:", *lines, "", f"End of {log}:", _end_of(log), ""))


def _end_of(log: Path) -> str:
    try:
        with log.open("rb") as file:
            file.seek(max(0, log.stat().st_size - TAIL_BYTES))
            return file.read().decode("utf-8", "replace").strip()
    except OSError as error:
        return f"It cannot be read: {(error.strerror or str(error)).lower()}."
