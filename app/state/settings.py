"""What the user set, in one table; kept as JSON in the user's configuration folder, without any keys."""

import json
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.state import whole_file
from app.state.interface import SHIPPED
from app.state.observers import Observers

FILE_NAME = "settings.json"
VERSION = 1
Value = bool | int | float | str | list[str]


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: its name in the file, what holds unless set, and what it means."""

    name: str
    default: Value
    doc: str
    accepts: tuple[Value, ...] = ()
    """The values it may have; empty for any of the type of the default."""
    is_within: tuple[float, float] | None = None

    def accepted(self, value: Any) -> bool:
        """Return whether a value is one this setting may have."""
        if isinstance(self.default, list):
            return isinstance(value, list) and all(isinstance(one, str) for one in value)
        if isinstance(self.default, bool) or isinstance(value, bool):
            return isinstance(self.default, bool) and isinstance(value, bool)
        kind = (int, float) if isinstance(self.default, float) else type(self.default)
        if not isinstance(value, kind) or (self.accepts and value not in self.accepts):
            return False
        return self.is_within is None or self.is_within[0] <= float(value) <= self.is_within[1]


TABLE: tuple[Setting, ...] = (
    Setting("theme", "system", "Light, dark, or as the system has it.", ("system", "light", "dark")),
    Setting("server", "", "Address of the API, ending in /api/v1; empty: the server beside the program."),
    Setting("language", "", "Language of the window, as `de`; empty: as the system has it."),
    Setting("length_unit", "mm", "Unit that lengths are shown and typed in.", ("mm", "in")),
    Setting("pull", "cardinal", "How the pull is chosen at first.", ("cardinal", "hemisphere")),
    Setting("alpha_min_deg", 0.5, "Draft below which a face is an undercut.", is_within=(0.0, 45.0)),
    Setting("alpha_warn_deg", 3.0, "Draft below which a face is told of.", is_within=(0.0, 45.0)),
    Setting("layer", "features", "Layer that is shown first.", tuple(layer.name for layer in SHIPPED.layers)),
    Setting("is_orthographic", True, "Whether the view has no perspective."),
    Setting("shows_edges", True, "Whether the edges of the part are drawn."),
    Setting("legend_is_open", True, "Whether the legend is shown unfolded."),
    Setting(
        "mouse", "sprue", "Which program's mouse the view follows.", ("sprue", "cad", "blender", "touchpad")
    ),
    Setting("currency", "", "Sign shown beside prices of a server that tells no currency; empty: none."),
    Setting(
        "quantities", ["1", "5", "10", "25", "50", "100", "250", "1000"], "Quantities of the price curve."
    ),
    Setting(
        "batch_processes", [], "Processes side by side in a batch, as pack/configuration; a pack/ its best."
    ),
    Setting(
        "engine_max_file_mb",
        25.0,
        "Largest file that the engine of this computer reads.",
        is_within=(1.0, 2000.0),
    ),
    Setting(
        "engine_time_limit_s",
        300.0,
        "Seconds that an analysis on this computer may take.",
        is_within=(10.0, 86_400.0),
    ),
    Setting(
        "engine_memory_mb",
        0,
        "Memory that an analysis on this computer may use; 0: a share of it.",
        is_within=(0, 1_000_000),
    ),
    Setting(
        "build_volumes", [], "Boxes that go into the user's machines, as pack/configuration=AxBxC in mm."
    ),
    Setting("watches_file", True, "Whether an open part is analyzed anew when its file is saved."),
    Setting("inspect_sizes", [], "How wide and high the panels of Inspect were left."),
    Setting("recent", [], "Parts opened last, the latest first."),
    Setting("n_recent", 12, "How many parts are kept in that list.", is_within=(0, 100)),
)
ENGINE_VARIABLES = {
    "engine_max_file_mb": "SPRUE_MAX_UPLOAD_MB",
    "engine_time_limit_s": "SPRUE_TIME_LIMIT_S",
    "engine_memory_mb": "SPRUE_WORKER_MEMORY_MB",
}
"""Settings of the engine of this computer, and what its server calls them, as its messages do."""
SETTING_OF_NAME = {setting.name: setting for setting in TABLE}


class Settings:
    """The settings as they hold; every change is written at once.

    A file that is missing or damaged, or a value that is out of its range, counts as not set. Names that this
    version does not know are kept for the version that does.
    """

    def __init__(self, folder: Path) -> None:
        self.changed: Observers[str] = Observers()
        self.path = folder / FILE_NAME
        self._stored = _read(self.path)

    def __getitem__(self, name: str) -> Any:
        """Return what holds; raises KeyError where there is no such setting."""
        setting = SETTING_OF_NAME[name]
        value = self._stored.get(name, setting.default)
        return _copy(value if setting.accepted(value) else setting.default)

    def set(self, name: str, value: Value) -> None:
        """Set and write; raises KeyError or ValueError where there is no such setting or it may not be that.

        Raises OSError where it cannot be written; it holds all the same until the program ends.
        """
        setting = SETTING_OF_NAME[name]
        if not setting.accepted(value):
            raise ValueError(f"{name} cannot be {value!r}. {setting.doc}")
        if self[name] == value:
            return
        self._store(name, lambda stored: stored.__setitem__(name, _copy(value)))

    def engine_environment(self) -> dict[str, str]:
        """Return what the engine of this computer is started with; what was not set is left to it."""
        return {
            variable: f"{self[name]:g}"
            for name, variable in ENGINE_VARIABLES.items()
            if self[name] != SETTING_OF_NAME[name].default
        }

    def reset(self, name: str) -> None:
        """Let the default hold again."""
        SETTING_OF_NAME[name]
        if name in self._stored:
            self._store(name, lambda stored: stored.pop(name))

    def add_recent(self, path: Path) -> None:
        """Put a part at the head of the list of those opened last."""
        kept = [one for one in self["recent"] if one != str(path)]
        self.set("recent", [str(path), *kept][: self["n_recent"]])

    def _store(self, name: str, change: Callable[[dict[str, Any]], Any]) -> None:
        change(self._stored)
        try:
            _write(self.path, self._stored)
        finally:
            self.changed.notify(name)


def user_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """Return where this system keeps what its users set."""
    home = Path(environment.get("HOME") or environment.get("USERPROFILE") or Path.home())
    if platform == "win32":
        return Path(environment.get("APPDATA") or home / "AppData" / "Roaming") / "Sprue"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "Sprue"
    configured = environment.get("XDG_CONFIG_HOME", "")
    return (Path(configured) if configured.startswith("/") else home / ".config") / "sprue"


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _write(path: Path, stored: Mapping[str, Any]) -> None:
    text = json.dumps({**stored, "version": VERSION}, indent=2, sort_keys=True, ensure_ascii=False)
    whole_file.write(path, text + "\n", is_synced=True)


def _copy(value: Any) -> Any:
    return list(value) if isinstance(value, list) else value
