"""`python -m bench.faults.program`: `sprue serve`, but that its workers do what parts ask for."""

import sys
from dataclasses import replace

from server.__main__ import main
from server.jobs.functions import THE_ENGINES

FUNCTIONS = replace(
    THE_ENGINES,
    analyze="bench.faults.acts:analyze",
    preview="bench.faults.acts:preview",
    preload=(*THE_ENGINES.preload, "bench.faults.acts"),
)

if __name__ == "__main__":
    sys.exit(main(functions=FUNCTIONS))
