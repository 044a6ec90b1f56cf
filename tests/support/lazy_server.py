"""`python -m tests.support.lazy_server`: `sprue serve`, whose workers are started when a part comes.

For tests that start a server or several and give them little to do: what workers load takes two seconds of a
processor, and many a server is never asked for it. What they mesh is coarse (`coarse_meshes`), and they are
forked from one process for all tests (`shared_fork_server`). Everything else is the server's own.
"""

import sys

from engine.isolate.worker import Worker
from server import __main__ as serving
from tests.support import shared_fork_server

LAZY = shared_fork_server.COARSE


def start_workers_late() -> None:
    """Have workers of this process start with their first task."""
    Worker.start = lambda worker: None  # type: ignore[method-assign]
    shared_fork_server.take_over()


if __name__ == "__main__":
    start_workers_late()
    sys.exit(serving.main(functions=LAZY))
