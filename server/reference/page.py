"""Rendering a page of this folder, with its style in it."""

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

HERE = Path(__file__).parent


def page(name: str, **context: Any) -> bytes:
    """Render a page of this folder."""
    style = (HERE / "reference.css").read_text("utf-8")
    return _templates().get_template(name).render(style=style, **context).encode()


@cache
def _templates() -> Environment:
    return Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
