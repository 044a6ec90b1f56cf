"""Whether memory stays flat: a server does one real analysis after the other, and its memory is measured."""

import itertools
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

import resources
from bench import memory
from bench.memory import Memory
from engine.kernel.status import silence
from tests.contract.conftest import served
from tests.support import draw, parts_bends

JOBS = 500
SAMPLE_EVERY = 10
"""Every so manyth job is the shipped sample, meshed a little differently each time."""
LONGEST_EDGE_MM = 3.0
"""Coarse meshes: what is done is everything, and not too much of it."""
DISK_MB = "2000"
"""Old jobs leave the disk while new ones come."""
WARM_SHARE = 0.2
"""Jobs before this share of all are warming up."""


def run(n_jobs: int = JOBS) -> None:
    """Do so many jobs, and print what the processes hold at the beginning, in between and at the end."""
    silence()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with served(folder / "data", disk_budget_mb=DISK_MB) as site:
            client = site.client(site.key("enterprise"))
            began, weights = time.monotonic(), []
            for number in range(n_jobs):
                _analyze(client, number, folder)
                weights.append(memory.measure())
            client.close()
            _print_progress(weights, time.monotonic() - began)


def _analyze(client: Any, number: int, folder: Path) -> None:
    """Analyze a part that was not analyzed before, and wait for the result."""
    is_sample = number % SAMPLE_EVERY == 0
    path = resources.path("sample_parts/gear_housing.step") if is_sample else _drawn(number, folder)
    form = {"max_edge": f"{LONGEST_EDGE_MM + number / 1000}"}
    files = {"file": (path.name, path.read_bytes())}
    answer = client.post("/dfm/analyze", files=files, data=form).raise_for_status()
    job = f"/dfm/jobs/{answer.json()['job_id']}"
    while (status := client.get(job).json())["status"] not in ("done", "error"):
        time.sleep(0.05)
    if status["status"] == "error":
        raise RuntimeError(f"job {number} failed: {status['error']}")
    client.get(f"{job}/result").raise_for_status()


def _drawn(number: int, folder: Path) -> Path:
    bored = draw.cut(draw.box((60, 40, 5)), draw.cylinder(3, 7, (20, 20, -1)))
    shapes = (bored, draw.fillet(draw.box((30, 20, 10)), 3.0), parts_bends.strip(40.0, (3.0, 90.0), 30.0))
    shape = draw.scaled(shapes[number % len(shapes)], 1.0 + number / 1000)
    return draw.write_step(shape, folder / "part.step")


def _print_progress(weights: list[Memory], seconds: float) -> None:
    warm = int(WARM_SHARE * len(weights))
    half = len(weights) // 2
    moments = {
        "the first job": weights[:1],
        f"{warm} jobs, warm": weights[warm : warm + 10],
        f"{half} jobs": weights[half : half + 10],
        f"{len(weights)} jobs": weights[-10:],
    }
    table = Table("after", "server MB", "workers MB", "largest worker MB", title="median resident memory")
    for name, some in moments.items():
        columns = zip(
            *((each.server_mb, each.workers_mb, each.largest_worker_mb) for each in some), strict=True
        )
        table.add_row(name, *(f"{statistics.median(column):.0f}" for column in columns))
    console = Console(highlight=False)
    console.print(table)
    after = weights[warm:]
    server, workers = ([getattr(each, name) for each in after] for name in ("server_mb", "largest_worker_mb"))
    replaced = sum(bool(b.workers - a.workers) for a, b in itertools.pairwise(weights))
    console.print(
        f"{len(weights)} jobs in {seconds:.0f} s; after the first {warm} the server grew by "
        f"{1024 * _slope(server):.1f} kB a job, the largest worker by {1024 * _slope(workers):.1f} kB; "
        f"it never held more than {max(workers):.0f} MB; workers were started anew {replaced} times"
    )


def _slope(values: list[float]) -> float:
    """Growth a job, by least squares."""
    if len(values) < 2:
        return 0.0
    return statistics.linear_regression(range(len(values)), values).slope
