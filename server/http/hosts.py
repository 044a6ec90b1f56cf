"""By which names a server of one machine may be called.

A web page can have a name of its own point to 127.0.0.1, and then speak to a server there as to its own.
"""

from litestar.datastructures import Headers
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from server.errors import HostRefused

LOOPBACK = ("127.0.0.1", "localhost", "[::1]", "::1")


class OwnNamesOnly(ASGIMiddleware):
    """Refuses requests that were sent to another name than this machine's own."""

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Look at the name, then pass on."""
        host = Headers.from_scope(scope).get("host", "")
        name, _, port = host.rpartition(":")
        if (name if port.isdigit() else host).lower() not in LOOPBACK:
            raise HostRefused(
                "This server answers to 127.0.0.1 and localhost; SPRUE_SITE_URL gives it a name."
            )
        await next_app(scope, receive, send)
