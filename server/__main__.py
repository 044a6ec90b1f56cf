"""`python -m server`: the server standing on its own feet; `sprue serve` is the same."""

import argparse
import logging
import socket
import sys
from collections.abc import Sequence
from pathlib import Path

import uvicorn

from engine.errors import SprueError
from server.app import create_app
from server.dashboard import routes as dashboard
from server.settings import InvalidSetting, Settings, table
from server.storage import lock

BAD_USAGE = 2
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
        listener = _listen(settings)
    except (InvalidSetting, OSError) as error:
        print(f"{prog}: {error}", file=sys.stderr)
        return BAD_USAGE
    settings = settings.with_changes(port=listener.getsockname()[1])
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    try:
        with lock.held(settings.data_dir):
            _serve(settings, listener)
    except (SprueError, lock.DataFolderInUse) as error:
        listener.close()
        print(f"{prog}: {error}", file=sys.stderr)
        return BAD_USAGE
    return 0


def _serve(settings: Settings, listener: socket.socket) -> None:
    """Answer requests until told to stop."""
    app = create_app(settings)
    config = uvicorn.Config(
        app, log_config=None, access_log=False, server_header=False, timeout_graceful_shutdown=GRACE_S
    )
    # On standard output, alone on its line, for whoever started us with port 0.
    print(f"serving {settings.base_url}/api/v1", flush=True)
    # For the operator alone: whoever holds the token may be the first user of a server that others reach.
    print(f"keys: {settings.base_url}{dashboard.first_page(app.state.setup)}", file=sys.stderr, flush=True)
    uvicorn.Server(config).run(sockets=[listener])


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
