"""`python -m tests.support.acting_worker`: `sprue worker`, but its processes act; see `acting_server`."""

import sys

from server import worker
from server.jobs import attempt
from tests.server import acting

if __name__ == "__main__":
    attempt.FULL_DISK_PAUSE_S = attempt.STORE_PAUSE_S = 0.5
    sys.exit(worker.main(functions=acting.FUNCTIONS))
