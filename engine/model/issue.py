"""Issues: the findings of one rule that have one cause, told as one thing to change."""

from dataclasses import dataclass
from enum import StrEnum

from engine.model.rulepack import Severity


class Cause(StrEnum):
    """What the findings of an issue have in common."""

    PLACE = "place"
    """One finding alone."""
    PATTERN = "pattern"
    """The features of one pattern."""
    EQUAL = "equal"
    """Subjects of one kind at one value."""
    FEATURE = "feature"
    """Faces of one feature."""
    REGION = "region"
    """Faces, edges or features that meet: both sides of a wall, a chain of edges, walls along one pull."""


@dataclass(frozen=True, slots=True)
class Issue:
    """Findings of one rule with one cause."""

    cause: Cause
    severity: Severity
    """The worst of its findings."""
    findings: tuple[int, ...]
    """Indices into the rule's findings, ascending, which is the worst first."""
    least: float
    most: float
    """Range of the values; NaN where none is finite."""
    label: str
    """What it is about, in a few words: `8 × Ø6.6 on Ø80`, `36 faces`, `hole 12 (Ø6.00)`."""
    message: str
    """All that is to be said, in a sentence or two."""
    place: str
    """Equal for issues of other rules that are about the same thing: `thickness:52`."""

    @property
    def worst(self) -> int:
        """The index of the finding that it is worded by."""
        return self.findings[0]
