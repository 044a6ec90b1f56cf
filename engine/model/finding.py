"""What the rules found: findings, and the verdicts that gather them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import overload

import numpy as np

from engine.model.arrays import Bools, Floats, Vector, frozen
from engine.model.issue import Issue
from engine.model.layer_limits import LayerLimits
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
    pass_threshold: float | None = None
    """The bound behind which it would pass; None for a pass, and where no bound leads to one."""


@dataclass(frozen=True, slots=True, eq=False)
class Findings(Sequence[Finding]):
    """The findings of one rule as columns of N entries; a `Finding` is made when it is asked for.

    A rule may find something at a thousand places, and a verdict is passed on a column at a time.
    """

    unit: str
    fids: Sequence[FaceId | None]
    faces: Sequence[tuple[FaceId, ...]]
    kinds: Sequence[str]
    severities: Sequence[Severity]
    values: Floats
    """(N,)"""
    thresholds: Floats
    """(N,), NaN for None."""
    margins: Floats
    """(N,), NaN for None."""
    uncertainties: Floats
    """(N,)"""
    is_decided: Bools
    """(N,)"""
    messages: Sequence[str]
    locations: Floats
    """(N, 3)"""
    witnesses: Floats
    """(N, 2, 3), NaN for None."""
    advice: Sequence[str]
    pass_thresholds: Floats
    """(N,), NaN for None."""

    @classmethod
    def of(cls, findings: Sequence[Finding]) -> "Findings":
        """Gather findings, all in one unit."""
        no_witness = np.full((2, 3), np.nan)
        return cls(
            findings[0].unit if findings else "",
            [one.fid for one in findings],
            [one.faces for one in findings],
            [one.kind for one in findings],
            [one.severity for one in findings],
            np.array([one.value for one in findings], dtype=np.float64),
            np.array([one.threshold for one in findings], dtype=np.float64),
            np.array([one.margin for one in findings], dtype=np.float64),
            np.array([one.uncertainty for one in findings], dtype=np.float64),
            np.array([one.is_decided for one in findings], dtype=bool),
            [one.message for one in findings],
            np.array([one.location for one in findings], dtype=np.float64).reshape(-1, 3),
            np.array(
                [no_witness if one.witness is None else one.witness for one in findings], dtype=np.float64
            ).reshape(-1, 2, 3),
            [one.advice for one in findings],
            np.array([one.pass_threshold for one in findings], dtype=np.float64),
        )

    @overload
    def __getitem__(self, at: int) -> Finding: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Finding, ...]: ...
    def __getitem__(self, at: int | slice) -> Finding | tuple[Finding, ...]:
        if isinstance(at, slice):
            return tuple(self[each] for each in range(*at.indices(len(self))))
        ends = self.witnesses[at]
        threshold, margin = float(self.thresholds[at]), float(self.margins[at])
        pass_threshold = float(self.pass_thresholds[at])
        return Finding(
            fid=self.fids[at],
            faces=self.faces[at],
            kind=self.kinds[at],
            severity=self.severities[at],
            value=float(self.values[at]),
            unit=self.unit,
            threshold=None if np.isnan(threshold) else threshold,
            margin=None if np.isnan(margin) else margin,
            uncertainty=float(self.uncertainties[at]),
            is_decided=bool(self.is_decided[at]),
            message=self.messages[at],
            location=frozen(self.locations[at]),
            witness=None if np.isnan(ends).all() else (frozen(ends[0]), frozen(ends[1])),
            advice=self.advice[at],
            pass_threshold=None if np.isnan(pass_threshold) else pass_threshold,
        )

    def __len__(self) -> int:
        return len(self.fids)


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
    """Subjects whose metric could not be measured; `reason` says why. A set that was not gathered is one."""
    reason: str
    is_applicable: bool
    """False when there was nothing to inspect."""
    count_of_severity: dict[Severity, int]
    findings: Findings
    """Worst first; every warning and fail, passes only on request."""
    source: str = ""
    """Where the rule's limits come from, as its pack tells it."""
    issues: tuple[Issue, ...] = ()
    """The findings put together by their causes, worst first; passes are in none."""


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
    """Key of the first gate that failed, which is the headline of this verdict; empty where none did."""
    limits: Mapping[str, LayerLimits] = field(default_factory=dict)
    """Of each measured layer by its name, as the rules judged them."""

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
    derived: tuple[ConfigurationVerdict, ...] = ()
    """Under configurations that follow from the part: its own gauge, and the nearest standard one."""

    @property
    def all_configurations(self) -> tuple[ConfigurationVerdict, ...]:
        """Those of the pack, then those that follow from the part."""
        return self.configurations + self.derived
