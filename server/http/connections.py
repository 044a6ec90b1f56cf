"""Connections: how long one may be silent, how many there may be, what is told of what is no request.

A request that was read is the application's. What comes before it, and between two of them, is not: a caller
who opens connections and sends nothing, or never ends the head of a request, would hold them all; so would
one who asks and does not read the answer.
"""

import asyncio
import json
import sys
from typing import Any, Self

from uvicorn.protocols.http.h11_impl import H11Protocol

from server.errors import ANSWER_OF_STATUS, Answer
from server.http import problems
from server.http.hooks import REQUEST_ID, new_request_id

HEAD_LIMIT_S = 30.0
"""From a connection's begin, or from the first byte after an answer, until the head of a request is there. A
head is one packet, or a few; who needs longer sends it to hold us."""
KEEP_ALIVE_S = 75
"""That a connection may stay silent between two requests: longer than the minute after which proxies close
theirs, so that none sends a request into a connection that we just closed."""
READ_LIMIT_S = 120.0
"""For a caller to take what waits to be sent, up to a megabyte: less than a slow telephone needs."""
MOST_CONNECTIONS = 512
"""Half of what a process may commonly have open. Beyond them the one that is silent longest makes room."""

SAID = {
    431: (ANSWER_OF_STATUS[431], "The head of the request is too long."),
    501: (ANSWER_OF_STATUS[400], "The Transfer-Encoding of the request is not read; chunked is."),
}
"""Of what the reader of requests refuses, by the status it has in mind; no mistake of a caller is a 5xx."""


class Connection(H11Protocol):
    """One connection of a caller."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._deadline: asyncio.TimerHandle | None = None
        self._reading_deadline: asyncio.TimerHandle | None = None
        self._silent_since = self.loop.time()

    @property
    def is_silent(self) -> bool:
        """Whether no request of it is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request, where there is room for one more."""
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS and not self._make_room():
            self._refuse(ANSWER_OF_STATUS[503], "Too many connections; please try again in a moment.")
            return
        self._set_deadline()

    def data_received(self, data: bytes) -> None:
        """Read on, and wait for the rest when this was not all of a head."""
        super().data_received(data)
        if not self.is_silent:
            self._unset_deadline()
        elif self._deadline is None and not self.transport.is_closing():
            self._set_deadline()

    def on_response_complete(self) -> None:
        """Be silent from now, unless the next request is here already."""
        self._silent_since = self.loop.time()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        self._unset_deadline()
        self.resume_writing()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Wait for the caller to read."""
        super().pause_writing()
        self._reading_deadline = self.loop.call_later(READ_LIMIT_S, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on: the caller reads."""
        if self._reading_deadline is not None:
            self._reading_deadline.cancel()
            self._reading_deadline = None
        super().resume_writing()

    def timeout_keep_alive_handler(self) -> None:
        """End a connection that was silent for long, also with one who has not read the last answer."""
        super().timeout_keep_alive_handler()
        self._end()

    def send_400_response(self, msg: str) -> None:
        """Tell what is wrong with bytes that are no request, as other errors are told."""
        status = getattr(sys.exception(), "error_status_hint", 400)  # uvicorn asks while it handles one
        self._refuse(*SAID.get(status, (ANSWER_OF_STATUS[400], msg)))

    def _set_deadline(self) -> None:
        self._deadline = self.loop.call_later(HEAD_LIMIT_S, self._give_up)

    def _unset_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        """End a connection whose request does not come; who never began one is told nothing."""
        has_begun = bool(self.conn.trailing_data[0])
        if has_begun:
            self._refuse(
                ANSWER_OF_STATUS[408], f"The head of the request took over {HEAD_LIMIT_S:g} seconds."
            )
        else:
            self._end()

    def _end(self) -> None:
        """Close; what was not read by now will not be."""
        if self.transport.get_write_buffer_size():
            self.transport.abort()
        self.transport.close()

    def _make_room(self) -> bool:
        """Close the connection that is silent longest; False when every one is being answered."""
        silent = [each for each in self._others() if each.is_silent and not each.transport.is_closing()]
        if not silent:
            return False
        oldest = min(silent, key=lambda each: each._silent_since)
        oldest._end()
        return True

    def _others(self) -> list[Self]:
        return [each for each in self.connections if isinstance(each, type(self)) and each is not self]

    def _refuse(self, answer: Answer, message: str) -> None:
        """Answer what is no request, unless an answer is on its way already, and close."""
        if self.is_silent or not self.cycle.response_started:
            self.transport.write(_written(answer, message))
        self.transport.close()


def _written(answer: Answer, message: str) -> bytes:
    """Write a whole answer; there is no application to do it."""
    request_id = new_request_id()
    body = json.dumps(problems.members(answer, message, "", request_id)).encode()
    head = (
        f"HTTP/1.1 {answer.status} {answer.title}",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        "Connection: close",
        f"{REQUEST_ID}: {request_id}",
    )
    return "\r\n".join((*head, "", "")).encode("ascii") + body
