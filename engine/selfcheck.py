"""`sprue selfcheck`: whether this installation works, from the kernel to the report."""

import argparse
import json
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import resources
from engine.errors import SprueError
from engine.isolate.worker import Worker, WorkerOptions

OK, BROKEN = 0, 3
SAMPLE = "sample_parts/gear_housing.step"
PACKAGES = ("cadquery-ocp-novtk", "numpy", "numba", "litestar")


def main(
    argv: Sequence[str] | None = None, prog: str = "sprue selfcheck", tasks: str = "engine.tasks"
) -> int:
    """Try the main job on the sample part and say what works; return the exit status.

    Parameters
    ----------
    argv : sequence of str, optional
        The words after the command; those of this process when None.
    prog : str
        What help calls the command.
    tasks : str
        The module whose `warm` and `analyze` the worker process runs.
    """
    parser = argparse.ArgumentParser(
        prog=prog,
        description="Check that this installation works: analyze the sample part in a worker process.",
        epilog=f"example:\n  {prog}\n\nexit status: 0 everything works, 3 something does not",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.parse_args(argv)
    print(f"Python {platform.python_version()} on {platform.platform()}")
    for package in PACKAGES:
        print(f"  {package} {version(package)}")
    with tempfile.TemporaryDirectory(prefix="sprue-") as folder:
        log = Path(folder) / "worker.log"
        with Worker(WorkerOptions(preload=(tasks,), log=log)) as worker:
            checks: dict[str, Callable[[], str]] = {
                "a worker starts and warms up": lambda: _start(worker, tasks),
                "the sample part is analyzed": lambda: _analyze(worker, tasks, Path(folder) / "out"),
            }
            is_whole = all([_try(name, check) for name, check in checks.items()])
        if not is_whole and log.is_file():
            print(log.read_text(errors="replace"), file=sys.stderr)
    return OK if is_whole else BROKEN


def _try(name: str, check: Callable[[], str]) -> bool:
    """Run one check and print how it went."""
    began = time.perf_counter()
    try:
        detail, is_whole = check(), True
    except (SprueError, OSError) as error:
        detail, is_whole = str(error), False
    print(
        f"{'ok    ' if is_whole else 'FAILED'} {name} ({time.perf_counter() - began:.1f} s): {detail}",
        flush=True,
    )
    return is_whole


def _start(worker: Worker, tasks: str) -> str:
    worker.run(f"{tasks}:warm", {})
    return f"process {worker.pid}"


def _analyze(worker: Worker, tasks: str, folder: Path) -> str:
    worker.run(f"{tasks}:analyze", _arguments(folder))
    document: dict[str, Any] = json.loads((folder / "result.json").read_text())
    n_packs = len(document["modules"]["modules"])
    return (
        f"{document['stats']['n_faces']} faces, {document['stats']['n_features']} features, "
        f"{n_packs} rule packs, {len(document['artifacts'])} files"
    )


def _arguments(folder: Path) -> dict[str, Any]:
    return {
        "file": str(resources.path(SAMPLE)),
        "folder": str(folder),
        "max_edge_mm": None,
        "curvature": None,
        "pull": "cardinal",
        "alpha_min_deg": 0.5,
        "alpha_warn_deg": 3.0,
    }
