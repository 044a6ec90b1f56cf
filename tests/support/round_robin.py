"""A proxy that sends each request to the next host, and to the one after where that is down.

Each request has a connection of its own, on either side, so that bytes are passed on as they come: a host may
answer before the body is there, and stream for as long as it likes.
"""

import asyncio
import itertools
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

START_S = 20.0
MOST_HEAD_BYTES = 1 << 17
PIECE_BYTES = 1 << 16
OF_A_CONNECTION = (b"connection:", b"keep-alive:")
"""Header lines that are not passed on."""
NOBODY = b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@contextmanager
def before(ports: Sequence[int], port: int) -> Iterator[str]:
    """Run one at a port, in a thread, until the block ends; yield its URL."""
    ready, ends = threading.Event(), asyncio.Event()
    loop = asyncio.new_event_loop()

    async def serve() -> None:
        server = await asyncio.start_server(_Proxy(ports).pass_on, "127.0.0.1", port, limit=MOST_HEAD_BYTES)
        ready.set()
        await ends.wait()
        server.close()
        passing_on = asyncio.all_tasks() - {asyncio.current_task()}
        for task in passing_on:
            task.cancel()
        await asyncio.gather(*passing_on, return_exceptions=True)

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),), name="proxy", daemon=True)
    thread.start()
    try:
        assert ready.wait(START_S), "the proxy does not start"
        yield f"http://127.0.0.1:{port}"
    finally:
        loop.call_soon_threadsafe(ends.set)
        thread.join()
        loop.close()


class _Proxy:
    def __init__(self, ports: Sequence[int]) -> None:
        self._ports = ports
        self._turns = itertools.count()

    async def pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass a request on, and its answer back."""
        try:
            with suppress(ConnectionError, asyncio.IncompleteReadError):
                head = _of_one_request(await reader.readuntil(b"\r\n\r\n"))
                await self._exchange(head, (reader, writer))
        finally:
            writer.close()

    async def _exchange(self, head: bytes, caller: Streams) -> None:
        host = await self._next_host()
        if host is None:
            caller[1].write(NOBODY)
            return
        host[1].write(head)
        sending = asyncio.create_task(_copy(caller[0], host[1]))
        answering = asyncio.create_task(_copy(host[0], caller[1]))
        try:
            await asyncio.wait((sending, answering), return_when=asyncio.FIRST_COMPLETED)
        finally:  # the answer is through, or the caller is gone
            for task in (sending, answering):
                task.cancel()
            host[1].close()
        if answering.done() and not answering.result():  # it died with the request, which it may have done
            caller[1].write(NOBODY)

    async def _next_host(self) -> Streams | None:
        """Connect to the host whose turn it is, or to the next that is up."""
        first = next(self._turns)
        for at in range(len(self._ports)):
            with suppress(OSError):  # it is down: the request has reached nobody
                return await asyncio.open_connection(
                    "127.0.0.1", self._ports[(first + at) % len(self._ports)]
                )
        return None


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> int:
    """Pass bytes on until there are no more; return how many there were."""
    n_bytes = 0
    with suppress(ConnectionError):
        while piece := await reader.read(PIECE_BYTES):
            writer.write(piece)
            await writer.drain()
            n_bytes += len(piece)
    return n_bytes


def _of_one_request(head: bytes) -> bytes:
    """Return the head of a request with whose answer the connection ends."""
    first, *lines = head.removesuffix(b"\r\n\r\n").split(b"\r\n")
    kept = [line for line in lines if not line.lower().startswith(OF_A_CONNECTION)]
    return b"\r\n".join((first, *kept, b"Connection: close")) + b"\r\n\r\n"
