"""Where the pages about the API are, and the refusal of those that are not there."""

from typing import Any

from litestar.connection import ASGIConnection
from litestar.exceptions import NotFoundException
from litestar.handlers import BaseRouteHandler
from litestar.static_files import create_static_files_router

from server.http.router import Router
from server.reference.page import HERE

ANY_PATH = "path"
"""The parameter of the framework's own handler for what nobody wrote."""


def pages() -> Router:
    """Return the router that the framework puts the pages in, with their style and script."""
    static = create_static_files_router(
        "/static", [HERE / "static"], include_in_schema=False, router_class=Router
    )
    return Router("/docs", route_handlers=[static], include_in_schema=False, guards=[_refuse_others])


def _refuse_others(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Raise NotFoundException for a page that nobody wrote; the framework would show one of its own."""
    if ANY_PATH in connection.path_params:
        raise NotFoundException
