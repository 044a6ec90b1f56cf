"""What was open while the program ran, so that the start after a bad end can offer it again.

A file beside the settings says it from the start of a run to its end. Where one stands at a start, the run
before did not come to its end.
"""

import contextlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.state import whole_file

NAME = "running.json"


@dataclass(frozen=True, slots=True)
class BadEnd:
    """A run that did not come to its end."""

    part: Path | None
    """The part that was open."""
    batch: tuple[Path, ...]
    """The parts of the batch."""
    began_ns: int
    """When that run last wrote down what was open; what it logged of its end is younger."""

    @property
    def files(self) -> tuple[Path, ...]:
        """What can be opened again: the part, or else the batch; only what is still there."""
        wanted = self.batch if self.part is None else (self.part,)
        return tuple(path for path in wanted if path.is_file())


class LastRun:
    """The file of this run. A disk that is full or may not be written costs the offer alone."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self.bad_end = _read(self._path)
        """How the run before ended; None where it ended well."""
        self._part: Path | None = None
        self._batch: tuple[Path, ...] = ()
        self._write()

    def open_part(self, path: Path | None) -> None:
        """Note the part that is open now; None: none."""
        self._part = path
        self._write()

    def open_batch(self, paths: Iterable[Path]) -> None:
        """Note what the batch has now."""
        self._batch = tuple(paths)
        self._write()

    def end(self) -> None:
        """Note that this run came to its end."""
        try:
            self._path.unlink(missing_ok=True)
        except OSError:
            return

    def _write(self) -> None:
        document = {"part": _name(self._part), "batch": [_name(path) for path in self._batch]}
        with contextlib.suppress(OSError):
            whole_file.write(self._path, json.dumps(document))


def _name(path: Path | None) -> str | None:
    return None if path is None else str(path.absolute())


def _read(path: Path) -> BadEnd | None:
    try:
        began_ns = path.stat().st_mtime_ns
        found: Any = json.loads(path.read_text("utf-8"))
    except OSError:
        return None
    except ValueError:
        found = {}
    if not isinstance(found, dict):
        found = {}
    part, batch = found.get("part"), found.get("batch")
    return BadEnd(
        Path(part) if isinstance(part, str) else None,
        tuple(Path(one) for one in batch if isinstance(one, str)) if isinstance(batch, list) else (),
        began_ns,
    )
