"""Requests to one server: sent, sent again where that is safe, ended when asked to, and read."""

import ipaddress
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import httpx

from app.client import errors
from app.client.address import API
from app.client.cancel import Cancel
from app.client.errors import Failure, Reason

CONNECT_S = 10.0
ANSWER_S = 60.0
UPLOAD_S = 330.0
"""Convert and quick-info answer when they are done; the server itself gives up after five minutes."""
STREAM_S = 60.0
"""A job's events come at least every 15 s, if only as a sign of life."""
RETRIES = 2
FIRST_PAUSE_S = 0.4
LONGEST_PAUSE_S = 5.0
"""A server that asks for a longer pause is reported, not waited for."""
AGAIN = frozenset({Reason.BUSY, Reason.TIMEOUT, Reason.UNREACHABLE})


class Connection:
    """One server and one key; safe to share between threads."""

    def __init__(self, base_url: str, key: str | None, transport: httpx.BaseTransport | None = None) -> None:
        self.base_url = base_url.strip().rstrip("/")
        self._key = key
        self._transport = transport
        try:
            url = httpx.URL(self.base_url)
        except (httpx.InvalidURL, UnicodeError) as error:
            raise errors.of_transport(error, self.base_url) from None
        if url.scheme not in ("http", "https") or not url.host:
            raise errors.of_transport(httpx.UnsupportedProtocol(""), self.base_url or "An empty address")
        self.host = url.netloc.decode("ascii")
        self._is_here = _is_loopback(url.host)
        self._certificates = httpx.create_ssl_context(trust_env=not self._is_here)  # once: it takes 20 ms

    @property
    def site_url(self) -> str:
        """Where the server stands, without the path of the API."""
        return self.base_url.removesuffix(API)

    def send(
        self,
        method: str,
        path: str,
        *,
        cancel: Cancel | None = None,
        is_repeatable: bool = False,
        timeout_s: float = ANSWER_S,
        headers: Mapping[str, str] | None = None,
        **content: Any,
    ) -> httpx.Response:
        """Send a request and return its answer, read whole.

        With `cancel` it ends within moments of being asked to, also while it waits for the server. It is
        sent again after a lost connection, a timeout or a busy server where `is_repeatable` says so.
        """
        cancel = cancel or Cancel()
        pause_s = FIRST_PAUSE_S
        for attempts_left in reversed(range(1 + RETRIES if is_repeatable else 1)):
            try:
                with self.stream(
                    method, path, cancel=cancel, timeout_s=timeout_s, headers=headers, **content
                ) as response:
                    with self._transport_failures(cancel):
                        response.read()
                    return response
            except Failure as failure:
                wait_s = pause_s if failure.retry_after_s is None else failure.retry_after_s
                if not attempts_left or failure.reason not in AGAIN or wait_s > LONGEST_PAUSE_S:
                    raise
                if cancel.wait(wait_s):
                    raise errors.cancelled() from None
                pause_s *= 2
        raise AssertionError("an attempt returns or raises")

    @contextmanager
    def stream(
        self,
        method: str,
        path: str,
        *,
        cancel: Cancel,
        timeout_s: float,
        headers: Mapping[str, str] | None = None,
        **content: Any,
    ) -> Iterator[httpx.Response]:
        """Send a request and give its answer before its body is read; raises Failure unless it succeeded."""
        if cancel.is_asked:
            raise errors.cancelled()
        is_elsewhere = path.startswith(("http://", "https://"))
        url = path if is_elsewhere else f"{self.base_url}{path}"
        sent_headers = dict(headers or {})
        if (
            self._key is not None and not is_elsewhere
        ):  # links carry their own signature, and may lead anywhere
            sent_headers["X-API-Key"] = self._key
        line = _Line()
        with self._transport_failures(cancel), self._open() as client, cancel.calling(line.cut):
            request = client.build_request(
                method,
                url,
                headers=sent_headers,
                timeout=httpx.Timeout(timeout_s, connect=min(CONNECT_S, timeout_s)),
                extensions={"trace": line.trace},
                **content,
            )
            response = client.send(request, stream=True)
            try:
                if not response.is_success:
                    body = response.read()
                    raise errors.of_answer(response.status_code, response.headers, body, self.host)
                yield response
            finally:
                response.close()

    @contextmanager
    def _transport_failures(self, cancel: Cancel) -> Iterator[None]:
        """Turn whatever the transport raises into a Failure."""
        try:
            yield
        except Failure:
            raise
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, OSError) as error:
            if cancel.is_asked:
                raise errors.cancelled() from None
            raise errors.of_transport(error, self.host) from error

    def _open(self) -> httpx.Client:
        """Return a client for one request, so that ending it ends nothing else.

        Proxies of the environment are for servers elsewhere.
        """
        return httpx.Client(transport=self._transport, verify=self._certificates, trust_env=not self._is_here)


class _Line:
    """The socket of one request; cutting it is the one thing that wakes a thread waiting for an answer."""

    def __init__(self) -> None:
        self._socket: socket.socket | None = None
        self._is_cut = False

    def trace(self, event: str, info: Mapping[str, Any]) -> None:
        """Take the socket as the connection comes about; that of TLS takes the first one's place."""
        if event in ("connection.connect_tcp.complete", "connection.start_tls.complete"):
            self._socket = info["return_value"].get_extra_info("socket")
            if self._is_cut:
                self.cut()

    def cut(self) -> None:
        """End the connection; the waiting thread finds it broken."""
        self._is_cut = True
        if self._socket is not None:
            try:
                socket.socket.shutdown(self._socket, socket.SHUT_RDWR)
            except OSError:  # it has ended by itself
                pass


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
