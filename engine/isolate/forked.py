"""The parent's side of `fork_server`: processes forked from one that has loaded their modules."""

import atexit
import json
import math
import os
import select
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import BinaryIO, Self

LARGEST_REQUEST = 1 << 17
"""Bytes of a request; an environment takes some five thousand of them."""
LONGEST_KILL_S = 10.0
"""A fork server that has not killed a child by then is ended itself, and its children with it."""
LOOK_S = 0.5
"""How long a wait is at most before it looks whether another thread has ended the process."""
LARGEST_REPORT = 1024
KILLED = -9


def is_possible() -> bool:
    """Whether this system forks children and tells when they end: Linux from 5.3 on."""
    if sys.platform != "linux" or not hasattr(os, "pidfd_open"):
        return False
    try:
        os.close(os.pidfd_open(os.getpid()))
    except OSError:
        return False
    return True


class ForkedProcess:
    """A process that was forked, with what `subprocess.Popen` has for one that is started."""

    def __init__(self, server: "ForkServer", reports: socket.socket) -> None:
        self._server = server
        self._reports = reports
        self._lock = threading.Lock()
        self._pid: int | None = None
        self._status: int | None = None

    @property
    def pid(self) -> int | None:
        """Its process id; None as long as the server loads."""
        self.poll()
        return self._pid

    def wait_for_pid(self) -> int:
        """Wait until it is forked, and return its process id; raise ChildProcessError where it never is."""
        while self.pid is None:
            if self._status is not None:
                raise ChildProcessError(
                    f"nothing was forked: the fork server ended with status {self._status}"
                )
            select.select([self._reports], [], [], LOOK_S)
        return self.pid

    def poll(self) -> int | None:
        """Return its exit status, or minus the signal that ended it; None while it runs."""
        with self._lock:
            while self._status is None:
                try:
                    message = self._reports.recv(LARGEST_REPORT, socket.MSG_DONTWAIT)
                except BlockingIOError:
                    break
                except OSError:
                    message = b""
                if message:
                    report = json.loads(message)
                    self._pid, self._status = report.get("pid", self._pid), report.get("status")
                else:  # the server is gone, and so are its children
                    self._status = self._server.wait() if self._pid is None else KILLED
            return self._status

    def wait(self, longest_s: float = math.inf) -> int:
        """Wait for its end and return what `poll` does; raise TimeoutError when it lives for longer."""
        deadline = time.monotonic() + longest_s
        while (status := self.poll()) is None:
            if time.monotonic() > deadline:
                raise TimeoutError
            with suppress(OSError, ValueError):  # it was killed meanwhile
                select.select([self._reports], [], [], LOOK_S)
        return status

    def kill(self) -> None:
        """End it at once, or as soon as it is forked."""
        try:
            if self.poll() is None:
                self._reports.shutdown(socket.SHUT_WR)
                if self._pid is None:
                    self._status = KILLED
                else:
                    self.wait(LONGEST_KILL_S)
        except TimeoutError:
            self._server.close()
        finally:
            self._reports.close()


class ForkServer:
    """A process that forks children.

    Parameters
    ----------
    control : socket
        On which it takes requests.
    process : Popen, optional
        The process, where it is a child of this one.
    """

    def __init__(self, control: socket.socket, process: "subprocess.Popen[bytes] | None" = None) -> None:
        self._control = control
        self._process = process
        atexit.register(self.close)

    @classmethod
    def start(cls, preload: Sequence[str], environment: Mapping[str, str], errors: BinaryIO) -> Self:
        """Start one, in a thread that outlives it.

        Parameters
        ----------
        preload : sequence of str
            What it loads: see `WorkerOptions`.
        environment : mapping
            Its variables; those of a child may differ, but for what is read when modules are loaded.
        errors : file
            Where it writes why it could not load something; it ends then, with exit status 1.
        """
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        number = theirs.fileno()
        words = ["-P", "-m", "engine.isolate.fork_server", str(os.getpid()), str(number), *preload]
        with theirs:
            process = subprocess.Popen(
                [sys.executable, *words],
                stdin=subprocess.DEVNULL,
                stdout=errors,
                stderr=errors,
                env=environment,
                pass_fds=(number,),
                start_new_session=True,
            )
        return cls(ours, process)

    def fork(
        self,
        config: Mapping[str, object],
        environment: Mapping[str, str],
        folder: str,
        streams: Sequence[int],
    ) -> ForkedProcess | None:
        """Fork a process; None where the server is gone, or the request is too large.

        Parameters
        ----------
        config : mapping
            What it is to do; JSON.
        environment : mapping
            Its variables.
        folder : str
            Where it stands.
        streams : sequence of int
            The file descriptors of its standard input, output and error.
        """
        message = json.dumps(dict(config) | {"folder": folder, "environment": dict(environment)}).encode()
        if len(message) > LARGEST_REQUEST:
            return None
        reports, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            try:
                socket.send_fds(self._control, [message], [theirs.fileno(), *streams])
            except OSError:
                reports.close()
                return None
        return ForkedProcess(self, reports)

    def wait(self) -> int:
        """Wait for its end and return its exit status."""
        return self._process.wait() if self._process else KILLED

    def close(self) -> None:
        """End it, and its children with it."""
        atexit.unregister(self.close)
        self._control.close()
        if self._process:
            self._process.kill()
            self._process.wait()
