"""Answering on a socket until told to stop, and telling the program or the people who started us."""

import asyncio
import gc
import json
import os
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress

import uvicorn
from litestar import Litestar
from sqlalchemy.exc import OperationalError

from engine.isolate.worker import Worker
from server import services
from server.app import create_app
from server.dashboard import routes as dashboard
from server.http import connections
from server.jobs.functions import Functions
from server.settings import Settings
from server.storage import database
from server.system import version
from server.tracing import setup

NOT_STARTED = 1
SERVICE = "sprue serve"
"""What traces call this process, unless `OTEL_SERVICE_NAME` does."""
GRACE_S = 3
"""Seconds that requests in flight get when the server is told to stop."""


def serve(
    settings: Settings,
    functions: Functions,
    first_worker: Worker,
    listener: socket.socket,
    announces: bool,
    stops_with_stdin: bool,
) -> int:
    """Answer requests until told to stop; return the exit status.

    Parameters
    ----------
    settings, functions, first_worker
        As `services.build` takes them.
    listener : socket
        Where callers come.
    announces : bool
        Whether to tell a program, in one line of JSON on standard output, once requests are answered.
    stops_with_stdin : bool
        Whether the end of standard input is the word to stop.

    Raises
    ------
    InvalidSetting
        The local key is none, or the database or the data folder cannot be worked with.
    OSError
        There is no room, or no right, to begin.
    """
    built = services.build(settings, functions, first_worker)
    app = create_app(built)
    config = uvicorn.Config(
        app,
        http=connections.behind(settings.trusted_networks),
        lifespan="off",  # the server enters it: uvicorn would turn what fails there into a traceback
        timeout_keep_alive=connections.KEEP_ALIVE_S,
        log_config=None,
        access_log=False,
        proxy_headers=False,  # uvicorn believes whoever connects from 127.0.0.1; see `http.callers`
        server_header=False,
        timeout_graceful_shutdown=GRACE_S,
    )

    def when_ready() -> None:
        gc.freeze()  # what stands now stays, and was loaded without looking for garbage
        gc.enable()
        if announces:
            print(json.dumps(_announcement(settings)), flush=True)
        else:  # on standard output, alone on its line, for whoever started us with port 0
            print(f"serving {settings.base_url}/api/v1", flush=True)
        if not settings.local_key:
            # For the operator alone: whoever holds the token may be the first user of a hosted server.
            first_page = dashboard.first_page(built.dashboard.setup)
            print(f"keys: {settings.base_url}{first_page}", file=sys.stderr, flush=True)
        if stops_with_stdin:
            _stop_at_end_of_input(server)

    server = _Server(config, app, when_ready, built.stopping.set)
    try:
        with suppress(KeyboardInterrupt):  # how one stops a server in a terminal; it has stopped by now
            server.run(sockets=[listener])
    except OperationalError as error:
        raise OSError(f"the database cannot be worked with: {database.reason(error)}") from None
    return 0 if server.has_started else NOT_STARTED


class _Server(uvicorn.Server):
    """One that tells when it answers, and when it is about to stop."""

    def __init__(
        self,
        config: uvicorn.Config,
        app: Litestar,
        when_ready: Callable[[], None],
        when_stopping: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self._app = app
        self._running = AsyncExitStack()
        self._when_ready = when_ready
        self._when_stopping = when_stopping
        self.has_started = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell; raise what the application could not start for.

        What traces are left is sent when it stops, and not later: a signal then ends the process.
        """
        self._running.enter_context(setup.running(SERVICE, version.of_program()))
        try:
            await self._running.enter_async_context(self._app.lifespan())
        except ExceptionGroup as group:  # Litestar runs a task group around it
            raise _first(group) from None
        try:
            await super().startup(sockets=sockets)
        except BaseException:
            await self._running.aclose()
            raise
        if self.started:
            self.has_started = True
            self._when_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell, then stop: answers that go on for as long as a job does end now."""
        self._when_stopping()
        await super().shutdown(sockets=sockets)
        if not self.force_exit:
            await self._running.aclose()


def _first(error: Exception) -> Exception:
    return _first(error.exceptions[0]) if isinstance(error, ExceptionGroup) else error


def _announcement(settings: Settings) -> dict[str, object]:
    """Return what a program that started us reads: where we are, and whether it can speak with us."""
    return {
        "event": "ready",
        "url": settings.base_url,
        "port": settings.port,
        "pid": os.getpid(),
        "version": version.of_program(),
        "api": version.API,
    }


def _stop_at_end_of_input(server: uvicorn.Server) -> None:
    """Stop when whoever started us closes our standard input, or dies and so closes it."""
    loop = asyncio.get_running_loop()

    def wait() -> None:
        with suppress(OSError):
            while os.read(0, 4096):
                pass
        with suppress(RuntimeError):  # the loop has ended by itself
            # by the loop, and so after the start: a server that is stopped before it leaves its workers
            loop.call_soon_threadsafe(setattr, server, "should_exit", True)

    threading.Thread(target=wait, name="sprue-stdin", daemon=True).start()
