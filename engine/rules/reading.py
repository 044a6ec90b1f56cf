"""Reading JSON values: each with its path, and with every problem noted instead of raised.

A problem says where it is, what was found, what is accepted, and what was probably meant. After a problem
the reader hands back something harmless, so that reading goes on to the next one.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import StrEnum
from typing import Any, TypeVar

from engine.rules.members import Members, homes_of

Tree = Mapping[str, Any]
EnumT = TypeVar("EnumT", bound=StrEnum)

IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
MAX_TEXT = 2000
"""Characters of a text."""
MAX_SHOWN = 60
"""Characters of a found value that are repeated to its author."""
MIN_LENGTH = 4
"""Characters a name needs for its nearest one to be a fair guess; `gte` is as near to `gt` as to `ge`."""
ALIKE, MISSPELT = 0.5, 0.85
"""How much of two names agrees where one may be meant by the other, and where it is but misspelt."""
MAX_NAMES = 16
"""Accepted names that are listed; a longer list would hide the other problems."""

MEANT = {
    "<": "lt",
    "<=": "le",
    "lte": "le",
    ">": "gt",
    ">=": "ge",
    "gte": "ge",
    "=": "eq",
    "==": "eq",
    "!=": "ne",
    "neq": "ne",
    "ok": "pass",
    "info": "pass",
    "warn": "warning",
    "error": "fail",
    "faces": "all_faces",
    "features": "all_features",
    "ribs": "fins",
    "corners": "sharp_internal_corners",
    "all": "all_features",
    "feature": "per_feature",
    "face": "per_feature",
    "part": "whole_part",
    "threshold": "rhs",
    "value": "rhs",
    "severity": "level",
}
"""Words that others use for ours and that no likeness of letters would find."""


def join(path: str, key: object) -> str:
    """Return the path of a member: `rules[2].selector`, `configurations["3-axis"]`."""
    if isinstance(key, int):
        return f"{path}[{key}]"
    if not IDENTIFIER.fullmatch(str(key)):
        return f"{path}[{json.dumps(str(key), ensure_ascii=False)}]"
    return f"{path}.{key}" if path else str(key)


def nearest(value: object, names: Iterable[str], likeness: float = ALIKE) -> str:
    """Return the name that was probably meant; empty where none is so much like it."""
    text = value.strip().lower() if isinstance(value, str) else ""
    known = {name.lower(): name for name in names}
    if MEANT.get(text) in known:
        return MEANT[text]
    close = get_close_matches(text, known, 1, cutoff=likeness) if len(text) >= MIN_LENGTH else []
    return known[text] if text in known else known[close[0]] if close else ""


@dataclass(slots=True)
class Reader:
    """Reads values out of a document and gathers its problems in the order found."""

    problems: list[str] = field(default_factory=list)

    def refuse(self, path: str, value: object, accepted: str) -> None:
        """Note that `value` stands at `path` where something else is accepted."""
        self.say(path, f"found {_shown(value)}; accepted: {accepted}")

    def refuse_name(self, path: str, value: object, names: Iterable[str]) -> None:
        """Note that `value` is none of `names`, with the nearest of them."""
        known = list(names)
        meant = nearest(value, known)
        self.refuse(path, value, listed(known) + (f'; did you mean "{meant}"?' if meant else ""))

    def say(self, path: str, sentence: str) -> None:
        """Note a problem in words of its own."""
        self.problems.append(f"{path or '$'}: {sentence}")

    def mapping(self, found: object, path: str, members: Members) -> Tree:
        """Read an object with these members and no others; an empty one where it is none."""
        required = [key for key, member in members.items() if member.is_required]
        if not isinstance(found, Mapping):
            accepted = f"an object with {', '.join(required)}" if required else "an object"
            alone = isinstance(found, str) and len(required) == 1
            meant = f'; did you mean {{"{required[0]}": {_shown(found)}}}?' if alone else ""
            self.refuse(path, found, accepted + meant)
            return {}
        self._note_duplicates(found, path)
        for key in found:
            if key not in members:
                homes = [] if nearest(key, members) else homes_of(str(key))
                belongs = f"; {key} belongs in a {' or a '.join(homes)}" if homes else ""
                meant = nearest(key, members)
                guess = f'; did you mean "{meant}"?' if meant else belongs
                self.refuse(join(path, key), key, listed(members) + guess)
        for key in required:
            if key not in found:
                doc, example = members[key].doc.rstrip("."), members[key].example
                meaning = doc[:1].lower() + doc[1:]
                self.say(join(path, key), f"found nothing; accepted: {meaning}, such as {example}")
        return found

    def items(
        self, tree: Tree, key: str, path: str, at_most: int, at_least: int = 1
    ) -> list[tuple[str, Any]]:
        """Read a list; its items with their paths. Empty where the member is missing or no such list."""
        if key not in tree:
            return []
        found = tree[key]
        if not isinstance(found, list | tuple) or not at_least <= len(found) <= at_most:
            is_item = isinstance(found, Mapping) and any(homes_of(str(name)) for name in found)
            meant = f"; did you mean [{_shown(found)}]?" if is_item else ""
            self.refuse(join(path, key), found, f"a list of {at_least} to {at_most} items{meant}")
            return []
        return [(join(join(path, key), at), item) for at, item in enumerate(found)]

    def entries(
        self, tree: Tree, key: str, path: str, at_most: int, at_least: int = 0
    ) -> list[tuple[str, str, Any]]:
        """Read an object with keys of the author's choice; key, path and value of each of its members."""
        if key not in tree:
            return []
        found = tree[key]
        if not isinstance(found, Mapping) or not at_least <= len(found) <= at_most:
            self.refuse(join(path, key), found, f"an object of {at_least} to {at_most} members")
            return []
        self._note_duplicates(found, join(path, key))
        return [(str(name), join(join(path, key), name), item) for name, item in found.items()]

    def text(self, tree: Tree, key: str, path: str, at_least: int = 0) -> str:
        """Read a text; empty where the member is missing or none."""
        if key not in tree:
            return ""
        found = tree[key]
        if isinstance(found, str) and at_least <= len(found.strip()) and len(found) <= MAX_TEXT:
            return found
        self.refuse(join(path, key), found, f"a text of {at_least} to {MAX_TEXT} characters")
        return ""

    def key(self, found: object, path: str, pattern: re.Pattern[str], accepted: str) -> str:
        """Read a text that follows a pattern; empty where it does not."""
        if isinstance(found, str) and pattern.fullmatch(found):
            return found
        kept = re.sub(r"[^A-Za-z0-9._]+", "-", found).strip("-._") if isinstance(found, str) else ""
        meant = f'; did you mean "{kept}"?' if kept != found and pattern.fullmatch(kept) else ""
        self.refuse(path, found, accepted + meant)
        return ""

    def number(
        self, found: object, path: str, accepted: str = "a finite number", is_positive: bool = False
    ) -> float:
        """Read a finite number, above 0 if asked; 0 where it is none. True and false are none."""
        if not isinstance(found, bool) and isinstance(found, int | float):
            try:
                value = float(found)
            except OverflowError:
                value = math.inf
            if math.isfinite(value) and (value > 0.0 or not is_positive):
                return value
        self.refuse(path, found, accepted)
        return 0.0

    def flag(self, tree: Tree, key: str, path: str) -> bool:
        """Read true or false; false where the member is missing or neither."""
        found = tree.get(key, False)
        if not isinstance(found, bool):
            self.refuse(join(path, key), found, "true or false")
            return False
        return found

    def member(self, tree: Tree, key: str, path: str, of: type[EnumT]) -> EnumT | None:
        """Read a name of an enumeration; None where the member is missing or no such name."""
        if key not in tree:
            return None
        found = tree[key]
        if isinstance(found, str) and found in [each.value for each in of]:
            return of(found)
        self.refuse_name(join(path, key), found, [each.value for each in of])
        return None

    def _note_duplicates(self, found: Tree, path: str) -> None:
        """Note members that stand in an object more than once, where it was read by `load`."""
        for key in getattr(found, "twins", ()):
            self.say(join(path, key), "found twice; accepted: once, because only one of them can count")


class _Object(dict[str, Any]):
    """A JSON object that knows which of its members stood in the text more than once."""

    twins: tuple[str, ...] = ()


def load(text: str | bytes) -> Any:
    """Load JSON text so that members that stand in one object twice can be told.

    Raises
    ------
    ValueError
        It is not JSON.
    """
    return json.loads(text, object_pairs_hook=_object)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = _Object(pairs)
    if len(made) < len(pairs):
        count = Counter(key for key, _ in pairs)
        made.twins = tuple(key for key, times in count.items() if times > 1)
    return made


def _shown(value: object) -> str:
    """Repeat a value as it stood in the document, cut where it is long."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = repr(value)
    return text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 1] + "…"


def listed(names: Iterable[str]) -> str:
    """List names, the first of them where they are many."""
    names = list(names)
    if not names:
        return "nothing here"
    return ", ".join(names[:MAX_NAMES]) + (f" and {len(names) - MAX_NAMES} more" * (len(names) > MAX_NAMES))
