"""Jobs of one process: in order, one at a time, forgotten when nobody asks."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.isolate.worker import Worker
from server.errors import JobNotFound, QueueFull
from server.jobs.job import FINAL, Job, Status
from server.jobs.local import LocalQueue
from tests.server import acting

Start = Callable[..., LocalQueue]


@pytest.fixture
def start() -> Iterator[Start]:
    """Return a function that makes and starts a queue; all are stopped in the end."""
    started: list[LocalQueue] = []

    def make(**changes: Any) -> LocalQueue:
        settings = {"time_limit_s": 30.0, "max_queued": 10, "lifetime_s": 60.0, "on_forget": lambda _: None}
        queue = LocalQueue(Worker(), **(settings | changes))
        queue.start()
        started.append(queue)
        return queue

    yield make
    for queue in started:
        queue.stop()


def job(name: str, folder: Path, act: str = "") -> Job:
    source = folder / f"{name}.step"
    source.write_bytes(acting.part(act))
    arguments = {
        "file": str(source),
        "folder": str(folder / name),
        "filename": source.name,
        "pull": "cardinal",
        "max_edge_mm": None,
        "curvature": None,
        "alpha_min_deg": 0.5,
        "alpha_warn_deg": 3.0,
    }
    return Job(name, source.name, acting.ACT, arguments)


def wait_for(queue: LocalQueue, name: str, *states: Status) -> Job:
    deadline = time.monotonic() + 30
    while (found := queue.get(name)).status not in states:
        assert time.monotonic() < deadline, found
        time.sleep(0.01)
    return found


def test_jobs_are_done_in_the_order_in_which_they_came(start: Start, tmp_path: Path) -> None:
    queue = start()
    for name in ("a", "b", "c"):
        queue.submit(job(name, tmp_path))
    for name in ("a", "b", "c"):
        assert wait_for(queue, name, *FINAL).status is Status.DONE
    times = [(tmp_path / name / "result.json").stat().st_mtime_ns for name in ("a", "b", "c")]
    assert times == sorted(times)


def test_a_job_that_fails_keeps_its_error_and_the_next_one_runs(start: Start, tmp_path: Path) -> None:
    queue = start()
    queue.submit(job("bad", tmp_path, "empty"))
    queue.submit(job("good", tmp_path))
    assert (
        str(wait_for(queue, "bad", *FINAL).error) == "the file holds 3 curves and nothing that has a volume"
    )
    assert wait_for(queue, "good", *FINAL).error is None


def test_only_jobs_that_wait_count_against_the_limit(start: Start, tmp_path: Path) -> None:
    queue = start(max_queued=1)
    queue.submit(job("runs", tmp_path, "sleep 60"))
    wait_for(queue, "runs", Status.RUNNING)
    queue.submit(job("waits", tmp_path))
    with pytest.raises(QueueFull):
        queue.submit(job("late", tmp_path))
    with pytest.raises(JobNotFound):
        queue.get("late")


def test_a_job_is_forgotten_when_nobody_asked_for_its_lifetime_and_not_before(
    start: Start, tmp_path: Path
) -> None:
    clock, forgotten = [0.0], []
    queue = start(lifetime_s=100.0, on_forget=forgotten.append, now=lambda: clock[0])
    queue.submit(job("old", tmp_path))
    wait_for(queue, "old", *FINAL)
    clock[0] = 90.0
    queue.get("old")
    clock[0] = 180.0  # 90 s after it was last asked for
    queue.submit(job("next", tmp_path))
    assert forgotten == []
    clock[0] = 281.0
    with pytest.raises(JobNotFound):
        queue.get("old")
    queue.submit(job("last", tmp_path))
    assert "old" in forgotten


def test_stopping_ends_a_job_in_the_middle(start: Start, tmp_path: Path) -> None:
    queue = start()
    queue.submit(job("long", tmp_path, "sleep 60"))
    wait_for(queue, "long", Status.RUNNING)
    began = time.monotonic()
    queue.stop()
    assert time.monotonic() - began < 3
    assert queue.get("long").status is Status.QUEUED
