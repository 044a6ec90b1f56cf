"""A way to end a call from another thread."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Cancel:
    """Asked for once, it stays asked for; safe to use from any thread."""

    def __init__(self) -> None:
        self._asked = threading.Event()
        self._lock = threading.Lock()
        self._actions: list[Callable[[], None]] = []

    @property
    def is_asked(self) -> bool:
        """Whether the call shall end."""
        return self._asked.is_set()

    def ask(self) -> None:
        """End whatever runs with this; asking again does nothing."""
        with self._lock:
            if self._asked.is_set():
                return
            self._asked.set()
            actions = list(self._actions)
        for action in actions:
            action()

    def wait(self, seconds: float) -> bool:
        """Wait, but no longer than until it is asked for; return whether it was."""
        return self._asked.wait(seconds)

    @contextmanager
    def calling(self, action: Callable[[], None]) -> Iterator[None]:
        """Call `action` when it is asked for while the block runs, at once if it was asked for before."""
        with self._lock:
            self._actions.append(action)
            was_asked = self._asked.is_set()
        try:
            if was_asked:
                action()
            yield
        finally:
            with self._lock:
                self._actions.remove(action)
