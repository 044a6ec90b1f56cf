"""Work off the window's thread: what it brings comes home, and nothing of it stays behind."""

import gc
import threading
import time
import weakref
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from app.client.errors import Failure, Reason, cancelled
from app.state.session import DEFECT
from app.views.tasks import N_THREADS, Tasks

GONE = Failure(Reason.MISSING, "It is gone.", "Try again.")


@pytest.fixture
def tasks(qapp: object) -> Iterator[Tasks]:
    made = Tasks()
    yield made
    made.close()


def test_what_work_returns_comes_home_to_the_threads_of_the_owner(qtbot: QtBot, tasks: Tasks) -> None:
    threads: list[object] = []

    def work() -> int:
        threads.append(threading.get_ident())
        return 7

    received: list[int] = []
    tasks.run(work, lambda found: (received.append(found), threads.append(threading.get_ident())))
    qtbot.waitUntil(lambda: received == [7])
    assert threads[0] != threads[1] == threading.get_ident()


@pytest.mark.parametrize(("raised", "expected"), [(GONE, GONE), (ValueError("ours"), DEFECT)])
def test_why_it_failed_comes_home_too(
    qtbot: QtBot, tasks: Tasks, raised: Exception, expected: Failure
) -> None:
    def work() -> None:
        raise raised

    received: list[Failure] = []
    tasks.run(work, None, received.append)
    qtbot.waitUntil(lambda: received == [expected])


def test_of_what_was_cancelled_or_ends_after_closing_nobody_is_notified(qtbot: QtBot, tasks: Tasks) -> None:
    received: list[object] = []

    def cancel() -> None:
        raise cancelled()

    gate = threading.Event()
    tasks.run(cancel, received.append, received.append)
    tasks.run(lambda: gate.wait(5.0), received.append, received.append)
    tasks.close(wait_ms=10)
    gate.set()
    tasks.close()
    done: list[object] = []
    other = Tasks()
    other.run(lambda: 1, done.append)
    qtbot.waitUntil(lambda: done == [1])
    assert received == []


def test_what_had_not_begun_is_not_waited_for_at_the_end(tasks: Tasks) -> None:
    """Futures that were cancelled before they ran never end by themselves, for those who wait."""
    started = threading.Semaphore(0)
    gate = threading.Event()

    def work() -> None:
        started.release()
        gate.wait(5.0)

    for _ in range(2 * N_THREADS):
        tasks.run(work)
    for _ in range(N_THREADS):
        assert started.acquire(timeout=5.0)
    threading.Timer(0.1, gate.set).start()
    began = time.monotonic()
    tasks.close(wait_ms=3000)
    assert time.monotonic() - began < 2.0


def test_nothing_that_work_held_stays_when_it_has_ended(qtbot: QtBot, tasks: Tasks) -> None:
    class Large:
        pass

    held: list[weakref.ref[Large]] = []
    received: list[object] = []
    for _ in range(5):
        large = Large()
        held.append(weakref.ref(large))
        tasks.run(lambda large=large: large is None, received.append)
        del large
    qtbot.waitUntil(lambda: len(received) == 5 and not tasks._running)

    def is_free() -> bool:
        gc.collect()
        return not any(one() is not None for one in held)

    qtbot.waitUntil(is_free)


def test_what_work_held_is_let_go_of_on_the_thread_of_the_owner(qtbot: QtBot, tasks: Tasks) -> None:
    """A widget that a thread lets go of last is ended by that thread, which Qt forbids."""

    class Widget:
        pass

    ended_on: list[int] = []
    n_done: list[object] = []
    for _ in range(200):
        widget, found = Widget(), Widget()
        for each in (widget, found):
            weakref.finalize(each, lambda: ended_on.append(threading.get_ident()))
        tasks.run(lambda widget=widget, found=found: (widget, found), n_done.append)
        n_done.clear()
        del widget, found, each
    qtbot.waitUntil(lambda: not tasks._running)
    n_done.clear()
    qtbot.waitUntil(lambda: len(ended_on) == 400)
    assert set(ended_on) == {threading.get_ident()}


def test_what_is_posted_is_called_at_once_here_and_from_a_thread_soon_in_its_order(
    qtbot: QtBot, tasks: Tasks
) -> None:
    called: list[tuple[int, int]] = []

    def note(at: int) -> None:
        called.append((at, threading.get_ident()))

    tasks.post(lambda: note(0))
    assert len(called) == 1

    def work() -> None:
        for at in range(1, 50):
            tasks.post(lambda at=at: note(at))

    tasks.run(work)
    qtbot.waitUntil(lambda: len(called) == 50)
    assert called == [(at, threading.get_ident()) for at in range(50)]


def test_what_a_thread_posts_after_closing_is_not_called(qtbot: QtBot) -> None:
    tasks, gate, called = Tasks(), threading.Event(), list[int]()

    def work() -> None:
        gate.wait(5.0)
        tasks.post(lambda: called.append(1))

    tasks.run(work)
    tasks.close(wait_ms=0)
    gate.set()
    other, done = Tasks(), list[int]()
    tasks._threads.shutdown(wait=True)
    other.run(lambda: 1, done.append)
    qtbot.waitUntil(lambda: done == [1])
    assert called == []
    tasks.run(work)  # nothing is begun any more
    assert not tasks._running or all(one.done() for one in tasks._running.values())
