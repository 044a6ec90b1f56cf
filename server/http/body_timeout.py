"""Waiting for a body, but not for ever: who sends a part and stops in the middle holds a connection."""

import asyncio

from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, ReceiveMessage, Scope, Send

from server.errors import BodyStalled

TIMEOUT_S = 60.0
"""Between two pieces of a body; a line that is slow but alive sends some in less."""


class BodyTimeout(ASGIMiddleware):
    """Ends requests of whose body nothing more comes. What follows a body, a caller who listens, may last."""

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Pass the request on, with a watch on its body."""
        has_all = False

        async def receiving() -> ReceiveMessage:
            nonlocal has_all
            if has_all:
                return await receive()
            try:
                message = await asyncio.wait_for(receive(), TIMEOUT_S)
            except TimeoutError:
                raise BodyStalled(f"Nothing more of the body came for {TIMEOUT_S:g} seconds.") from None
            has_all = message["type"] != "http.request" or not message.get("more_body", False)
            return message

        await next_app(scope, receiving, send)
