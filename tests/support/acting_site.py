"""`python -m tests.support.acting_site`: `acting_server`, whose workers one process forks for all tests.

For tests that ask nothing of its processes: one of its own that forks them loads for a tenth of a second.
"""

import sys

from tests.server import acting
from tests.support import acting_server, shared_fork_server
from tests.support.forked import PROGRAMS

if __name__ == "__main__":
    shared_fork_server.take_over(acting.FUNCTIONS, PROGRAMS)
    sys.exit(acting_server.main())
