"""A rule pack being edited: cloned or new, edited with undo, judged against the version that was saved.

The document is edited as JSON is, by path, so that members which this program does not know stay as they are.
A path is spelled as the server spells it in its problems: `rules[0].tiers[1].rhs`.
"""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from app.client.models import Json
from app.state.observers import Observers

Path = tuple[str | int, ...]
MOST_UNDO = 200
STEP = re.compile(r"\[(\d+)\]|\.?([^.\[\]]+)")


class RuleDraft:
    """One pack. Observers are called after each change with its path; the empty path is all of it."""

    def __init__(self, document: Json, *, is_shipped: bool = False) -> None:
        self.changed: Observers[Path] = Observers()
        self.is_shipped = is_shipped
        """Shipped packs are read; to edit one, clone it."""
        self.problems: dict[Path, tuple[str, ...]] = {}
        """What the server found wrong, by path; goes with the next change of that place."""
        self._document: Json = _copied(document)
        self._saved: Json = _copied(document)
        self._undo: list[tuple[str, Path, Json]] = []
        self._redo: list[tuple[str, Path, Json]] = []

    @property
    def document(self) -> Json:
        """The pack as it stands, to be sent; the caller may do with it what he likes."""
        document: Json = _copied(self._document)
        return document

    @property
    def saved(self) -> Json:
        """The pack as it was saved or cloned last, which changes are found against."""
        saved: Json = _copied(self._saved)
        return saved

    @property
    def is_modified(self) -> bool:
        """Whether it differs from what was saved; undoing everything counts as not modified."""
        return self._document != self._saved

    @property
    def undo_text(self) -> str | None:
        """What undo would take back; None where there is nothing."""
        return self._undo[-1][0] if self._undo else None

    @property
    def redo_text(self) -> str | None:
        """What redo would do again; None where there is nothing."""
        return self._redo[-1][0] if self._redo else None

    def get(self, path: Path) -> Any:
        """Return what stands at a path; raises KeyError where nothing does."""
        return _copied(_at(self._document, path))

    def set(self, path: Path, value: Any, text: str) -> None:
        """Put a value at a path, the parent of which is there; `text` describes what was done."""
        document = _copied(self._document)
        if path:
            parent = _at(document, path[:-1])
            try:
                parent[path[-1]] = _copied(value)
            except (IndexError, TypeError):
                raise KeyError(spelled(path)) from None
        else:
            document = _copied(value)
        self._become(document, path, text)

    def insert(self, path: Path, value: Any, text: str) -> None:
        """Insert into a list, before the index that the path ends in; its length puts it last."""
        document = _copied(self._document)
        _list(document, path).insert(int(path[-1]), _copied(value))
        self._become(document, path[:-1], text)

    def remove(self, path: Path, text: str) -> None:
        """Take out a member or an element; raises KeyError where there is none."""
        document = _copied(self._document)
        _at(document, path)
        del _at(document, path[:-1])[path[-1]]
        self._become(document, path[:-1], text)

    def move(self, path: Path, to: int, text: str) -> None:
        """Move an element of a list to another index."""
        document = _copied(self._document)
        _at(document, path)
        elements = _list(document, path)
        elements.insert(to, elements.pop(int(path[-1])))
        self._become(document, path[:-1], text)

    def undo(self) -> None:
        """Take back the last change; without one nothing happens."""
        self._step(self._undo, self._redo)

    def redo(self) -> None:
        """Do again what was taken back; without anything nothing happens."""
        self._step(self._redo, self._undo)

    def mark_saved(self) -> None:
        """Note that it stands in a file as it is now."""
        self._saved = _copied(self._document)
        self.changed.notify(())

    def show_problems(self, problems: Iterable[str]) -> None:
        """Note what the server found wrong, as `rules[0].metric: found …`; nothing where all is well."""
        found: dict[Path, tuple[str, ...]] = {}
        for problem in problems:
            place, colon, message = problem.partition(": ")
            path = parsed(place) if colon else ()
            found[path] = (*found.get(path, ()), message if colon else problem)
        self.problems = found
        self.changed.notify(())

    def modified_paths(self) -> dict[Path, Any]:
        """Return the places that differ from what was saved, each with the value it had or None."""
        return dict(_differences(self._saved, self._document, ()))

    def _become(self, document: Json, path: Path, text: str) -> None:
        if self.is_shipped:
            raise PermissionError("A shipped pack is not edited; clone it.")
        if document == self._document:
            return
        self._undo = [*self._undo, (text, path, self._document)][-MOST_UNDO:]
        self._redo.clear()
        self._put(document, path)

    def _step(self, source: list[tuple[str, Path, Json]], target: list[tuple[str, Path, Json]]) -> None:
        if source:
            text, path, document = source.pop()
            target.append((text, path, self._document))
            self._put(document, path)

    def _put(self, document: Json, path: Path) -> None:
        self._document = document
        self.problems = {
            place: messages for place, messages in self.problems.items() if place[: len(path)] != path
        }
        self.changed.notify(path)


