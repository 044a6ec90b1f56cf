"""Rule packs of the user's own: one JSON file each in a folder, named by the pack's key."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from app.client.models import Json
from app.state import rule_draft, whole_file
from app.state.observers import Observers

SUFFIX = ".json"
SAFE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
"""Keys as the server takes them; all of them are names of files on every system, with a suffix behind."""
NEW_PACK: Json = {
    "key": "my-pack",
    "name": "My rules",
    "configurations": {"standard": {"name": "Standard", "parameters": {"wall_min_mm": 2.0}}},
    "rules": [
        {
            "key": "wall",
            "name": "Minimum wall thickness",
            "scope": "per_feature",
            "selector": {"set": "all_faces"},
            "metric": "thickness.min",
            "tiers": [
                {"level": "fail", "op": "lt", "rhs": {"param": "wall_min_mm", "factor": 0.5}},
                {"level": "warning", "op": "lt", "rhs": {"param": "wall_min_mm"}},
                {"level": "pass"},
            ],
            "messages": {
                "fail": "The wall at {feature} is {metric:.2f} mm thick; {threshold:.2f} mm is the least.",
                "warning": "The wall at {feature} is {metric:.2f} mm thick, under {threshold:.2f} mm.",
                "pass": "Every wall is thick enough.",
            },
        }
    ],
}
"""Where a pack of one's own begins: one rule that works, to be changed."""


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """One pack of the folder."""

    key: str
    name: str
    document: Json


class PackLibrary:
    """The folder, read and written through. Observers are called after each change that is made here.

    Others write to it too, as the tools of agents do: what they changed is there when packs are next listed.
    """

    def __init__(self, folder: Path) -> None:
        self.changed: Observers[str] = Observers()
        self.folder = folder
        self.damaged: tuple[Path, ...] = ()
        """Files that hold no pack; they are left alone."""
        self._packs: dict[str, Json] = {}
        self._read_at: int | None = None
        self._read()

    @property
    def packs(self) -> tuple[Kept, ...]:
        """The packs by name."""
        if self._changed_at() != self._read_at:
            self._read()
        found = [Kept(key, str(one.get("name") or key), one) for key, one in self._packs.items()]
        return tuple(sorted(found, key=lambda one: (one.name.lower(), one.key)))

    def document(self, key: str) -> Json:
        """Return a pack; raises KeyError where there is none of this key."""
        return self._packs[key]

    def save(self, document: Json, replacing: str | None = None) -> None:
        """Write a pack, whole or not at all, in place of the one it was opened from.

        Raises ValueError with a sentence where its key cannot be kept or another pack has it; OSError where
        the folder cannot be written.
        """
        key = document.get("key")
        if not isinstance(key, str) or not SAFE.fullmatch(key):
            raise ValueError("The key of a pack is made of letters, digits, dots, dashes and underscores.")
        if key != replacing and key.lower() in {one.lower() for one in self._packs if one != replacing}:
            raise ValueError(f"Another pack has the key {key}; choose another.")
        self.folder.mkdir(parents=True, exist_ok=True)
        write(self._path(key), document)
        self._packs[key] = json.loads(json.dumps(document))
        if replacing is not None and replacing != key and replacing in self._packs:
            del self._packs[replacing]
            self._path(replacing).unlink(missing_ok=True)
        self.changed.notify(key)

    def remove(self, key: str) -> None:
        """Delete a pack; one that is not there is gone already."""
        if self._packs.pop(key, None) is not None:
            self._path(key).unlink(missing_ok=True)
            self.changed.notify(key)

    def add_from(self, path: Path, taken: Iterable[str] = ()) -> str:
        """Bring a pack in from a file, under a key that is free, and return that.

        Raises ValueError with a sentence where the file holds no pack; OSError where it cannot be read.
        """
        try:
            text = path.read_text("utf-8-sig")
        except UnicodeDecodeError:
            raise ValueError("The file is no text, and so no rule pack.") from None
        document = rule_draft.from_text(text).document
        key = document.get("key")
        if not isinstance(document.get("rules"), list) or not isinstance(key, str):
            raise ValueError("The file holds no rule pack: it has no key or no rules.")
        document["key"] = self.free_key(key if SAFE.fullmatch(key) else "imported", taken)
        self.save(document)
        return str(document["key"])

    def free_key(self, wanted: str, taken: Iterable[str] = ()) -> str:
        """Return this key, or with a number behind it where a pack has it already."""
        used = {one.lower() for one in (*self._packs, *taken)}
        n = 1
        while (key := wanted if n == 1 else f"{wanted}-{n}").lower() in used:
            n += 1
        return key

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}{SUFFIX}"

    def _changed_at(self) -> int | None:
        """Return when files last came, went or were replaced; None without a folder."""
        try:
            return self.folder.stat().st_mtime_ns
        except OSError:
            return None

    def _read(self) -> None:
        self._read_at = self._changed_at()
        self._packs = {}
        damaged = []
        for path in sorted(self.folder.glob(f"*{SUFFIX}")):
            try:
                document = rule_draft.from_text(path.read_text("utf-8-sig")).document
            except (OSError, ValueError, RecursionError):
                damaged.append(path)
                continue
            self._packs[path.stem] = {**document, "key": path.stem}
        self.damaged = tuple(damaged)


def write(path: Path, document: Json) -> None:
    """Write a pack to a file as people read it; raises OSError."""
    whole_file.write(path, json.dumps(document, indent=2, ensure_ascii=False) + "\n")
