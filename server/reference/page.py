"""Rendering a page of this folder, with its style in it, and refusing those that are not there."""

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from litestar.connection import ASGIConnection
from litestar.exceptions import NotFoundException
from litestar.handlers import BaseRouteHandler

HERE = Path(__file__).parent


def page(name: str, **context: Any) -> bytes:
    """Render a page of this folder."""
    style = (HERE / "reference.css").read_text("utf-8")
    return _templates().get_template(name).render(style=style, **context).encode()


def refuse_others(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Raise NotFoundException for a page that nobody wrote; the framework would show one of its own."""
    if connection.path_params:
        raise NotFoundException


@cache
def _templates() -> Environment:
    return Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
