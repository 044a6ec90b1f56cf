"""`python -m tests.support.lazy_server`: `sprue serve`, whose workers load the kernel when a part comes.

For tests of several hosts: each has more workers than a test gives work to, and all would load beforehand
what takes two seconds of a processor. Everything else is the server's own.
"""

import sys
from dataclasses import replace

from server import __main__ as serving
from server.jobs.functions import THE_ENGINES

LAZY = replace(THE_ENGINES, warm=(), preload=("engine.tasks",), preload_further=())

if __name__ == "__main__":
    sys.exit(serving.main(functions=LAZY))
