"""A proxy that sends each request to the next host, and to the one after where that is down."""

import asyncio
import itertools
import threading
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import httpx
import uvicorn

from tests.faults.site import free_port

OWN_HEADERS = (b"connection", b"keep-alive", b"transfer-encoding")
"""Of one connection, and not of what is passed on."""
START_S = 20.0


@contextmanager
def before(ports: Sequence[int]) -> Iterator[str]:
    """Run one in a thread until the block ends; yield its URL."""
    port = free_port()
    config = uvicorn.Config(
        _Proxy(ports),
        port=port,
        lifespan="off",
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=1,  # callers may keep their connections
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, name="proxy", daemon=True)
    thread.start()
    deadline = time.monotonic() + START_S
    while not server.started:
        assert time.monotonic() < deadline, "the proxy does not start"
        time.sleep(0.02)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()


class _Proxy:
    """The application: a request is read whole, so that it can be sent to another host."""

    def __init__(self, ports: Sequence[int]) -> None:
        self._ports = ports
        self._turns = itertools.count()
        self._client: httpx.AsyncClient | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass a request on."""
        if self._client is None:  # in the loop that it is used in
            self._client = httpx.AsyncClient(timeout=120.0, limits=httpx.Limits(max_keepalive_connections=0))
            self._client.headers.clear()  # those of the caller alone: one that takes no gzip gets none
        body = b"".join([piece async for piece in _pieces(receive)])
        path = f"{scope['raw_path'].decode()}?{scope['query_string'].decode()}".rstrip("?")
        headers = [each for each in scope["headers"] if each[0] not in OWN_HEADERS]
        first = next(self._turns)
        has_begun = False
        for port in (self._ports[(first + at) % len(self._ports)] for at in range(len(self._ports))):
            request = self._client.build_request(
                scope["method"], f"http://127.0.0.1:{port}{path}", content=body, headers=headers
            )
            try:
                answer = await self._client.send(request, stream=True)
                kept = [each for each in answer.headers.raw if each[0].lower() not in OWN_HEADERS]
                has_begun = True
                await send({"type": "http.response.start", "status": answer.status_code, "headers": kept})
                async for piece in answer.aiter_raw():
                    await send({"type": "http.response.body", "body": piece, "more_body": True})
                await answer.aclose()
                await send({"type": "http.response.body", "body": b""})
                return
            except httpx.ConnectError:  # it is down: the request has reached nobody
                continue
            except httpx.TransportError:  # it died with the request, which it may have done
                break
        if not has_begun:
            await send({"type": "http.response.start", "status": 502, "headers": [(b"content-length", b"0")]})
            await send({"type": "http.response.body", "body": b""})


async def _pieces(receive: Any) -> AsyncIterator[bytes]:
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise asyncio.CancelledError
        yield message.get("body", b"")
        if not message.get("more_body"):
            return
