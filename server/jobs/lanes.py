"""The two lanes of workers: one answers at once, the other analyzes, and neither waits for the other."""

from pathlib import Path

from engine.isolate.worker import WorkerOptions
from server.jobs.functions import Functions
from server.settings import Settings

NICENESS = 10
"""Analyses leave the processor to those who wait for a quick answer."""
OWN_NICENESS = 5
"""Where a program started the server for itself, who waits for the analysis is who uses the machine."""
LOOKS, ANALYSES = 2000, 100
"""Tasks of a worker before it is replaced. A look leaves no memory behind, and whoever comes when a worker is
replaced waits until the next one is loaded."""


def log_of(settings: Settings) -> Path:
    """Return where workers write what went wrong with them."""
    return settings.data_dir / "worker.log"


def interactive(settings: Settings, functions: Functions) -> WorkerOptions:
    """Return how workers run that answer at once."""
    return _options(settings, functions, 0, LOOKS)


def batch(settings: Settings, functions: Functions) -> WorkerOptions:
    """Return how workers run that analyze."""
    return _options(settings, functions, OWN_NICENESS if settings.local_key else NICENESS, ANALYSES)


def _options(settings: Settings, functions: Functions, niceness: int, tasks: int) -> WorkerOptions:
    return WorkerOptions(
        preload=functions.preload if settings.local_key else (*functions.preload, *functions.preload_further),
        is_forked=True,
        memory_mb=settings.worker_memory_mb or None,
        niceness=niceness,
        tasks_per_child=tasks,
        log=log_of(settings),
    )
