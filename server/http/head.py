"""HEAD: what GET would answer, without its body."""

from typing import Any

from litestar import Litestar
from litestar.types import Message, Send

from server import logs
from server.http import traces
from server.http.hooks import request_id_of
from server.storage.routes import METHOD_ASKED


class AnswersHead(Litestar):
    """An application that answers HEAD wherever it answers GET; the framework refuses what is not listed.

    Being the outermost, it also binds the id of a request to the lines that are logged for it, and traces it.
    """

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer."""
        if scope["type"] != "http":
            await super().__call__(scope, receive, send)
            return
        logs.bind(request_id=request_id_of(scope))
        with traces.of_request(scope):
            if scope["method"] == "HEAD":
                scope, send = {**scope, "method": "GET", METHOD_ASKED: "HEAD"}, _without_body(send)
            await super().__call__(scope, receive, send)


def _without_body(send: Send) -> Send:
    """Pass on the head of a response and end it there, also one that goes on for as long as a job does."""
    has_ended = False

    async def sending(message: Message) -> None:
        nonlocal has_ended
        if message["type"] != "http.response.body":
            await send(message)
        elif not has_ended:
            has_ended = True
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    return sending
