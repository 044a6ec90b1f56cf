"""What is wrong with one examined file, or differs from the same part written another way."""

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """Kinds of findings of this bench, worst first."""

    CRASH = "crash"
    HANG = "hang"
    EXCEPTION = "exception"
    """An exception that is no sentence for the user, AssertionErrors among them."""
    REFUSAL = "refusal"
    """A variant is refused where the part as it was is not."""
    INVARIANT = "invariant"
    """One result contradicts itself."""
    GEOMETRY = "geometry"
    SEVERITY = "severity"
    FEATURE = "feature"

    @property
    def rank(self) -> int:
        """0 for the worst."""
        return list(Kind).index(self)


@dataclass(frozen=True, slots=True)
class Difference:
    """One finding."""

    kind: Kind
    key: str
    """What differs, without the numbers: the same from run to run."""
    text: str
    """For people, with the numbers."""
    weight: float = 1.0
    """How bad it is among those of its kind."""
