"""Connections that send nothing, or no request, over a real socket."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from ipaddress import ip_network
from typing import Any

import pytest
import uvicorn

from server.http import connections

HEAD_LIMIT_S, KEEP_ALIVE_S = 0.4, 1
GET = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
HELLO = b"hello"
READ_LIMIT_S = 0.5
UNREAD_S = 0.2
LONG = 300
"""Pieces of an answer that no socket takes in before it is read."""


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Say hello after a moment, without a look at the body."""
    if scope["type"] != "http":
        return
    await asyncio.sleep(1.0 if scope["path"] == "/slow" else 0)
    if scope["path"] == "/body":
        while (await receive()).get("more_body"):
            pass
    if scope["path"] == "/long":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(LONG):
            await send({"type": "http.response.body", "body": bytes(65536), "more_body": True})
        await send({"type": "http.response.body", "body": HELLO})
        return
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"5")]})
    await send({"type": "http.response.body", "body": HELLO})


@pytest.fixture
def connect(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], socket.socket]]:
    """Serve with small limits; return what opens a connection."""
    monkeypatch.setattr(connections, "HEAD_LIMIT_S", HEAD_LIMIT_S)
    monkeypatch.setattr(connections, "READ_LIMIT_S", READ_LIMIT_S)
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 3)
    monkeypatch.setattr(connections, "MOST_OF_ADDRESS", 4)
    monkeypatch.setattr(connections, "N_RESERVED", 1)
    monkeypatch.setattr(connections, "UNREAD_S", UNREAD_S)
    config = uvicorn.Config(
        app, http=connections.Connection, timeout_keep_alive=KEEP_ALIVE_S, lifespan="off", log_config=None
    )
    server = uvicorn.Server(config)
    listener = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    opened: list[socket.socket] = []

    def open_one(address: str = "127.0.0.1") -> socket.socket:
        opened.append(socket.create_connection(listener.getsockname(), 5, (address, 0)))
        return opened[-1]

    yield open_one
    for each in opened:
        each.close()
    server.should_exit = True
    thread.join()
    listener.close()


def read_to_end(caller: socket.socket) -> bytes:
    found = b""
    try:
        while piece := caller.recv(65536):
            found += piece
    except ConnectionResetError:
        pass
    return found


def greeted(caller: socket.socket, request: bytes = GET) -> bool:
    caller.sendall(request)
    found = b""
    while not found.endswith(HELLO):
        piece = caller.recv(65536)
        if not piece:
            return False
        found += piece
    return True


def reported(answer: bytes) -> tuple[int, dict[str, Any]]:
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)


def drip(caller: socket.socket, piece: bytes, for_s: float) -> bytes:
    """Send a byte now and then, and return what was answered until the connection was closed."""
    ends = time.monotonic() + for_s
    caller.settimeout(0.05)
    found = b""
    while time.monotonic() < ends:
        try:
            caller.sendall(piece)
            while True:
                got = caller.recv(65536)
                if not got:
                    return found
                found += got
        except TimeoutError:
            continue
        except (BrokenPipeError, ConnectionResetError):
            return found
    raise AssertionError(f"the connection is still open: {found!r}")


def test_a_head_that_never_ends_gets_an_answer_and_the_connection_closed(connect: Any) -> None:
    caller = connect()
    caller.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ")
    status, body = reported(drip(caller, b"a", 3.0))
    assert (status, body["code"]) == (408, "request_timeout")
    assert body["request_id"].startswith("req_")


def test_who_connects_and_sends_nothing_is_reported_nothing(connect: Any) -> None:
    caller = connect()
    began = time.monotonic()
    assert read_to_end(caller) == b""
    assert time.monotonic() - began > HEAD_LIMIT_S / 2


def test_a_second_head_that_never_ends_is_no_better_than_a_first(connect: Any) -> None:
    caller = connect()
    assert greeted(caller)
    assert reported(drip(caller, b"G", 3.0))[0] == 408


