"""A process that has loaded what children need, and forks one whenever it is asked to: in milliseconds.

`python -m engine.isolate.fork_server PARENT CONTROL MODULE...`, where CONTROL is the number of a socket. A
message on it asks for a child: what `child.do_tasks` takes, with a folder and variables, as JSON, and beside
it file descriptors: a socket on which the server reports the child's process id and how it ended, and the
child's standard input, output and error. A child whose socket the parent shuts is killed.

The server starts no thread and reads nothing that came from outside. Where a module it loads starts threads,
a forked child starts its program anew: a copy of one thread among several has locks that nobody opens.
"""

import json
import os
import selectors
import signal
import socket
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from engine.isolate import child, limits
from engine.isolate.forked import LARGEST_REQUEST

N_STREAMS = 3
THREADS = Path("/proc/self/task")

Config = dict[str, Any]


def main() -> None:
    """Load, then fork until the parent closes the socket; in a child, do its tasks."""
    parent, control, *preload = sys.argv[1:]
    limits.die_with(int(parent))
    child.load(preload)
    server = Server()
    server.heed(socket.socket(fileno=int(control)))
    config = server.serve()
    if config is not None:
        child.do_tasks(config)


class _Child:
    """A child that runs, by two descriptors that become readable: one at its end, one when it shall end."""

    def __init__(self, pid: int, reports: socket.socket) -> None:
        self.pid = pid
        self.reports = reports
        self.end = os.pidfd_open(pid)

    def tell(self, **report: int) -> None:
        """Report to the parent, if it still listens."""
        with suppress(OSError):
            self.reports.send(json.dumps(report).encode())

    def close(self) -> None:
        """Close both."""
        self.reports.close()
        os.close(self.end)


class Server:
    """Forks children for whoever asks on one of its sockets, and reports the end of each."""

    def __init__(self) -> None:
        self._children: list[_Child] = []
        self._controls: list[socket.socket] = []
        self._has_threads = len(list(THREADS.iterdir())) > 1
        self._is: Config | None = None
        self._selector = selectors.DefaultSelector()

    def heed(self, control: socket.socket) -> None:
        """Take requests on a socket from now on."""
        self._controls.append(control)
        self._selector.register(control, selectors.EVENT_READ, lambda: self._take_request(control))

    def serve(self) -> Config | None:
        """Return None when nobody is left who could ask, or in a new child what it is to do."""
        while self._controls:
            for key, _ in self._selector.select():
                act: Callable[[], None] = key.data
                act()
                if self._is is not None:
                    return self._is
        return None

    def _take_request(self, control: socket.socket) -> None:
        message, descriptors, _, _ = socket.recv_fds(control, LARGEST_REQUEST, 1 + N_STREAMS)
        if message:
            config = json.loads(message) | {"parent": os.getpid()}
            self._fork(socket.socket(fileno=descriptors[0]), descriptors[1:], config)
        else:
            self._controls.remove(control)
            self._selector.unregister(control)
            control.close()

    def _fork(self, reports: socket.socket, streams: list[int], config: Config) -> None:
        pid = os.fork()
        if pid == 0:
            reports.close()
            self._become(streams, config)
            self._is = config | {"preload": []}  # it has been loaded
            return
        for stream in streams:
            os.close(stream)
        made = _Child(pid, reports)
        self._children.append(made)
        self._selector.register(made.end, selectors.EVENT_READ, lambda: self._bury(made))
        self._selector.register(made.reports, selectors.EVENT_READ, lambda: self._kill(made))
        made.tell(pid=pid)

    def _kill(self, dead: _Child) -> None:
        """End a child that its parent wants no more."""
        if dead in self._children:
            self._selector.unregister(dead.reports)
            os.kill(dead.pid, signal.SIGKILL)  # nobody else has its number before it was waited for

    def _bury(self, dead: _Child) -> None:
        """Report how a child ended."""
        _, status = os.waitpid(dead.pid, 0)
        self._children.remove(dead)
        self._selector.unregister(dead.end)
        with suppress(KeyError):
            self._selector.unregister(dead.reports)
        dead.tell(status=os.waitstatus_to_exitcode(status))
        dead.close()

    def _become(self, streams: list[int], config: Mapping[str, Any]) -> None:
        """Give this process what one that is started has: streams, session, folder and variables."""
        self._selector.close()
        for control in self._controls:
            control.close()
        for other in self._children:
            other.close()
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        os.setsid()
        os.chdir(config["folder"])
        os.environ.clear()
        os.environ.update(config["environment"])
        if self._has_threads:
            os.execv(sys.executable, child.command(config))


if __name__ == "__main__":
    main()
