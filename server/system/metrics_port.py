"""Numbers for Prometheus on a port of their own, which a proxy for callers does not know."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import uvicorn
from prometheus_client import CONTENT_TYPE_LATEST

PATHS = ("/metrics", "/")


@asynccontextmanager
async def serving(host: str, port: int, text: Callable[[], Awaitable[bytes]]) -> AsyncIterator[None]:
    """Answer every request with the numbers until the block ends; with port 0 do nothing.

    Raises
    ------
    OSError
        The port is taken.
    """
    if not port:
        yield
        return
    with _listening(host, port) as listener:
        config = uvicorn.Config(_app(text), lifespan="off", log_config=None, access_log=False)
        server = _Beside(config)
        running = asyncio.create_task(server.serve(sockets=[listener]))
        try:
            yield
        finally:
            server.should_exit = server.force_exit = True
            await running


class _Beside(uvicorn.Server):
    """One that leaves signals to the server it runs beside."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield


@contextmanager
def _listening(host: str, port: int) -> Iterator[socket.socket]:
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen()
    except OSError as error:
        listener.close()
        raise OSError(f"cannot listen on {host}:{port} for metrics: {error.strerror}") from None
    try:
        yield listener
    finally:
        listener.close()


def _app(text: Callable[[], Awaitable[bytes]]) -> Any:
    async def answer(scope: Any, receive: Any, send: Any) -> None:
        is_there = scope["type"] == "http" and scope["path"] in PATHS
        try:
            body = await text() if is_there else b"metrics are at /metrics\n"
            status = 200 if is_there else 404
        except Exception:  # the database is away: what is counted here stays counted
            status, body = 503, b"the database does not answer\n"
        kind = CONTENT_TYPE_LATEST if status == 200 else "text/plain; charset=utf-8"
        headers = [(b"content-type", kind.encode()), (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    return answer
