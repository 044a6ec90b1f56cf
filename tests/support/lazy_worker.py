"""`python -m tests.support.lazy_worker`: `sprue worker`, whose processes load late; see `lazy_server`."""

import sys

from server import worker
from tests.support.lazy_server import LAZY, start_workers_late

if __name__ == "__main__":
    start_workers_late()
    sys.exit(worker.main(functions=LAZY))
