"""Which thread destroys what only the cyclic collector can."""

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from app.views import garbage_collection
from app.views.garbage_collection import GarbageCollection

DUE = (700, 10, 10)
"""The thresholds of the interpreter; those of the tests are wider."""
MANY = 20 * DUE[0]
"""So many new objects at once, and the interpreter would have collected on its own many times."""


class Cyclic:
    """Nothing but the collector ends it."""

    def __init__(self, ended_on: list[int]) -> None:
        self.itself = self
        weakref.finalize(self, lambda: ended_on.append(threading.get_ident()))


@pytest.fixture(autouse=True)
def _collector_of_the_interpreter() -> Iterator[None]:
    """Begin each test with Python's own collector at work and nothing left to collect."""
    threshold = gc.get_threshold()
    gc.set_threshold(*DUE)
    gc.enable()
    gc.collect()
    yield
    gc.set_threshold(*threshold)
    gc.enable()


def allocate_on_a_thread() -> list[list[int]]:
    """Return what was allocated: objects that are gone again make no collection due."""
    kept: list[list[int]] = []
    thread = threading.Thread(target=lambda: kept.extend([] for _ in range(MANY)))
    thread.start()
    thread.join()
    return kept


def test_a_thread_that_allocates_much_destroys_nothing_of_the_windows(qtbot: QtBot) -> None:
    ended_on: list[int] = []
    collection = GarbageCollection()
    Cyclic(ended_on)
    kept = allocate_on_a_thread()
    assert ended_on == []
    qtbot.waitUntil(lambda: bool(ended_on))
    assert ended_on == [threading.get_ident()]
    assert len(kept) == MANY
    collection.deleteLater()


def test_without_it_the_thread_destroys_it(qtbot: QtBot) -> None:
    ended_on: list[int] = []
    Cyclic(ended_on)
    allocate_on_a_thread()
    assert ended_on
    assert ended_on[0] != threading.get_ident()


def test_nothing_is_collected_before_it_is_due(monkeypatch: pytest.MonkeyPatch) -> None:
    gc.disable()
    collected: list[int] = []
    monkeypatch.setattr(gc, "collect", collected.append)
    for count in ((699, 10, 10), (701, 10, 10), (701, 11, 10), (1, 0, 11)):
        monkeypatch.setattr(gc, "get_count", lambda count=count: count)
        monkeypatch.setattr(gc, "get_threshold", lambda: (700, 10, 10))
        garbage_collection.collect_what_is_due()
    assert collected == [0, 1, 2]
