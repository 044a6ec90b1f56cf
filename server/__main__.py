"""`python -m server`: the server standing on its own feet; `sprue serve` is the same.

The first worker is started before most of the server is loaded: both take a second, and take it side by side.
"""

import argparse
import gc
import logging
import os
import socket
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.errors import SprueError
from engine.isolate.worker import Worker
from server import logs
from server.dashboard.setup import is_loopback
from server.jobs import lanes
from server.jobs.functions import THE_ENGINES, Functions
from server.settings import InvalidSetting, Settings, table, variable
from server.storage import lock

NOT_STARTED, BAD_USAGE = 1, 2
LAST_PORT = 65_535
BACKLOG = 2048


def main(
    argv: Sequence[str] | None = None, prog: str = "python -m server", functions: Functions = THE_ENGINES
) -> int:
    """Serve until told to stop; return the exit status."""
    parser = _parser(prog)
    arguments = parser.parse_args(argv)
    try:
        settings = Settings.from_environment().with_changes(
            host=arguments.host, port=arguments.port, data_dir=arguments.data_dir
        )
        _check_local_key(settings)
        _check_port(settings)
        logs.set_up(settings.log_format)
        listener = _listen(settings)
    except (InvalidSetting, OSError) as error:
        print(f"{prog}: {_sentence(error)}", file=sys.stderr)
        return BAD_USAGE
    settings = settings.with_changes(port=listener.getsockname()[1])
    os.environ.pop(variable("local_key"), None)  # workers, who read foreign files, need not know it
    gc.disable()  # nothing of what is loaded is garbage: looking through it takes a fifth of the start
    try:
        with lock.held(settings.data_dir), Worker(lanes.batch(settings, functions)) as first_worker:
            first_worker.start()
            from server import serving

            return serving.serve(
                settings, functions, first_worker, listener, arguments.announce, arguments.stop_with_stdin
            )
    except (SprueError, InvalidSetting, lock.DataFolderInUse, OSError) as error:
        print(f"{prog}: {_sentence(error)}", file=sys.stderr)
        return BAD_USAGE
    except Exception as error:
        logging.getLogger("sprue").exception("the server could not start")
        print(f"{prog}: the server could not start: {error}", file=sys.stderr)
        return NOT_STARTED
    finally:
        gc.enable()
        listener.close()


def _sentence(error: Exception) -> str:
    """Return what an error says; of one of the system's, without its number and with the file it is about."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.strerror}: {error.filename}" if error.filename else error.strerror
    return str(error)


def _check_local_key(settings: Settings) -> None:
    """Refuse a local key where others reach the server: it opens without being counted or revoked."""
    if settings.local_key and not (is_loopback(settings.host) and not settings.site_url):
        raise InvalidSetting(f"{variable('local_key')} is for a server that its own machine alone reaches")


def _check_port(settings: Settings) -> None:
    if not 0 <= settings.port <= LAST_PORT:
        raise InvalidSetting(
            f"the port is {settings.port}; ports are 1 to {LAST_PORT}, and 0 takes a free one"
        )


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
