"""One fork server for all that tests start: `python -m tests.support.shared_fork_server PARENT SOCKET`.

Each `lazy_server` would load the same for two seconds of a processor, to analyze a part or two. So `conftest`
starts this one before all tests, on a socket in the file system; it loads when the first of them asks.
"""

import os
import selectors
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from engine.isolate import child, fork_server, limits, process
from engine.isolate.forked import ForkServer, is_possible
from server.jobs.functions import THE_ENGINES

SOCKET = "TESTS_FORK_SERVER"
"""The variable that names the socket to whoever starts a server."""
COARSE = replace(
    THE_ENGINES,
    warm=(),
    preload=("tests.support.coarse_meshes", *THE_ENGINES.preload, *THE_ENGINES.preload_further),
    preload_further=(),
)


@contextmanager
def running() -> Iterator[None]:
    """Start it for this process and those that it starts."""
    if not is_possible() or SOCKET in os.environ:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="sprue-forks-") as folder:
        place = str(Path(folder) / "socket")
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listening:
            listening.bind(place)
            listening.listen(100)
            number = listening.fileno()
            words = ["-m", "tests.support.shared_fork_server", str(os.getpid()), str(number)]
            environment = os.environ | {"OPENBLAS_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "2"}
            started = subprocess.Popen([sys.executable, *words], pass_fds=(number,), env=environment)
        os.environ[SOCKET] = place
        try:
            yield
        finally:
            del os.environ[SOCKET]
            started.kill()
            started.wait()


def connected() -> ForkServer | None:
    """Return it, where it runs."""
    if SOCKET not in os.environ:
        return None
    control = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    control.connect(os.environ[SOCKET])
    return ForkServer(control)


def take_over() -> None:
    """Have this process ask it for the children that work with `COARSE`, where it runs."""
    if (server := connected()) is not None:
        process._fork_servers[COARSE.preload, None] = server


class _Server(fork_server.Server):
    def accept(self, listening: socket.socket) -> None:
        """Take requests of all who connect."""
        self._controls.append(listening)
        self._selector.register(listening, selectors.EVENT_READ, lambda: self.heed(listening.accept()[0]))


def main() -> None:
    """Fork children for all who connect; in a child, do its tasks."""
    parent, number = map(int, sys.argv[1:])
    limits.die_with(parent)
    listening = socket.socket(fileno=number)
    first, _ = listening.accept()
    child.load((*COARSE.preload, *THE_ENGINES.warm))
    server = _Server()
    server.heed(first)
    server.accept(listening)
    config = server.serve()
    if config is not None:
        child.do_tasks(config)


if __name__ == "__main__":
    main()
