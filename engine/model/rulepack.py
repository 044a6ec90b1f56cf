"""Rule packs: the same tree as the JSON document, after it was found sound."""

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """Verdict levels, mildest first."""

    PASS = "pass"
    WARNING = "warning"
    FAIL = "fail"

    @property
    def rank(self) -> int:
        """0 for pass, 2 for fail."""
        return list(Severity).index(self)


class Comparison(StrEnum):
    """How a tier compares a value with its bound."""

    LT = "lt"
    LE = "le"
    GT = "gt"
    GE = "ge"
    EQ = "eq"
    NE = "ne"


class Scope(StrEnum):
    """Whether a rule judges each selected subject or the part as one."""

    PER_FEATURE = "per_feature"
    WHOLE_PART = "whole_part"


@dataclass(frozen=True, slots=True)
class Bound:
    """The right-hand side of a comparison: `literal`, or parameter `param` times `factor`."""

    literal: float | None = None
    param: str | None = None
    factor: float = 1.0


@dataclass(frozen=True, slots=True)
class Tier:
    """One step of a ladder. Without `op` it holds always and must be the last."""

    level: Severity
    op: Comparison | None = None
    bound: Bound | None = None


@dataclass(frozen=True, slots=True)
class Condition:
    """One clause of a selector's `where`."""

    metric: str
    op: Comparison
    bound: Bound


@dataclass(frozen=True, slots=True)
class Selector:
    """Which subjects a rule looks at."""

    set: str
    where: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. The first tier that holds gives the severity."""

    key: str
    name: str
    scope: Scope
    selector: Selector
    metric: str
    tiers: tuple[Tier, ...]
    messages: dict[Severity, str]
    is_gate: bool = False
    """Whether nothing else of a configuration is judged once this rule fails."""
    configurations: tuple[str, ...] = ()
    """The configurations it applies to; empty: all."""
    unit: str = ""
    advice: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class Configuration:
    """A named set of parameter values."""

    key: str
    name: str
    parameters: dict[str, float]


@dataclass(frozen=True, slots=True)
class RulePack:
    """A pack of rules for one manufacturing process."""

    key: str
    name: str
    configurations: tuple[Configuration, ...]
    rules: tuple[Rule, ...]
