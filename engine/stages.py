"""Stages that may fail: what is known of a failure, and records that lack what a stage would have made.

`Progress.attempt` runs a stage. Where it raises, a `FailedStage` stands in the place of its outcome. Reading
that place raises `StageFailed`, so a later stage fails for the same reason exactly when it needs the outcome.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

K = TypeVar("K")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class FailedStage:
    """A stage that raised: a defect of Sprue's own, which costs what rests on the stage and nothing else."""

    stage: str
    """For programs: `features.hole`, `heatmaps.draft`."""
    lost: str
    """What the analysis does without, as a clause: `holes were not recognized`."""
    cause: str
    """Class and message of the exception; the traceback is in the log."""

    @property
    def message(self) -> str:
        """A sentence for people."""
        return f"{self.reason[0].upper()}{self.reason[1:]}. What rests on it is not judged."

    @property
    def reason(self) -> str:
        """Why something else could not be told, as a clause."""
        return f"{self.lost}, because Sprue itself failed at it ({self.cause})"


class StageFailed(Exception):
    """The outcome of a failed stage was asked for."""

    def __init__(self, failed: FailedStage) -> None:
        self.failed = failed
        super().__init__(failed.reason)


def outcome(made: T) -> T:
    """Return what a stage made; raise StageFailed where it failed."""
    if isinstance(made, FailedStage):
        raise StageFailed(made)
    return made


def failure_of(made: object) -> FailedStage | None:
    """Return why there is no outcome; None where there is one."""
    return made if isinstance(made, FailedStage) else None


def available(read: Callable[[], T]) -> T | None:
    """Read what a stage made; None where it failed."""
    try:
        return read()
    except StageFailed:
        return None


class Partial:
    """A record of outcomes, any of which may be a `FailedStage`: reading that one raises StageFailed."""

    __slots__ = ()

    if not TYPE_CHECKING:  # attributes keep their declared types

        def __getattribute__(self, name: str) -> Any:
            return outcome(object.__getattribute__(self, name))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what is there and what failed alike."""
        names: tuple[str, ...] = tuple(self.__slots__)
        return type(self), tuple(object.__getattribute__(self, name) for name in names)


class PartialDict(dict[K, T]):
    """Outcomes by name, any of which may be a `FailedStage`: looking that one up raises StageFailed."""

    def __getitem__(self, key: K) -> T:
        return outcome(super().__getitem__(key))

    def get(self, key: K, default: Any = None) -> Any:
        """Look an outcome up that may not be there at all."""
        return outcome(super().get(key, default))
