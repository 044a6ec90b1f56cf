"""Work off the window's thread: what it brings comes home, and nothing of it stays behind."""

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from app.client.errors import Failure, Reason, cancelled
from app.state.session import DEFECT
from app.views.tasks import Tasks

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
