"""Connections: how long one may be silent, how many there may be, what is answered to what is no request.

A request that was read is the application's. What comes before it, and between two of them, is not: a caller
who opens connections and sends nothing, or never ends the head of a request, would hold them all; so would
one who asks and does not read the answer, or sends a body byte by byte. Such a connection makes room for the
next, that which is held up longest first. An address has a share of all, and who asks after the server's
health has places that nobody else takes.
"""

import asyncio
import json
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any, ClassVar, Self

from uvicorn.protocols.http.h11_impl import H11Protocol

from server.errors import ANSWER_OF_STATUS, Answer
from server.http import callers, problems
from server.http.body_timeout import LEAST_BYTES_PER_S
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
"""Half of what a process may commonly have open. Beyond them the one that is held up longest makes room."""
MOST_OF_ADDRESS = 256
"""Half of them. A build farm behind one address opens hundreds; trusted proxies have no share."""
N_RESERVED = 16
"""Places beyond all of these, for those who ask after the server's health."""
N_TIMES_MORE = 4
"""Where nobody is held up yet, an address gives up a place for one that has so many times fewer."""
UNREAD_S = 5.0
"""Who has not read for so long, or sent too little of a body, is held up."""
HEALTH_PATHS = ("/healthz", "/readyz", "/metrics")
CROWDED = "Too many connections; please try again in a moment."

SAID = {
    431: (ANSWER_OF_STATUS[431], "The head of the request is too long."),
    501: (ANSWER_OF_STATUS[400], "The Transfer-Encoding of the request is not read; chunked is."),
}
"""Of what the reader of requests refuses, by the status it has in mind; no mistake of a caller is a 5xx."""


class Connection(H11Protocol):
    """One connection of a caller."""

    trusted: ClassVar[Sequence[callers.Network]] = ()
    """Proxies, whose connections are those of many callers."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._deadline: asyncio.TimerHandle | None = None
        self._reading_deadline: asyncio.TimerHandle | None = None
        self._silent_since = self.loop.time()
        self._unread_since = 0.0
        self._begun_at = self.loop.time()
        """When the first piece of the request came that is being answered."""
        self._n_bytes = 0
        """Of that request."""
        self._subscriber: str | None = None

    @property
    def is_silent(self) -> bool:
        """Whether no request of it is being answered."""
        return self.cycle is None or self.cycle.response_complete

    @property
    def is_receiving(self) -> bool:
        """Whether the body of its request is not there yet, for all that we take it in."""
        return not self.is_silent and self.cycle.more_body and not self.flow.read_paused

    @property
    def held_up_since(self) -> float | None:
        """Since when this connection waits for its caller; None where it waits for us, or not for long."""
        now = self.loop.time()
        if self.is_silent:
            return self._silent_since
        if self._reading_deadline is not None and now - self._unread_since > UNREAD_S:
            return self._unread_since
        if self.is_receiving and now - self._begun_at > UNREAD_S + self._n_bytes / LEAST_BYTES_PER_S:
            return self._begun_at
        return None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request, where there is room for one more."""
        super().connection_made(transport)
        peer = self.client[0] if self.client else ""
        has_room = True
        if not callers.is_proxy(peer, self.trusted):
            self._subscriber = callers.subscriber_of(peer)
            own = [each for each in self._others() if each._subscriber == self._subscriber]
            has_room = len(own) < MOST_OF_ADDRESS or _make_room(own)
        if has_room:
            others = self._others()
            has_room = len(others) < MOST_CONNECTIONS or _make_room(others) or self._make_room_of_most(others)
        if not has_room:
            self._take_reserved_place()
        self._set_deadline()

    def data_received(self, data: bytes) -> None:
        """Read on, and wait for the rest when this was not all of a head."""
        if self.is_silent:
            self._begun_at, self._n_bytes = self.loop.time(), 0
        self._n_bytes += len(data)
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
        self._unread_since = self.loop.time()
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

    def _make_room_of_most(self, others: Sequence[Self]) -> bool:
        """Take the place of the slowest body of an address that has many more of them than ours."""
        n_of = Counter(each._subscriber for each in others)
        most = N_TIMES_MORE * (1 + n_of[self._subscriber])
        bodies = [each for each in others if each.is_receiving and each._subscriber is not None]
        bodies = [each for each in bodies if n_of[each._subscriber] > most]
        if bodies:
            min(bodies, key=lambda each: each._n_bytes).transport.abort()
        return bool(bodies)

    def _take_reserved_place(self) -> None:
        """Answer one request here, after the server's health; nothing where all such places are taken."""
        if sum(isinstance(each.app, _HealthAlone) for each in self._others()) >= N_RESERVED:
            self._refuse(ANSWER_OF_STATUS[503], CROWDED)
        else:
            self.app = _HealthAlone(self.app)

    def _others(self) -> list[Self]:
        return [
            each
            for each in self.connections
            if isinstance(each, type(self)) and each is not self and not each.transport.is_closing()
        ]

    def _refuse(self, answer: Answer, message: str) -> None:
        """Answer what is no request, unless an answer is on its way already, and close."""
        if self.is_silent or not self.cycle.response_started:
            self.transport.write(_written(answer, message))
        self.transport.close()


def behind(trusted: Sequence[callers.Network]) -> type[Connection]:
    """Return connections that may come from trusted proxies."""
    return type("ConnectionBehindProxies", (Connection,), {"trusted": tuple(trusted)})


def _make_room(connections: Sequence[Connection]) -> bool:
    """Close the connection that is held up longest; False when each waits for us."""
    held_up = [
        (since, number)
        for number, each in enumerate(connections)
        if (since := each.held_up_since) is not None
    ]
    if not held_up:
        return False
    longest = connections[min(held_up)[1]]
    if longest.is_silent:
        longest._end()
    else:
        longest.transport.abort()
    return True


class _HealthAlone:
    """An application that answers who asks after the server's health, and refuses everybody else."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and scope["path"] in HEALTH_PATHS:
            await self._app(scope, receive, _closing(send))
            return
        headers, body = _parts(ANSWER_OF_STATUS[503], CROWDED)
        raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": 503, "headers": raw})
        await send({"type": "http.response.body", "body": body})


def _closing(send: Any) -> Any:
    """Return a `send` whose answer is the last of its connection."""

    async def sending(message: Any) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], (b"connection", b"close")]}
        await send(message)

    return sending


def _written(answer: Answer, message: str) -> bytes:
    """Write a whole answer; there is no application to do it."""
    headers, body = _parts(answer, message)
    lines = [
        f"HTTP/1.1 {answer.status} {answer.title}",
        *(f"{name}: {text}" for name, text in headers.items()),
    ]
    return "\r\n".join((*lines, "", "")).encode("ascii") + body


def _parts(answer: Answer, message: str) -> tuple[dict[str, str], bytes]:
    """Return the headers and the body of an answer after which the connection is closed."""
    request_id = new_request_id()
    body = json.dumps(problems.members(answer, message, "", request_id)).encode()
    headers = {
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        "Connection": "close",
        REQUEST_ID: request_id,
    }
    if answer.status == 503:
        headers["Retry-After"] = str(problems.RETRY_AFTER_S)
    return headers, body
