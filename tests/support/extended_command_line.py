"""`python -m tests.support.extended_command_line`: `sprue analyze` with what is further in `extended`.

In a process of its own: the registries of a test's stay as they are. Its two processes are forked.
"""

import sys
from functools import partial

from engine import analysis_workers
from engine.__main__ import main
from engine.isolate.worker import WorkerOptions
from tests.support import shared_fork_server
from tests.support.extended import TASKS

if __name__ == "__main__":
    shared_fork_server.take_over()
    analysis_workers.WorkerOptions = partial(WorkerOptions, is_forked=True)  # type: ignore[assignment,misc]
    sys.exit(main(sys.argv[1:], tasks=TASKS))
