"""The figures accepted so far, and whether a run reached them.

`accepted.json` is a tree of named numbers, each the better the higher. A run may leave whole tables out (no
corpus, only some parts asked for); what it has measured must not lie below what was accepted.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

PATH = Path(__file__).with_name("accepted.json")
SLACK = 5e-4
"""Figures are kept with four digits."""

Figures = Mapping[str, Any]


def load(path: Path | None = None) -> dict[str, Any]:
    """Read the accepted figures; nothing where none were accepted yet."""
    path = path or PATH
    return json.loads(path.read_text("utf-8")) if path.is_file() else {}


def save(figures: Figures, path: Path | None = None) -> None:
    """Accept figures: those of the tables measured replace theirs, the others stay."""
    path = path or PATH
    kept = load(path)
    for section, tables in figures.items():
        kept.setdefault(section, {}).update(_rounded(tables))
    path.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", "utf-8")


def drops(figures: Figures, accepted: Figures) -> list[str]:
    """Say what lies below the accepted figures, or is gone from a table that was measured."""
    said = []
    for section, tables in figures.items():
        for table, rows in tables.items():
            now, before = dict(_leaves(rows)), dict(_leaves(accepted.get(section, {}).get(table, {})))
            for name, least in before.items():
                got = now.get(name)
                if got is None:
                    said.append(f"{section} {table} {name}: no figure any more; {least:.4f} was accepted")
                elif got < least - SLACK:
                    said.append(f"{section} {table} {name}: {got:.4f} is below the accepted {least:.4f}")
    return said


def changes(figures: Figures, accepted: Figures) -> list[str]:
    """Say every figure that differs from the accepted one, old and new."""
    said = []
    for section, tables in figures.items():
        for table, rows in tables.items():
            now, before = dict(_leaves(rows)), dict(_leaves(accepted.get(section, {}).get(table, {})))
            for name in sorted(now.keys() | before.keys()):
                old, new = before.get(name), now.get(name)
                if old is None or new is None or abs(old - new) > SLACK:
                    said.append(f"{section} {table} {name}: {_text(old)} → {_text(new)}")
    return said


def _leaves(tree: Figures, above: str = "") -> Iterator[tuple[str, float]]:
    for name, value in tree.items():
        path = f"{above} {name}".strip()
        if isinstance(value, Mapping):
            yield from _leaves(value, path)
        else:
            yield path, float(value)


def _rounded(tree: Figures) -> dict[str, Any]:
    return {
        name: _rounded(value) if isinstance(value, Mapping) else round(float(value), 4)
        for name, value in tree.items()
    }


def _text(value: float | None) -> str:
    return "none" if value is None else f"{value:.4f}"
