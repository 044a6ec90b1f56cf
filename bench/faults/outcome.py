"""What a trial comes to."""

from collections.abc import Iterable
from dataclasses import dataclass

from bench.faults.watch import Watch


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was done, and what went wrong."""

    did: str
    problems: tuple[str, ...]
    n_looks: int | None = None
    """How often somebody asked meanwhile whether the server answers; None: it was to be gone at times."""
    longest_s: float = 0.0
    """How long the slowest of those answers took."""

    @classmethod
    def watched(cls, did: str, problems: Iterable[str], watch: Watch) -> "Outcome":
        """Add what was seen meanwhile."""
        silence = () if watch.n_answers else ("nobody was answered meanwhile",)
        return cls(did, (*problems, *silence, *watch.wrong), watch.n_answers, watch.longest_s)