def clone(document: Json, taken_keys: Iterable[str]) -> RuleDraft:
    """Return a copy to edit, under a key that no other pack has."""
    taken = set(taken_keys)
    base = f"{document.get('key', 'pack')}-copy"
    key = next(
        one for n in range(1, len(taken) + 2) if (one := base if n == 1 else f"{base}-{n}") not in taken
    )
    return RuleDraft({**document, "key": key, "name": f"{document.get('name', key)} (copy)"})


def from_text(text: str) -> RuleDraft:
    """Read a pack from a file; raises ValueError with a sentence that names line and column."""
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"Line {error.lineno}, column {error.colno}: {error.msg}.") from None
    except RecursionError:
        raise ValueError("A rule pack is not nested this deeply.") from None
    if not isinstance(found, dict):
        raise ValueError("A rule pack is a JSON object, which begins with {.")
    return RuleDraft(found)


def parameters(document: Mapping[str, Any], configuration_key: str) -> dict[str, float]:
    """Return the parameters of a configuration that are numbers, as sliders show them."""
    configurations = document.get("configurations")
    configuration = configurations.get(configuration_key) if isinstance(configurations, dict) else None
    found = configuration.get("parameters") if isinstance(configuration, dict) else None
    if not isinstance(found, dict):
        return {}
    numbers = (int, float)
    return {
        name: float(value)
        for name, value in found.items()
        if isinstance(value, numbers) and not isinstance(value, bool)
    }


def parsed(text: str) -> Path:
    """Read a path as the server spells it."""
    return tuple(int(index) if index else name for index, name in STEP.findall(text))


def spelled(path: Path) -> str:
    """Spell a path as the server does."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).removeprefix(".")


def _copied(value: Any) -> Any:
    """Copy what JSON has: `copy.deepcopy`, which looks for more, takes five times as long."""
    if isinstance(value, dict):
        return {key: _copied(member) for key, member in value.items()}
    if isinstance(value, list):
        return [_copied(element) for element in value]
    return value


def _at(document: Any, path: Path) -> Any:
    """Return what stands at a path; raises KeyError where nothing does. A text has no places."""
    found = document
    for step in path:
        is_there = (isinstance(found, dict) and step in found) or (
            isinstance(found, list) and isinstance(step, int) and 0 <= step < len(found)
        )
        if not is_there:
            raise KeyError(spelled(path))
        found = found[step]
    return found


def _list(document: Any, path: Path) -> list[Any]:
    """Return the list that a path points into; raises KeyError where there is none."""
    found = _at(document, path[:-1])
    if not isinstance(found, list):
        raise KeyError(spelled(path))
    return found


def _differences(before: Any, after: Any, path: Path) -> Iterable[tuple[Path, Any]]:
    """Yield the deepest places that differ; lists of different length differ as a whole."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in (*before, *(one for one in after if one not in before)):
            if key not in before or key not in after:
                yield (*path, key), _copied(before.get(key))
            else:
                yield from _differences(before[key], after[key], (*path, key))
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from _differences(old, new, (*path, index))
    elif before != after:
        yield path, _copied(before)
