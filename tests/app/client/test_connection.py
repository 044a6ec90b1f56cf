"""Calls against sockets that behave badly."""

import socket
import threading
import time
from collections.abc import Iterator

import pytest

from app.client.cancel import Cancel
from app.client.connection import Connection
from app.client.errors import Failure, Reason


@pytest.fixture
def silent() -> Iterator[tuple[str, threading.Event]]:
    """Give a server that takes requests and answers none, and whether one came."""
    came = threading.Event()
    held: list[socket.socket] = []

    def accept() -> None:
        while True:
            try:
                line, _ = listener.accept()
            except OSError:
                return
            held.append(line)
            line.recv(1)
            came.set()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=accept, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/api/v1", came
        listener.shutdown(socket.SHUT_RDWR)
    thread.join(5)
    for line in held:
        line.close()


def test_a_call_that_waits_for_its_answer_ends_when_asked_to(silent: tuple[str, threading.Event]) -> None:
    url, came = silent
    cancel = Cancel()

    def ask() -> None:
        came.wait(5)
        cancel.ask()

    asking = threading.Thread(target=ask)
    asking.start()
    began = time.monotonic()
    with pytest.raises(Failure) as caught:
        Connection(url, None).send("GET", "/materials", cancel=cancel, is_repeatable=True, timeout_s=30)
    assert caught.value.reason is Reason.CANCELLED
    assert time.monotonic() - began < 5
    asking.join()


def test_a_server_that_does_not_answer_is_given_up(silent: tuple[str, threading.Event]) -> None:
    with pytest.raises(Failure) as caught:
        Connection(silent[0], None).send("GET", "/materials", timeout_s=0.2)
    assert caught.value.reason is Reason.TIMEOUT


def test_a_call_that_was_cancelled_before_is_not_made(silent: tuple[str, threading.Event]) -> None:
    url, came = silent
    cancel = Cancel()
    cancel.ask()
    with pytest.raises(Failure) as caught:
        Connection(url, None).send("GET", "/materials", cancel=cancel)
    assert caught.value.reason is Reason.CANCELLED
    assert not came.is_set()


def test_where_nothing_listens_the_address_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    with pytest.raises(Failure) as caught:
        Connection(f"http://127.0.0.1:{port}/api/v1", None).send("GET", "/materials")
    assert caught.value.reason is Reason.UNREACHABLE
    assert f"127.0.0.1:{port}" in caught.value.sentence


def test_tls_to_a_server_without_it_is_reported(silent: tuple[str, threading.Event]) -> None:
    def answer_in_plain(listener: socket.socket) -> None:
        line, _ = listener.accept()
        with line:
            line.recv(1000)
            line.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=answer_in_plain, args=(listener,))
        thread.start()
        with pytest.raises(Failure) as caught:
            Connection(f"https://127.0.0.1:{listener.getsockname()[1]}", None).send("GET", "/materials")
        thread.join()
    assert caught.value.reason is Reason.TLS
