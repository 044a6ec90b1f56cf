"""`python -m server`: the server standing on its own feet; `sprue serve` is the same."""

import argparse
import asyncio
import json
import logging
import os
import socket
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import uvicorn

from engine.errors import SprueError
from server.app import create_app
from server.auth.local import InvalidLocalKey
from server.dashboard import routes as dashboard
from server.dashboard.setup import is_loopback
from server.settings import InvalidSetting, Settings, table, variable
from server.storage import lock
from server.system import version

NOT_STARTED, BAD_USAGE = 1, 2
BACKLOG = 2048
GRACE_S = 3
"""Seconds that requests in flight get when the server is told to stop."""


def main(argv: Sequence[str] | None = None, prog: str = "python -m server") -> int:
    """Serve until told to stop; return the exit status."""
    parser = _parser(prog)
    arguments = parser.parse_args(argv)
    try:
        settings = Settings.from_environment().with_changes(
            host=arguments.host, port=arguments.port, data_dir=arguments.data_dir
        )
        _check_local_key(settings)
        listener = _listen(settings)
    except (InvalidSetting, OSError) as error:
        print(f"{prog}: {error}", file=sys.stderr)
        return BAD_USAGE
    settings = settings.with_changes(port=listener.getsockname()[1])
    os.environ.pop(variable("local_key"), None)  # workers, who read foreign files, need not know it
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    try:
        with lock.held(settings.data_dir):
            return _serve(settings, listener, arguments.announce, arguments.stop_with_stdin)
    except (SprueError, InvalidLocalKey, lock.DataFolderInUse) as error:
        listener.close()
        print(f"{prog}: {error}", file=sys.stderr)
        return BAD_USAGE


def _serve(settings: Settings, listener: socket.socket, announces: bool, stops_with_stdin: bool) -> int:
    """Answer requests until told to stop."""
    app = create_app(settings)
    config = uvicorn.Config(
        app, log_config=None, access_log=False, server_header=False, timeout_graceful_shutdown=GRACE_S
    )

    def when_ready() -> None:
        if announces:
            print(json.dumps(_announcement(settings)), flush=True)
        if stops_with_stdin:
            _stop_at_end_of_input(server)

    server = _Server(config, when_ready, app.state.stopping.set)
    if not announces:  # on standard output, alone on its line, for whoever started us with port 0
        print(f"serving {settings.base_url}/api/v1", flush=True)
    if not settings.local_key:
        # For the operator alone: whoever holds the token may be the first user of a server that others reach.
        print(
            f"keys: {settings.base_url}{dashboard.first_page(app.state.setup)}", file=sys.stderr, flush=True
        )
    with suppress(KeyboardInterrupt):  # how one stops a server in a terminal; it has stopped by now
        server.run(sockets=[listener])
    return 0 if server.has_started else NOT_STARTED


class _Server(uvicorn.Server):
    """One that tells when it answers, and when it is about to stop."""

    def __init__(
        self, config: uvicorn.Config, when_ready: Callable[[], None], when_stopping: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._when_ready = when_ready
        self._when_stopping = when_stopping
        self.has_started = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell."""
        await super().startup(sockets=sockets)
        if self.started:
            self.has_started = True
            self._when_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell, then stop: answers that go on for as long as a job does end now."""
        self._when_stopping()
        await super().shutdown(sockets=sockets)


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


def _check_local_key(settings: Settings) -> None:
    """Refuse a local key where others reach the server: it opens without being counted or revoked."""
    if settings.local_key and not (is_loopback(settings.host) and not settings.site_url):
        raise InvalidSetting(f"{variable('local_key')} is for a server that its own machine alone reaches")


def _parser(prog: str) -> argparse.ArgumentParser:
    width = max(len(name) for name, _, _ in table())
    settings = "\n".join(f"  {name:<{width}}  {doc} ({default or 'empty'})" for name, default, doc in table())
    parser = argparse.ArgumentParser(
        prog=prog,
        description="Answer Sprue's HTTP API.",
        epilog=f"example:\n  {prog} --port 8000 --data-dir /var/lib/sprue\n\nenvironment:\n{settings}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--host", help="address to listen on (default: 127.0.0.1)")
    parser.add_argument("--port", type=int, help="port to listen on; 0 takes a free one (default: 8000)")
    parser.add_argument(
        "--data-dir", type=Path, metavar="DIR", help="folder for uploads, results and secrets"
    )
    parser.add_argument(
        "--announce",
        action="store_true",
        help="for programs: once requests are answered, print one line of JSON with port, pid and version, "
        "and nothing else, on standard output",
    )
    parser.add_argument(
        "--stop-with-stdin",
        action="store_true",
        help="for programs: stop when standard input ends, as it does when the program that holds it dies",
    )
    return parser


def _listen(settings: Settings) -> socket.socket:
    """Take the port before anything else is made, so that a port in use is a sentence and no traceback."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # Named TCP, or asyncio does not turn off Nagle's delay on what it accepts: 40 ms a response.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
        listener.listen(BACKLOG)  # from here on callers wait in line instead of being refused
    except OSError as error:
        listener.close()
        raise OSError(f"cannot listen on {settings.host}:{settings.port}: {error.strerror}") from None
    return listener


if __name__ == "__main__":
    sys.exit(main())
