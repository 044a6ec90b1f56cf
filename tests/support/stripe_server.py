"""A fake of Stripe over real HTTP: it checks keys and versions, knows idempotency keys, and fails at will."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import Enum
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from stripe._api_version import _ApiVersion

from tests.support import stripe_api, stripe_pages
from tests.support.stripe_account import Refusal, StripeAccount

KEY = "sk_test_key-of-tests"


class Fault(Enum):
    """How a request goes wrong."""

    LOST = "it is done, and the connection ends without an answer"
    ERROR = "it is not done, and answered with 500"
    ERROR_AFTER = "it is done, and answered with 500"
    BUSY = "it is not done, and answered with 429"
    CUT = "it is not done, and the connection ends"


def _never(_: str) -> Fault | None:
    return None


@dataclass(slots=True)
class StripeServer(StripeAccount):
    """An account that is asked over HTTP, and how it answers."""

    faults: Callable[[str], Fault | None] = _never
    """Called with the path of each request to the API."""
    delay_s: float = 0.0
    requests: list[str] = field(default_factory=list)
    n_faults: dict[Fault, int] = field(default_factory=dict)
    answers: dict[str, tuple[str, int, dict[str, Any]]] = field(default_factory=dict)
    """By idempotency key: what was asked, and what was answered."""


def form(pairs: list[tuple[str, str]]) -> dict[str, Any]:
    """Read names as `a[b][0]` into objects and lists."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        keys = name.replace("]", "").split("[")
        here = found
        for key in keys[:-1]:
            here = here.setdefault(key, {})
        here[keys[-1]] = value
    return {name: _listed(value) for name, value in found.items()}


def _listed(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    if value and all(key.isdigit() or key == "" for key in value):
        return [_listed(each) for each in value.values()]
    return {key: _listed(each) for key, each in value.items()}


@contextmanager
def serving(port: int = 0, **members: Any) -> Iterator[StripeServer]:
    """Run one on a port of this machine, a free one unless it is named."""
    fake = StripeServer(**members)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            self._serve("GET")

        def do_POST(self) -> None:
            self._serve("POST")

        def _serve(self, method: str) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            path, query = urlsplit(self.path).path, urlsplit(self.path).query
            if not path.startswith("/v1/"):
                return stripe_pages.serve(self, fake, method, path, body)
            time.sleep(fake.delay_s)
            fault = fake.faults(path)
            with fake.lock:
                fake.requests.append(f"{method} {path}")
                if fault is not None:
                    fake.n_faults[fault] = fake.n_faults.get(fault, 0) + 1
            if fault is Fault.CUT:
                return self._cut()
            if fault in (Fault.ERROR, Fault.BUSY):
                return self._fail(fault)
            status, answer = self._answered(
                method, path, form(parse_qsl(body or query, keep_blank_values=True))
            )
            if fault is Fault.LOST:
                return self._cut()
            if fault is Fault.ERROR_AFTER:
                return self._fail(fault)
            self._send(status, answer)
            return None

        def _answered(self, method: str, path: str, params: dict[str, Any]) -> tuple[int, dict[str, Any]]:
            with fake.lock:
                try:
                    self._check_head()
                    key = self.headers.get("Idempotency-Key") if method == "POST" else None
                    asked = json.dumps([path, params], sort_keys=True)
                    if key and key in fake.answers:
                        before, status, answer = fake.answers[key]
                        if before != asked:
                            raise Refusal(
                                "Keys for idempotent requests can only be used with the same parameters "
                                "they were first used with.",
                                kind="idempotency_error",
                            )
                        return status, answer
                    try:
                        status, answer = (
                            200,
                            json.loads(json.dumps(stripe_api.answer(fake, method, path, params))),
                        )
                    except Refusal as error:
                        status, answer = error.status, error.body
                    if key:
                        fake.answers[key] = (asked, status, answer)
                    return status, answer
                except Refusal as error:
                    return error.status, error.body

        def _check_head(self) -> None:
            if self.headers.get("Authorization") != f"Bearer {KEY}":
                raise Refusal("Invalid API Key provided.", 401)
            if self.headers.get("Stripe-Version") != _ApiVersion.CURRENT:
                raise Refusal(f"Invalid Stripe API version: {self.headers.get('Stripe-Version')}")

        def _fail(self, fault: Fault) -> None:
            if fault is Fault.BUSY:
                self._send(
                    429,
                    {
                        "error": {
                            "type": "invalid_request_error",
                            "message": "Too many requests.",
                            "code": "rate_limit",
                        }
                    },
                )
            else:
                self._send(500, {"error": {"type": "api_error", "message": "An unknown error occurred."}})

        def _cut(self) -> None:
            self.close_connection = True
            self.connection.close()

        def _send(self, status: int, answer: dict[str, Any]) -> None:
            content = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.send_header("Request-Id", "req_of_tests")
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

        def handle(self) -> None:
            with suppress(OSError, ValueError):  # the other end is gone, or this one was closed on purpose
                super().handle()

        def finish(self) -> None:
            with suppress(OSError, ValueError):
                super().finish()

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 128

        def handle_error(self, *_: object) -> None:
            """Say nothing of connections that end in the middle."""

    with Server(("127.0.0.1", port), Handler) as server:
        fake.url = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield fake
        finally:
            server.shutdown()
            thread.join()
