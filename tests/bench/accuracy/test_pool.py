"""A task that fails, crashes or hangs costs itself and nothing else."""

import os

import psutil

from bench.accuracy import pool
from bench.accuracy.pool import Task


def double(number: int) -> int:
    return 2 * number


def fail() -> None:
    raise ValueError("no such part")


def crash() -> None:
    os._exit(11)


def spin() -> None:
    while True:
        pass


def test_what_fails_crashes_or_hangs_is_reported_and_the_others_are_done():
    tasks = [
        Task("one", double, (1,)),
        Task("failing", fail, ()),
        Task("crashing", crash, ()),
        Task("spinning", spin, ()),
        Task("two", double, (2,)),
        Task("three", double, (3,)),
    ]
    outcomes = {outcome.task.name: outcome for outcome in pool.run(tasks, jobs=2, limit_s=0.4)}
    assert [outcomes[name].value for name in ("one", "two", "three")] == [2, 4, 6]
    assert outcomes["failing"].error == "ValueError: no such part"
    assert outcomes["crashing"].error == "crashed with status 11"
    assert outcomes["spinning"].error == "took more than 0.4 s"


def test_runs_keep_their_processes_for_the_next_where_that_is_asked_for():
    asking = [Task("pid", os.getpid, ())]

    def pid() -> int:
        (outcome,) = pool.run(asking, jobs=2)
        return outcome.value

    with pool.kept():
        first = pid()
        assert pid() == first
        list(pool.run([Task("crashing", crash, ())], jobs=2))
        second = pid()
        assert second != first
    assert not psutil.pid_exists(second)
    assert pid() != pid()


def test_no_tasks_are_no_outcomes():
    assert list(pool.run([], jobs=2)) == []
