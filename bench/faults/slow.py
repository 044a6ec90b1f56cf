"""Callers that hold their connections: bodies and heads that come byte by byte, and answers nobody reads."""

import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Self

import httpx
import numpy as np

from bench.faults import books, sending
from bench.faults.outcome import Outcome
from bench.faults.watch import Watch
from tests.faults.site import started

ADDRESSES = tuple(f"127.0.0.{number}" for number in range(2, 7))
"""Five callers, so that together they are more than the server keeps connections for."""
N_CALLERS = 520
PIECE_EVERY_S = 8.0
BODY_BYTES = 9_000
ATTACK_S = 60.0
N_LOOKS = 20
WORST_RATIO = 2.0
"""What a quick look may take longer under attack, at its 95th percentile."""
JOBS = 4

BODY = (
    b"POST /dashboard/sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n" % BODY_BYTES
)
HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
UNREAD = b"GET /docs/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 50


class SlowCallers:
    """Callers that keep at it until the `with` ends: who is turned away comes again."""

    def __init__(self, port: int, beginnings: tuple[bytes, ...]) -> None:
        self._port = port
        self._beginnings = beginnings
        self._ends = threading.Event()
        self._threads = [
            threading.Thread(target=self._hold, args=(number,), daemon=True) for number in range(N_CALLERS)
        ]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        time.sleep(PIECE_EVERY_S)
        return self

    def __exit__(self, *_: object) -> None:
        self._ends.set()
        for thread in self._threads:
            thread.join()

    def _hold(self, number: int) -> None:
        begin = self._beginnings[number % len(self._beginnings)]
        address = (ADDRESSES[number % len(ADDRESSES)], 0)
        while not self._ends.is_set():
            with suppress(OSError), socket.socket() as caller:
                caller.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                caller.bind(address)
                caller.settimeout(PIECE_EVERY_S)
                caller.connect(("127.0.0.1", self._port))
                caller.sendall(begin)
                while not self._ends.wait(PIECE_EVERY_S):
                    if begin is not UNREAD:
                        caller.sendall(b"a")
            self._ends.wait(1.0)


def of_bodies(folder: Path) -> Outcome:
    """Have 520 callers send the body of a sign-in, a byte each eight seconds."""
    return _attack(folder, (BODY,), f"{N_CALLERS} bodies that come byte by byte")


def of_all_kinds(folder: Path) -> Outcome:
    """Have as many send bodies and heads so, or not read what they asked for."""
    return _attack(folder, (BODY, HEAD, UNREAD), f"{N_CALLERS} slow bodies, heads and readers")


def _attack(folder: Path, beginnings: tuple[bytes, ...], did: str) -> Outcome:
    with started(folder, sending.PROGRAM) as site:
        with sending.customer(site) as client, Watch(site, client) as watch:
            part = sending.drawn(folder, 0)
            _p95_s(client, part)  # all is warm then
            idle_s = _p95_s(client, part)
            with SlowCallers(site.port, beginnings):
                ends = time.monotonic() + ATTACK_S
                jobs = [sending.accepted(client, sending.drawn(folder, 1 + each)) for each in range(JOBS)]
                books.wait(site)
                attacked_s = _p95_s(client, part)
                time.sleep(max(0.0, ends - time.monotonic()))
            found = books.problems(site, client, jobs, ())
    if attacked_s > WORST_RATIO * idle_s:
        found.append(f"a quick look took {attacked_s:.2f} s at its p95, {idle_s:.2f} s before")
    return Outcome.watched(f"{did}; quick look p95 {idle_s:.2f} → {attacked_s:.2f} s", found, watch)


def _p95_s(client: httpx.Client, part: bytes) -> float:
    return float(np.percentile([_timed(lambda: sending.look(client, part)) for _ in range(N_LOOKS)], 95.0))


def _timed(ask: Callable[[], httpx.Response]) -> float:
    began = time.perf_counter()
    ask().raise_for_status()
    return time.perf_counter() - began
