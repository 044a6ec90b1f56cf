"""The order of the runs: each subject as it is, then its variants, each in a child process with limits."""

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.robustness import results
from bench.robustness.examination import Examination
from bench.robustness.subjects import Subject
from engine.errors import KernelError, MeshingTimeout
from engine.isolate.worker import Killed, Worker, WorkerOptions

LIMIT_S = 240.0
"""Of the clock, for one run: the longest takes a quarter of it on a machine that does nothing else."""
MEMORY_MB = 6000
MOST_FACES = 350
LOG = "log.txt"
"""Beside the kept results: the tracebacks of all runs."""
ORIGINAL, USUAL_MESH = "original", "usual_mesh"
MODULE = "bench.robustness.examine"


@dataclass(frozen=True, slots=True)
class Limits:
    """Which variants are left out for their cost."""

    variants: tuple[str, ...] = ()
    """Only these; all when empty."""
    most_faces: int = MOST_FACES
    """Parts with more are examined as they are alone."""
    most_faces_usual: int = 1000
    """Parts with more are not meshed as finely as users get it."""
    only_kept: bool = False
    """Whether nothing is run: what earlier runs have kept is all there is."""


@dataclass(slots=True)
class Report:
    """What came of one subject, by run."""

    subject: Subject
    examination_of_run: dict[str, Examination] = field(default_factory=dict)
    n_left_out: int = 0
    """Runs that would have cost too much."""


def run(subjects: Sequence[Subject], jobs: int, limits: Limits) -> Iterator[Report]:
    """Examine subjects side by side and yield their reports as they end."""
    here = threading.local()
    workers: list[Worker] = []

    def examine(subject: Subject) -> Report:
        if not hasattr(here, "worker"):
            here.worker = Worker(_options())
            workers.append(here.worker)
        return _examine(subject, here.worker, limits)

    pool = ThreadPoolExecutor(jobs)
    try:
        waiting = [pool.submit(examine, subject) for subject in subjects]
        for done in as_completed(waiting):
            yield done.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.close()


def _options() -> WorkerOptions:
    return WorkerOptions(memory_mb=MEMORY_MB, threads=1, log=_log(), tasks_per_child=500)


def _log() -> Path:
    return results.folder() / LOG


def _examine(subject: Subject, worker: Worker, limits: Limits) -> Report:
    report = Report(subject)

    def examine(run_name: str, task: str, **more: Any) -> Examination | None:
        outcome = results.load(subject.key, run_name)
        if outcome is None and not limits.only_kept:
            outcome = _run(subject, run_name, task, more, worker)
        if outcome is not None:
            report.examination_of_run[run_name] = outcome
        return outcome

    first = examine(ORIGINAL, subject.task)
    if first is None or first.size is None:
        return report
    ways = [way for way in subject.ways if not limits.variants or way in limits.variants]
    if first.size.n_faces > limits.most_faces:
        report.n_left_out += len(ways)
        ways = []
    for way in ways:
        examine(way, "variant", way=way, diagonal_mm=first.meshed_for_mm)
    if subject.has_usual_mesh and (not limits.variants or USUAL_MESH in limits.variants):
        if first.size.n_faces > limits.most_faces_usual:
            report.n_left_out += 1
        else:
            examine(USUAL_MESH, USUAL_MESH)
    return report


def _run(subject: Subject, run_name: str, task: str, more: dict[str, Any], worker: Worker) -> Examination:
    """Run a task over a subject, and return what it kept."""
    arguments = subject.arguments | more | {"target": str(results.path(subject.key, run_name))}
    try:
        worker.run(f"{MODULE}:{task}", arguments, time_limit_s=LIMIT_S)
    except Killed:
        raise  # by somebody else: the run says nothing about the file
    except MeshingTimeout as error:
        results.save(subject.key, run_name, Examination(hang=str(error), seconds=LIMIT_S))
    except KernelError as error:
        results.save(subject.key, run_name, Examination(crash=str(error)))
    done = results.load(subject.key, run_name)
    assert done is not None, "a run that ended keeps its outcome"
    return done
