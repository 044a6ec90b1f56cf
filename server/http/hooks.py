"""Headers that every response carries, errors and 404s included.

A `before_send` hook sees every response; middleware would miss those that are refused before it.
"""

import re
import secrets

from litestar import Litestar
from litestar.config.cors import CORSConfig
from litestar.datastructures import MutableScopeHeaders
from litestar.routes import HTTPRoute
from litestar.types import Message, Scope

REQUEST_ID = "X-Request-Id"
PARAMETER = re.compile(r"\{\w+\}")
OPEN_TO_BROWSERS = ("/api/", "/artifacts/", "/docs/openapi.json")

CORS = CORSConfig(
    allow_origins=["*"],
    allow_headers=["*"],
    expose_headers=[
        REQUEST_ID,
        "Retry-After",
        "Location",
        "X-RateLimit-Limit",
        "X-RateLimit-Remaining",
        "X-Billing-Tier",
    ],
)
"""Answers preflight requests; the header itself is set below, with or without an Origin, never on pages."""


def new_request_id() -> str:
    """Return an id that no other request has."""
    return f"req_{secrets.token_hex(12)}"


def request_id_of(scope: Scope) -> str:
    """Return the id of a request, the same each time it is asked."""
    state = scope.setdefault("state", {})
    if "sprue_request_id" not in state:
        state["sprue_request_id"] = new_request_id()
    found: str = state["sprue_request_id"]
    return found


async def add_headers(message: Message, scope: Scope) -> None:
    """Add request id, CORS and no-sniff headers to a response that starts."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    headers[REQUEST_ID] = request_id_of(scope)
    headers["X-Content-Type-Options"] = "nosniff"
    if scope["path"].startswith(OPEN_TO_BROWSERS):
        headers["Access-Control-Allow-Origin"] = "*"
    else:  # the framework adds them to whatever a browser asks from another site
        for name in [name for name in headers if name.lower().startswith("access-control-")]:
            del headers[name]
    for name in ("Allow", "Access-Control-Allow-Methods"):
        if name in headers:
            headers[name] = ", ".join(sorted(_methods_at(scope["litestar_app"], scope["path"])))


def _methods_at(app: Litestar, path: str) -> set[str]:
    """Return what may be asked for at a path. The framework forgets methods that came to a path later.

    In a preflight it names every method there is.
    """
    routes = [
        route
        for route in app.routes
        if isinstance(route, HTTPRoute)
        and re.fullmatch("[^/]+".join(map(re.escape, PARAMETER.split(route.path_format))), path)
    ]
    # a path that is written out comes before one with a parameter, as it does in the framework
    fewest = min((len(PARAMETER.findall(route.path_format)) for route in routes), default=0)
    found = {
        str(method)
        for route in routes
        if len(PARAMETER.findall(route.path_format)) == fewest
        for method in route.route_handler_map
    }
    return found | ({"HEAD"} if "GET" in found else set()) | {"OPTIONS"}
