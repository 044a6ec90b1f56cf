"""Programs that tests start as `python -m MODULE`, forked from the shared fork server where there is one.

A server loads for a second of a processor before its first line; forked from a process that has loaded it, it
is there at once. Where a test is about how a program starts, it uses `subprocess.Popen`.

A test of what a program does not load may be forked: what its parent has loaded already would be seen.
"""

import math
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.isolate.forked import ForkServer
from tests.support import forked
from tests.support.forked import PROGRAMS

_Popen = subprocess.Popen
FORKED = tuple(
    (sys.executable, "-m", f"tests.support.{name}")
    for name in ("acting_server", "acting_site", "acting_worker", "extended", "lazy_server", "lazy_worker")
)
"""The commands that are forked: all others are started, the server's own among them."""


def start(command: Sequence[str], **named: Any) -> "subprocess.Popen[Any]":
    """Start a command as `subprocess.Popen` does."""
    if tuple(command[:3]) in FORKED:
        server = forked.connected(forked.PROGRAMS)
        if server is not None:
            return _ForkedProgram(server, command, **named)
    return _Popen(command, **named)


def run(
    module: str, *words: object, loaded: str = PROGRAMS, **named: Any
) -> "subprocess.CompletedProcess[str]":
    """Run `python -m MODULE word ...` to its end, forked; return its status and what it wrote.

    Parameters
    ----------
    module, words : str
        What is run.
    loaded : str
        The variable that names the shared fork server with what is loaded already.
    named
        The folder and variables, as `subprocess.Popen` has them.
    """
    command = [sys.executable, "-m", module, *map(str, words)]
    server = forked.connected(loaded)
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "encoding": "utf-8"}
    started: subprocess.Popen[str] = (
        _Popen(command, **pipes, **named)
        if server is None
        else _ForkedProgram(server, command, **pipes, **named)
    )
    with started as program:
        out, errors = program.communicate()
    return subprocess.CompletedProcess(command, program.returncode, out, errors)


def run_script(file: Path, *words: object, loaded: str = PROGRAMS, **named: Any) -> str:
    """Run `python FILE word ...`, forked as `run` does; return what it printed. It has to end well."""
    done = run("tests.support.script", file, *words, loaded=loaded, **named)
    assert done.returncode == 0, done.stderr
    return done.stdout


def fork_from_now_on() -> None:
    """Have `subprocess.Popen` of this process do what `start` does."""
    subprocess.Popen = start  # type: ignore[assignment,misc]


class _ForkedProgram(subprocess.Popen):  # type: ignore[type-arg]
    """A program with pipes, waits and signals like any other, that was forked."""

    def __init__(self, server: ForkServer, command: Sequence[str], **named: Any) -> None:
        self._server = server
        super().__init__(command, **named)

    def _execute_child(  # what Python 3.11 hands on by position, with all pipes made
        self, args: Any, executable: Any, preexec_fn: Any, close_fds: Any, pass_fds: Any, cwd: Any, env: Any,
        startupinfo: Any, creationflags: Any, shell: Any, p2cread: int, p2cwrite: int, c2pread: int,
        c2pwrite: int, errread: int, errwrite: int, *_: Any,
    ) -> None:  # fmt: skip
        given = (p2cread, c2pwrite, errwrite)
        streams = [ours if theirs == -1 else theirs for ours, theirs in enumerate(given)]
        config = {"module": args[2], "words": list(args[3:])}
        environment = os.environ if env is None else env
        made = self._server.fork(config, environment, str(cwd or os.getcwd()), streams)
        assert made is not None, "the shared fork server is gone"
        self._forked = made
        self.pid = made.wait_for_pid()
        self._child_created = True
        self._close_pipe_fds(p2cread, p2cwrite, c2pread, c2pwrite, errread, errwrite)  # type: ignore[attr-defined]

    def _internal_poll(self, *_: Any, **__: Any) -> int | None:
        if self.returncode is None:
            self._note(self._forked.poll())
        return self.returncode

    def _wait(self, timeout: float | None) -> int:
        if self.returncode is None:
            try:
                self._note(self._forked.wait(math.inf if timeout is None else timeout))
            except TimeoutError:
                raise subprocess.TimeoutExpired(self.args, timeout or 0.0) from None
        return self.returncode

    def _note(self, status: int | None) -> None:
        """Keep how it ended, once it has."""
        if status is not None:
            self.returncode = status
            self._forked.kill()
            self._server.close()
