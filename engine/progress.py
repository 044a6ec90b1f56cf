"""Progress: where long work tells how far it is, and learns that it should stop."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from engine.errors import Cancelled


def _ignore(_: str) -> None:
    """Say nothing."""


def _never() -> bool:
    """Never ask to stop."""
    return False


@dataclass(slots=True)
class Progress:
    """A listener handed down through the stages; the default one is silent and never cancels.

    `on_line` gets one line for people per call; `is_cancelled` is asked at every stage and `check`.
    `seconds_of_stage` fills as stages follow each other: wall seconds by stage name. `left_out` names the
    optional work that is not to be done: a process that did it has crashed.
    """

    on_line: Callable[[str], None] = _ignore
    is_cancelled: Callable[[], bool] = _never
    seconds_of_stage: dict[str, float] = field(default_factory=dict)
    left_out: frozenset[str] = frozenset()
    _stage: str = ""
    _began: float = 0.0

    def stage(self, name: str, line: str = "") -> None:
        """Close the running stage, open `name`; raise Cancelled if the caller wants out."""
        self._close()
        self._stage = name
        self.check()
        self.on_line(line or name)

    def note(self, line: str) -> None:
        """Pass one line to whoever listens."""
        self.on_line(line)

    @contextmanager
    def optional(self, work: str) -> Iterator[None]:
        """Mark work that adds to a result and is not worth losing it.

        Where the process crashes within the block the task is done again, with `work` in `left_out`. Whoever
        uses this asks for that first.
        """
        yield

    def check(self) -> None:
        """Raise Cancelled if the caller wants out; cheap enough for the middle of a loop."""
        if self.is_cancelled():
            raise Cancelled(f"cancelled during {self._stage or 'start'}")

    def done(self) -> None:
        """Close the last stage."""
        self._close()
        self._stage = ""

    def _close(self) -> None:
        now = time.perf_counter()
        if self._stage:
            spent = self.seconds_of_stage.get(self._stage, 0.0)
            self.seconds_of_stage[self._stage] = spent + now - self._began
        self._began = now
