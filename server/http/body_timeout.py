"""Waiting for a body, but not for ever: who sends a part and stops in the middle holds a connection."""

import asyncio
import time

from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, ReceiveMessage, Scope, Send

from server.errors import BodyStalled

TIMEOUT_S = 60.0
"""Between two pieces of a body; a line that is slow but alive sends some in less."""
GRACE_S = 30.0
"""For a body of any size, before its rate counts."""
LEAST_BYTES_PER_S = 4096.0
"""On average since the body began, beyond the grace: a telephone at the edge of its network sends more."""
SLOWEST_LINE_BYTES_PER_S = 32_768.0
"""The largest body has to be there as soon as such a line brings it; 25 MB take 13 minutes."""


class BodyTimeout(ASGIMiddleware):
    """Ends requests whose body does not come. What follows a body, a caller who listens, may last.

    Parameters
    ----------
    max_bytes : int
        Of the largest body that is accepted.
    """

    def __init__(self, max_bytes: int) -> None:
        self._limit_s = GRACE_S + max_bytes / SLOWEST_LINE_BYTES_PER_S

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Pass the request on, with a watch on its body."""
        has_all = False
        n_bytes, waited_s = 0, 0.0

        async def receiving() -> ReceiveMessage:
            nonlocal has_all, n_bytes, waited_s
            if has_all:
                return await receive()
            # what the application does between two pieces is no delay of the sender
            began = time.monotonic()
            limit_s = min(
                TIMEOUT_S, GRACE_S + n_bytes / LEAST_BYTES_PER_S - waited_s, self._limit_s - waited_s
            )
            try:
                message = await asyncio.wait_for(receive(), max(limit_s, 0.0))
            except TimeoutError:
                raise BodyStalled(_sentence(n_bytes, waited_s + limit_s, limit_s >= TIMEOUT_S)) from None
            waited_s += time.monotonic() - began
            if message["type"] == "http.request":
                n_bytes += len(message.get("body", b""))
            has_all = message["type"] != "http.request" or not message.get("more_body", False)
            return message

        await next_app(scope, receiving, send)


def _sentence(n_bytes: int, waited_s: float, has_stopped: bool) -> str:
    if has_stopped:
        return f"Nothing more of the body came for {TIMEOUT_S:g} seconds."
    return (
        f"The body came too slowly: {n_bytes} bytes in {waited_s:.0f} seconds; "
        f"at least {LEAST_BYTES_PER_S:.0f} a second are expected."
    )
