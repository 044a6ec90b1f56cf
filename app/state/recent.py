"""The parts opened last: a thumbnail of each, and what was found, kept in the user's cache."""

import contextlib
import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.client.models import Result
from app.state import suitability, whole_file
from app.state.settings import Settings


@dataclass(frozen=True, slots=True)
class Entry:
    """One part."""

    path: Path
    thumbnail: Path | None
    """A PNG; None where there is none."""
    summary: str
    """What was found when it was looked at last; empty where nothing was."""
    is_there: bool
    """Whether the file is where it was."""


class Recent:
    """The list itself stands in the settings; thumbnails and summaries may go without harm."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self._settings = settings
        self._folder = folder

    def entries(self) -> tuple[Entry, ...]:
        """Return the parts, the latest first."""
        return tuple(self._entry(Path(one)) for one in self._settings["recent"])

    def remember(self, path: Path, result: Result | None = None, thumbnail: bytes | None = None) -> None:
        """Put a part first; a disk that is full or may not be written costs the thumbnail alone."""
        with contextlib.suppress(OSError):  # it holds until the program ends
            self._settings.add_recent(path)
        if result is None:
            return
        place = self._place(path)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            if thumbnail is not None:
                whole_file.write(place.with_suffix(".png"), thumbnail)
            document = {"modified": _modified(path), "summary": summary(result)}
            whole_file.write(place.with_suffix(".json"), json.dumps(document).encode())
        except OSError:
            return

    def forget(self, path: Path) -> None:
        """Take a part off the list."""
        self._settings.set("recent", [one for one in self._settings["recent"] if one != str(path)])
        for suffix in (".png", ".json"):
            self._place(path).with_suffix(suffix).unlink(missing_ok=True)

    def _entry(self, path: Path) -> Entry:
        place = self._place(path)
        thumbnail = place.with_suffix(".png")
        kept = _read(place.with_suffix(".json"))
        is_same = kept.get("modified") == _modified(path)
        found = kept.get("summary")
        return Entry(
            path,
            thumbnail if thumbnail.is_file() else None,
            found if is_same and isinstance(found, str) else "",
            path.is_file(),
        )

    def _place(self, path: Path) -> Path:
        return self._folder / hashlib.sha256(os.fsencode(path)).hexdigest()[:24]


def summary(result: Result) -> str:
    """Return what was found in a few words: the process that suits best and how the part does there."""
    best = suitability.best(result)
    if best is None:
        return "No process suits it"
    if best.n_fail:
        return f"{best.variant}: fails {best.n_fail}"
    return f"{best.variant}: {f'warns {best.n_warning}' if best.n_warning else 'passes'}"


def _modified(path: Path) -> int | None:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return None


def _read(path: Path) -> Mapping[str, Any]:
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
