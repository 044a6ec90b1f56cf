"""`python -m tests.support.forked MODULE [word ...]`: as `python -m MODULE [word ...]`, but forked.

For programs that another library starts: streams, folder, variables and signals go to what is forked, and its
exit status comes back. Without the shared fork server for programs, MODULE is started as it stands.
"""

import os
import signal
import socket
import sys
from pathlib import Path

from engine.isolate.forked import ForkServer

PROGRAMS = "TESTS_FORK_SERVER_OF_PROGRAMS"
"""The variable that names the socket of the shared fork server for programs."""
WORKERS = "TESTS_FORK_SERVER_OF_WORKERS"
"""The variable that names the socket of the one for workers, with the engine loaded."""
WINDOWS = "TESTS_FORK_SERVER_OF_WINDOWS"
"""The variable that names the socket of the one for programs that draw, with Qt and VTK loaded."""
FORKED = (sys.executable, "-m", "tests.support.forked")
"""What a command begins with; a module and its words follow."""
HANDED_ON = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def from_nowhere(module: str) -> tuple[str, ...]:
    """Return the command of a module for who starts it with few variables of ours, in any folder."""
    kept = {name: os.environ[name] for name in (PROGRAMS, WORKERS) if name in os.environ}
    kept["PYTHONPATH"] = str(Path(__file__).parents[2])
    return ("env", *(f"{name}={value}" for name, value in kept.items()), *FORKED, module)


def connected(name: str) -> ForkServer | None:
    """Return the shared fork server whose socket a variable names, where it runs."""
    if name not in os.environ:
        return None
    control = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    control.connect(os.environ[name])
    return ForkServer(control)


def main() -> int:
    """Fork, hand signals on, and return how it ended."""
    server = connected(PROGRAMS)
    if server is None:
        os.execv(sys.executable, [sys.executable, "-m", *sys.argv[1:]])
    config = {"module": sys.argv[1], "words": sys.argv[2:]}
    forked = server.fork(config, os.environ, os.getcwd(), (0, 1, 2))
    if forked is None:
        raise SystemExit("the shared fork server is gone")
    pid = forked.wait_for_pid()
    for each in HANDED_ON:
        signal.signal(each, lambda number, _: os.kill(pid, number))
    for stream in (0, 1, 2):  # whoever waits for the end of a stream waits for the program's alone
        os.close(stream)
    return forked.wait()


if __name__ == "__main__":
    status = main()
    if status < 0:
        signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    os._exit(status)
