"""A receiver of webhooks on this machine: a web server that keeps what it was sent."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True, slots=True)
class Received:
    """One request."""

    path: str
    headers: Mapping[str, str]
    """By their names in lower case."""
    body: bytes


@dataclass(slots=True)
class Receiver:
    """What was received, and how it is answered."""

    url: str = ""
    received: list[Received] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    """Of the next answers, in order; then 204."""
    headers: dict[str, str] = field(default_factory=dict)
    """Of every answer."""
    answers: threading.Event = field(default_factory=threading.Event)
    """Answers wait until it is set; it is set at first."""
    most_at_once: dict[str, int] = field(default_factory=dict)
    """Requests that were open at one time, by path."""

    def until(self, n: int, limit_s: float = 20.0) -> Sequence[Received]:
        """Wait until so many requests were received, and return them."""
        self.wait(lambda: len(self.received) >= n, limit_s)
        return list(self.received)

    def wait(self, holds: Callable[[], bool], limit_s: float = 20.0) -> None:
        """Wait until something holds."""
        deadline = time.monotonic() + limit_s
        while not holds():
            assert time.monotonic() < deadline, self.received
            time.sleep(0.01)


@contextmanager
def receiving() -> Iterator[Receiver]:
    """Run one on a free port of this machine."""
    receiver = Receiver()
    receiver.answers.set()
    lock = threading.Lock()
    open_now: dict[str, int] = {}

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            names = {name.lower(): value for name, value in self.headers.items()}
            with lock:
                open_now[self.path] = open_now.get(self.path, 0) + 1
                receiver.most_at_once[self.path] = max(
                    receiver.most_at_once.get(self.path, 0), open_now[self.path]
                )
                receiver.received.append(Received(self.path, names, body))
                status = receiver.statuses.pop(0) if receiver.statuses else 204
            if not self.path.startswith("/quick"):
                receiver.answers.wait(30)
            with lock:
                open_now[self.path] -= 1
            self.send_response(status)
            for name, value in receiver.headers.items():
                self.send_header(name, value)
            self.end_headers()
            if self.path == "/endless":
                try:
                    while True:
                        self.wfile.write(b" " * 65536)
                except OSError:
                    pass

        def do_GET(self) -> None:
            self.do_POST()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        receiver.url = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield receiver
        finally:
            receiver.answers.set()
            server.shutdown()
            thread.join()
