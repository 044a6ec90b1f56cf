"""Fork servers for all that tests start: `python -m tests.support.shared_fork_server PARENT SOCKET NAME...`.

Each server that a test starts would load the same for a second of a processor, and its workers for two, to
analyze a part or none; each window that draws loads Qt and VTK. So `conftest` starts one fork server
for programs, one for workers and one for windows before all tests; each loads what it is given by name when
somebody first asks it.
"""

import atexit
import os
import runpy
import selectors
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from engine.isolate import child, fork_server, limits, process
from engine.isolate.forked import is_possible
from server.jobs.functions import THE_ENGINES, Functions
from tests.support.forked import PROGRAMS, WINDOWS, WORKERS, connected

COARSE = replace(
    THE_ENGINES,
    warm=(),
    preload=("tests.support.coarse_meshes", *THE_ENGINES.preload, *THE_ENGINES.preload_further),
    preload_further=(),
)
LOADED_WHEN_SERVING = (
    "tests.support.served_once:serve",
    "uvicorn.loops.auto",
    "uvicorn.loops.asyncio",
    "uvicorn.lifespan.off",
    "uvicorn.protocols.websockets.auto",
)
"""What a server imports, and does for the first time, while it starts: half of the processor's time that it
takes to start and end."""
LOADED_BY_AGENTS = ("rich.logging",)
"""What `sprue mcp` imports besides: as much again as its tools take to make."""
LOADED = {
    WORKERS: (*COARSE.preload, *THE_ENGINES.warm),
    PROGRAMS: (
        "server.serving",
        "server.worker",
        "server.agent.stdio",
        "tests.server.acting",
        *LOADED_WHEN_SERVING,
        *LOADED_BY_AGENTS,
    ),
    WINDOWS: ("app.views.program", "pyvista", "tests.app.views.compare.server"),
}


@contextmanager
def running() -> Iterator[None]:
    """Start them for this process and those that it starts, unless it has them."""
    if not is_possible() or WORKERS in os.environ:
        yield
        return
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="sprue-forks-"))
        for name in LOADED:
            stack.enter_context(_one(name, Path(folder) / name))
        yield


def take_over(functions: Functions = COARSE, name: str = WORKERS) -> None:
    """Have this process ask for the children that run these functions there."""
    if (server := connected(name)) is not None:
        process._fork_servers[functions.preload, None] = server


@contextmanager
def _one(name: str, place: Path) -> Iterator[None]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listening:
        listening.bind(str(place))
        listening.listen(100)
        number = listening.fileno()
        words = ["-m", "tests.support.shared_fork_server", str(os.getpid()), str(number), *LOADED[name]]
        environment = os.environ | {"OPENBLAS_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "2"}
        started = subprocess.Popen([sys.executable, *words], pass_fds=(number,), env=environment)
    os.environ[name] = str(place)
    try:
        yield
    finally:
        del os.environ[name]
        started.kill()
        started.wait()


class _Server(fork_server.Server):
    def accept(self, listening: socket.socket) -> None:
        """Take requests of all who connect."""
        self._controls.append(listening)
        self._selector.register(listening, selectors.EVENT_READ, lambda: self.heed(listening.accept()[0]))


def main() -> None:
    """Fork for all who connect; in a new process, do what was asked for."""
    parent, number, *preload = sys.argv[1:]
    limits.die_with(int(parent))
    listening = socket.socket(fileno=int(number))
    first, _ = listening.accept()
    child.load(preload)
    server = _Server()
    server.heed(first)
    server.accept(listening)
    config = server.serve()
    assert config is not None
    if "module" not in config:
        child.do_tasks(config)
        return
    limits.die_with(config["parent"])
    sys.argv = [config["module"], *config["words"]]
    try:
        runpy.run_module(config["module"], run_name="__main__", alter_sys=True)
        status = 0
    except SystemExit as end:
        if isinstance(end.code, str):
            raise
        status = end.code or 0
    _end(status)


def _end(status: int) -> NoReturn:
    """End as an interpreter does, but let the system free what was loaded.

    An interpreter takes it down object by object: an eighth of a second of the processor, more than most
    commands take.
    """
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    main()
