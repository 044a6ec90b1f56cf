"""Changes of rule packs that are not saved, kept beside the packs: a program that ends badly loses none.

One file for each pack that differs from what was saved, under the key it was saved by; it goes when the pack
is saved or its changes are given up.
"""

from pathlib import Path

from app.client.models import Json
from app.state import pack_library, rule_draft

SUFFIX = ".json"


class Unsaved:
    """The folder of them. A disk that is full or may not be written costs this safety alone."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def all(self) -> dict[str, Json]:
        """Return what was kept, by the key of the pack; files that hold none are passed over."""
        found = {}
        for path in sorted(self.folder.glob(f"*{SUFFIX}")):
            try:
                found[path.stem] = rule_draft.from_text(path.read_text("utf-8-sig")).document
            except (OSError, ValueError, RecursionError):
                continue
        return found

    def keep(self, key: str, document: Json) -> None:
        """Keep a pack as it is now."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            pack_library.write(self._path(key), document)
        except OSError:
            return

    def forget(self, key: str) -> None:
        """Keep nothing of a pack any more."""
        try:
            self._path(key).unlink(missing_ok=True)
        except OSError:
            return

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}{SUFFIX}"
