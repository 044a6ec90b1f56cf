"""Rendering a page of this folder."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

HERE = Path(__file__).parent


def page(name: str, **context: Any) -> bytes:
    """Render a page of this folder."""
    return _templates().get_template(name).render(**context).encode()


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
