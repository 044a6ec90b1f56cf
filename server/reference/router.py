"""Where the pages about the API are, and the refusal of those that are not there."""

from typing import Any

from litestar import Router
from litestar.connection import ASGIConnection
from litestar.exceptions import NotFoundException
from litestar.handlers import BaseRouteHandler


def pages() -> Router:
    """Return the router that the framework puts the pages in."""
    return Router("/docs", route_handlers=[], include_in_schema=False, guards=[_refuse_others])


def _refuse_others(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Raise NotFoundException for a page that nobody wrote; the framework would show one of its own."""
    if connection.path_params:
        raise NotFoundException
