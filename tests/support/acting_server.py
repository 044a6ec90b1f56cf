"""`python -m tests.support.acting_server`: `sprue serve`, but that its workers act.

What an analysis does is in the part's file (`tests/server/acting.py`), so that faults come when a test wants
them and no test waits for a kernel. Everything else is the server's own: command line, processes, signals.
"""

import sys

from server import __main__ as serving
from tests.server import acting

if __name__ == "__main__":
    sys.exit(serving.main(functions=acting.FUNCTIONS))
