"""`python -m engine.compile_ahead`: compile every kernel before it ships, for bundles and containers.

The folders have to be writable; what is installed from them need not be. The machine code is for a level of
processors rather than for the one at hand (`engine/cpu_level.py`).
"""

from engine import cpu_level
from engine.isolate.worker import Worker, WorkerOptions

TASKS = ("warm", "warm_further")
LIMIT_S = 1800.0


def main() -> None:
    """Leave the mark, then compile in a process that sees it."""
    cpu_level.MARK.write_text("Kernels are compiled for a level of processors: see cpu_level.py.\n", "utf-8")
    with Worker(WorkerOptions(preload=("engine.tasks",))) as worker:
        for task in TASKS:
            worker.run(f"engine.tasks:{task}", {}, time_limit_s=LIMIT_S)


if __name__ == "__main__":
    main()
