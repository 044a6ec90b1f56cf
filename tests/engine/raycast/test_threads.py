"""Chunks cover everything once, and stop when asked."""

import threading
import time

import pytest

from engine.errors import Cancelled
from engine.raycast import threads


@pytest.fixture(autouse=True)
def _two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "available", lambda: 2)


@pytest.mark.parametrize("count", [0, 1, 10, 11, 95])
def test_every_item_is_worked_on_once(count: int) -> None:
    done: list[int] = []
    threads.in_chunks(count, lambda start, stop: done.extend(range(start, stop)), chunk=10)

    assert sorted(done) == list(range(count))


def test_a_check_that_raises_drops_the_chunks_not_yet_begun() -> None:
    begun: list[int] = []

    def stop_at_once() -> None:
        raise Cancelled

    def work(start: int, stop: int) -> None:
        begun.append(start)
        time.sleep(0.001)  # all of them would take the other thread ten seconds

    with pytest.raises(Cancelled):
        threads.in_chunks(100_000, work, stop_at_once, chunk=10)
    assert len(begun) < 10_000


def test_an_error_in_the_work_reaches_the_caller() -> None:
    def fail(start: int, stop: int) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        threads.in_chunks(100, fail, chunk=10)


def test_calls_inside_of_calls_end_and_work_on_everything() -> None:
    done: list[int] = []

    def inner(start: int, stop: int) -> None:
        threads.in_chunks(20, lambda low, high: done.extend(range(low, high)), chunk=5)

    threads.in_chunks(40, inner, chunk=10)
    assert sorted(done) == sorted(4 * list(range(20)))


def test_threads_are_kept_for_the_next_call(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "available", lambda: 3)
    threads._pool.cache_clear()
    together = threading.Barrier(3)
    names: set[str] = set()

    def meet(start: int, stop: int) -> None:
        names.add(threading.current_thread().name)
        together.wait(timeout=30)

    for _ in range(3):
        threads.in_chunks(30, meet, chunk=10)
    threads._pool.cache_clear()
    assert len(names) == 3
