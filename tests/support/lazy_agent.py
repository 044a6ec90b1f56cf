"""`python -m tests.support.lazy_agent`: `sprue mcp`, but that the engine it starts is `lazy_server`."""

import sys
from functools import partial

from server.agent import command, stdio
from server.agent.local_engine import LocalEngine
from tests.support import programs

LAZY = (sys.executable, "-m", "tests.support.lazy_server")

if __name__ == "__main__":
    programs.fork_from_now_on()
    stdio.LocalEngine = partial(LocalEngine, command=LAZY)  # type: ignore[assignment,misc]
    sys.exit(command.main(sys.argv[1:]))
