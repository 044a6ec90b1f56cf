"""Progress: where long work tells how far it is, learns that it should stop, and outlives what fails."""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from engine.errors import Cancelled, SprueError
from engine.stages import FailedStage, StageFailed, failure_of

T = TypeVar("T")

log = logging.getLogger("sprue.engine")


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
    optional work that is not to be done: a process that did it has crashed. What an `attempt` raises ends the
    work, as tests want it; with `outlives_failures` the work goes on, and `failed_stages` fills.
    """

    on_line: Callable[[str], None] = _ignore
    is_cancelled: Callable[[], bool] = _never
    seconds_of_stage: dict[str, float] = field(default_factory=dict)
    left_out: frozenset[str] = frozenset()
    outlives_failures: bool = False
    failed_stages: list[FailedStage] = field(default_factory=list)
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

    def attempt(self, stage: str, lost: str, make: Callable[..., T], *inputs: Any) -> T:
        """Return `make(*inputs)`; where it raises, tell so, and return a `FailedStage` in its place.

        Parameters
        ----------
        stage : str
            What programs call it: `evidence.overhangs`.
        lost : str
            What there will not be where it fails, as a clause: `overhangs were not found`.
        make : callable
            What makes the outcome.
        inputs
            What it needs. Where one of them is a `FailedStage`, so is the outcome, and nothing is told again.

        Raises
        ------
        SprueError, MemoryError
            Those that `make` raises: they are about the file or the wish, not about Sprue.
        Exception
            Whatever `make` raises, unless this `outlives_failures`.
        """
        failed = next(filter(None, map(failure_of, inputs)), None)
        if failed is None:
            try:
                return make(*inputs)
            except (SprueError, MemoryError):
                raise
            except StageFailed as missing:
                failed = missing.failed
            except Exception as error:
                if not self.outlives_failures:
                    raise
                failed = FailedStage(
                    stage, lost, " ".join(f"{type(error).__name__}: {error}".split()).rstrip(": ")
                )
                log.exception("%s failed", stage)
                self.failed_stages.append(failed)
                self.note(failed.message)
        return cast(T, failed)

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
