"""What the rules found: findings, and the verdicts that gather them."""

from dataclasses import dataclass

from engine.model.arrays import Vector
from engine.model.part import FaceId
from engine.model.rulepack import Scope, Severity


@dataclass(frozen=True, slots=True, eq=False)
class Finding:
    """One judged subject, with the number and the place it was judged by."""

    fid: FaceId | None
    faces: tuple[FaceId, ...]
    kind: str
    severity: Severity
    value: float
    unit: str
    threshold: float | None
    """The nearest bound behind which the verdict is milder (for a pass: worse); None where no bound
    changes it."""
    margin: float | None
    """Signed distance of the value from `threshold`, in its unit: a pass by that much when positive, a
    miss by it when negative; None without a threshold."""
    uncertainty: float
    is_decided: bool
    """False when the severity would change within value ± uncertainty."""
    message: str
    location: Vector
    witness: tuple[Vector, Vector] | None
    advice: str


@dataclass(frozen=True, slots=True, eq=False)
class RuleVerdict:
    """One rule's outcome under one configuration."""

    key: str
    name: str
    scope: Scope
    metric: str
    severity: Severity
    message: str
    n_inspected: int
    n_skipped: int
    """Subjects whose metric could not be measured; `reason` says why."""
    reason: str
    is_applicable: bool
    """False when there was nothing to inspect, or when a gate failed."""
    count_of_severity: dict[Severity, int]
    findings: tuple[Finding, ...]
    """Worst first; every warning and fail, passes only on request."""
    source: str = ""
    """Where the rule's limits come from, as its pack tells it."""
    stopped_by: str = ""
    """Name of the gate whose failing left this rule unasked; empty where it was judged."""


@dataclass(frozen=True, slots=True, eq=False)
class ConfigurationVerdict:
    """All rules of a pack under one configuration."""

    key: str
    name: str
    severity: Severity
    count_of_severity: dict[Severity, int]
    """Rules by severity, as each rule tells its own: one that does not apply is a pass here too."""
    rules: tuple[RuleVerdict, ...]
    gate: str = ""
    """Key of the gate that failed, so that no other rule was judged; empty where none did."""

    @property
    def n_not_applicable(self) -> int:
        """How many of the passes inspected nothing."""
        return sum(not rule.is_applicable for rule in self.rules)


@dataclass(frozen=True, slots=True, eq=False)
class PackVerdict:
    """One rule pack's outcome."""

    key: str
    name: str
    configurations: tuple[ConfigurationVerdict, ...]