def test_a_body_that_drips_on_after_the_answer_ends_too(connect: Any) -> None:
    caller = connect()
    assert greeted(caller, b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n")
    assert drip(caller, b"a", 3.0) == b""


def test_a_request_that_is_answered_slowly_is_answered(connect: Any) -> None:
    caller = connect()
    assert greeted(caller, b"GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")


def test_who_asks_and_does_not_read_is_left(connect: Any) -> None:
    caller = connect()
    caller.sendall(b"GET /long HTTP/1.1\r\nHost: a\r\n\r\n")
    time.sleep(3 * READ_LIMIT_S)
    assert len(read_to_end(caller)) < 65536 * LONG


def test_who_reads_slowly_gets_it_all(connect: Any) -> None:
    caller = connect()
    caller.sendall(b"GET /long HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    found = 0
    while piece := caller.recv(1 << 20):
        found += len(piece)
        time.sleep(READ_LIMIT_S / 20)
    assert found > 65536 * LONG


def test_a_silent_connection_is_kept_for_the_next_request_and_not_for_ever(connect: Any) -> None:
    caller = connect()
    assert greeted(caller)
    time.sleep(1.5 * HEAD_LIMIT_S)  # that limit is not for those who were answered
    assert greeted(caller)
    assert read_to_end(caller) == b""


def test_the_connection_that_is_silent_longest_makes_room(connect: Any) -> None:
    callers = [connect() for _ in range(3)]
    assert all(greeted(caller) for caller in (callers[1], callers[0], callers[2]))
    assert greeted(connect())
    assert read_to_end(callers[1]) == b""
    assert greeted(callers[0])
    assert greeted(callers[2])


BUSY = b"GET /slow HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
UPLOAD = b"POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n"


def sent(callers: list[socket.socket], request: bytes) -> None:
    """Send a request from each, and wait until they are held up if they will be."""
    for caller in callers:
        caller.sendall(request)
    time.sleep(2 * UNREAD_S)


def test_where_every_connection_is_being_answered_one_more_is_refused_but_for_health(connect: Any) -> None:
    callers = [connect() for _ in range(3)]
    sent(callers, BUSY)
    one_more = connect()
    one_more.sendall(GET)
    answer = read_to_end(one_more)
    status, body = reported(answer)
    assert (status, body["code"]) == (503, "unavailable")
    assert b"retry-after: 2\r\n" in answer
    asking = connect()
    asking.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
    assert read_to_end(asking).endswith(HELLO)
    assert all(read_to_end(caller).endswith(HELLO) for caller in callers)


def test_who_is_silent_in_a_place_for_health_makes_room_in_it(connect: Any) -> None:
    callers = [connect() for _ in range(3)]
    sent(callers, BUSY)
    silent = connect("127.0.0.2")
    silent.sendall(b"GET /slow")
    asking = connect("127.0.0.2")
    asking.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
    assert read_to_end(asking).endswith(HELLO)
    assert read_to_end(silent) == b""


@pytest.mark.parametrize("request_bytes", [UPLOAD, b"GET /long HTTP/1.1\r\nHost: a\r\n\r\n"])
def test_who_sends_a_body_too_slowly_or_does_not_read_makes_room(connect: Any, request_bytes: bytes) -> None:
    callers = [connect() for _ in range(3)]
    sent(callers, request_bytes)
    assert all(greeted(connect("127.0.0.2")) for _ in range(3))


def test_who_sends_a_body_at_a_fair_rate_makes_no_room(connect: Any) -> None:
    callers = [connect() for _ in range(3)]
    sent(callers, UPLOAD + bytes(8192))
    one_more = connect()
    one_more.sendall(GET)
    assert reported(read_to_end(one_more))[0] == 503


def test_an_address_has_a_share_and_takes_no_other_ones_places(
    connect: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 10)
    other = connect("127.0.0.2")
    assert greeted(other)
    uploading = connect()
    sent([uploading], UPLOAD)
    callers = [connect() for _ in range(3)]
    assert all(greeted(caller) for caller in callers)
    assert greeted(connect())
    assert read_to_end(uploading) == b""
    assert all(greeted(caller) for caller in callers)
    assert greeted(other)


def test_an_address_with_many_uploads_gives_up_one_for_an_address_without(
    connect: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five places: five are more than four times one, four are not more than four times two."""
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 5)
    monkeypatch.setattr(connections, "MOST_OF_ADDRESS", 5)
    callers = [connect() for _ in range(5)]
    for n, caller in enumerate(callers):
        caller.sendall(UPLOAD + bytes(8192 * (6 - n)))
    time.sleep(0.1)
    other = connect("127.0.0.2")
    other.sendall(BUSY)
    time.sleep(0.1)
    one_more = connect("127.0.0.2")
    one_more.sendall(GET)
    assert reported(read_to_end(one_more))[0] == 503
    assert read_to_end(other).endswith(HELLO)
    assert read_to_end(callers[4]) == b""


def test_an_address_whose_share_is_being_answered_gets_no_more(
    connect: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 10)
    callers = [connect() for _ in range(4)]
    sent(callers, BUSY)
    one_more = connect()
    one_more.sendall(GET)
    assert reported(read_to_end(one_more))[0] == 503
    assert greeted(connect("127.0.0.2"))


def test_trusted_proxies_have_no_share(connect: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 10)
    monkeypatch.setattr(connections.Connection, "trusted", (ip_network("127.0.0.1/32"),))
    callers = [connect() for _ in range(5)]
    sent(callers, BUSY)
    assert greeted(connect())


@pytest.mark.parametrize(
    ("request_bytes", "status", "code"),
    [
        (b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", 400, "bad_request"),
        (b"GET / HTTP/1.1\r\n\r\n", 400, "bad_request"),
        (b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400, "bad_request"),
        (b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400, "bad_request"),
        (b"GET / HTTP/1.1\r\nHost: a\r\nX-\x00: b\r\n\r\n", 400, "bad_request"),
        (b"GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n", 400, "bad_request"),
        (b"GET /" + b"a" * 100_000, 431, "head_too_large"),
    ],
    ids=["tls", "no host", "negative length", "two lengths", "null byte", "gzip coding", "long"],
)
def test_what_is_no_request_is_reported_in_the_one_shape_of_errors(
    connect: Any, request_bytes: bytes, status: int, code: str
) -> None:
    caller = connect()
    caller.sendall(request_bytes)
    found, body = reported(read_to_end(caller))
    assert (found, body["code"], body["status"]) == (status, code, status)
    assert {"error", "detail", "title", "type", "request_id"} <= set(body)
