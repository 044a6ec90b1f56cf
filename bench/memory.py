"""What the processes of the servers that this process started hold in memory."""

from dataclasses import dataclass

import psutil

from engine.isolate import child

MEBIBYTE = 1024**2


@dataclass(frozen=True, slots=True)
class Memory:
    """Resident memory, in MB."""

    server_mb: float
    workers_mb: float
    largest_worker_mb: float
    workers: frozenset[int]
    """Process ids: a worker is replaced after its share of tasks."""


def measure() -> Memory:
    """Measure it now."""
    server, workers = 0.0, {}
    for process in psutil.Process().children(recursive=True):
        try:
            name, command = process.name(), process.cmdline()
            held = process.memory_info().rss / MEBIBYTE
        except psutil.NoSuchProcess:
            continue
        if name == child.NAME:
            workers[process.pid] = held
        elif "serve" in command:
            server += held
    return Memory(server, sum(workers.values()), max(workers.values(), default=0.0), frozenset(workers))
