"""Rendering a page of this folder."""

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from litestar.exceptions import NotFoundException

HERE = Path(__file__).parent


def page(name: str, **context: Any) -> bytes:
    """Render a page of this folder."""
    return _templates().get_template(name).render(**context).encode()


def page_of_entry(kind: str, name: str, every: Sequence[Any], **context: Any) -> bytes:
    """Render the page of the entry of this name, with those before and after it.

    `kind` names its template, and what the entry is called in it. Raises NotFoundException where none has it.
    """
    at = next((index for index, each in enumerate(every) if each.name == name), None)
    if at is None:
        raise NotFoundException
    beside = {
        "before": every[at - 1] if at else None,
        "after": every[at + 1] if at + 1 < len(every) else None,
    }
    return page(f"{kind}.html", current=name, **{kind: every[at]}, **beside, **context)


def by_tag(entries: Iterable[Any]) -> dict[str, list[Any]]:
    """Group entries by their `tag`, in their order."""
    groups: dict[str, list[Any]] = {}
    for each in entries:
        groups.setdefault(each.tag, []).append(each)
    return groups


@cache
def _templates() -> Environment:
    return Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
