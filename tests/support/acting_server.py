"""`python -m tests.support.acting_server`: `sprue serve`, but that its workers act.

What an analysis does is in the part's file (`tests/server/acting.py`), so that faults come when a test wants
them and no test waits for a kernel. Everything else is the server's own: command line, processes, signals.
"""

import sys
from functools import partial

from server import __main__ as serving
from server.app import create_app
from tests.server import acting

if __name__ == "__main__":
    serving.create_app = partial(create_app, functions=acting.FUNCTIONS)
    sys.exit(serving.main())
