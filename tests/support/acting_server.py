"""`python -m tests.support.acting_server`: `sprue serve`, but that its workers act.

What an analysis does is in the part's file (`tests/server/acting.py`), so that faults come when a test wants
them and no test waits for a kernel. A full disk is looked at again after a moment, and passwords are hashed
at no cost. Everything else is the server's own: command line, processes, signals.
"""

import sys

from argon2 import PasswordHasher

from server import __main__ as serving
from server.auth import passwords
from server.jobs import attempt
from tests.server import acting


def main() -> int:
    """Serve until told to stop."""
    attempt.FULL_DISK_PAUSE_S = 0.5
    passwords._hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    return serving.main(functions=acting.FUNCTIONS)


if __name__ == "__main__":
    sys.exit(main())
