"""`python -m tests.support.lazy_server`: `sprue serve`, whose workers load the kernel when a part comes.

For tests that start a server or several and give them little to do: each has workers that load beforehand
what takes two seconds of a processor, and most are never asked for it. What they mesh is coarse
(`coarse_meshes`). Everything else is the server's own.
"""

import sys
from dataclasses import replace

from server import __main__ as serving
from server.jobs.functions import THE_ENGINES

LAZY = replace(THE_ENGINES, warm=(), preload=("tests.support.coarse_meshes",), preload_further=())

if __name__ == "__main__":
    sys.exit(serving.main(functions=LAZY))
