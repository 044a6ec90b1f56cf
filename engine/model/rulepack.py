"""Rule packs: the same tree as the JSON document, after it was found sound."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engine.model.form import Form

LEVEL = "level"
"""Unit of a rule whose metric has an order and no size (how badly a face is out of reach): findings carry its
number, and nothing for people shows it."""


class Severity(StrEnum):
    """Verdict levels, mildest first."""

    PASS = "pass"
    WARNING = "warning"
    FAIL = "fail"

    @property
    def doc(self) -> str:
        """What it means, in a sentence."""
        return _DOC_OF_SEVERITY[self]

    @property
    def rank(self) -> int:
        """0 for pass, 2 for fail."""
        return list(Severity).index(self)


_DOC_OF_SEVERITY = {
    Severity.PASS: "It can be made so.",
    Severity.WARNING: "It can be made, at a price or a risk that is worth a talk.",
    Severity.FAIL: "It cannot be made so; the part or the process has to change.",
}


class Comparison(StrEnum):
    """How a tier compares a value with its bound."""

    LT = "lt"
    LE = "le"
    GT = "gt"
    GE = "ge"
    EQ = "eq"
    NE = "ne"

    @property
    def doc(self) -> str:
        """When it holds, in a sentence."""
        return _DOC_OF_COMPARISON[self]


_DOC_OF_COMPARISON = {
    Comparison.LT: "The value is less than the bound.",
    Comparison.LE: "The value is the bound or less.",
    Comparison.GT: "The value is greater than the bound.",
    Comparison.GE: "The value is the bound or greater.",
    Comparison.EQ: "The value is the bound.",
    Comparison.NE: "The value is anything but the bound.",
}


class Scope(StrEnum):
    """Whether a rule judges each selected subject or the part as one."""

    PER_FEATURE = "per_feature"
    WHOLE_PART = "whole_part"

    @property
    def doc(self) -> str:
        """What it means, in a sentence."""
        return _DOC_OF_SCOPE[self]


_DOC_OF_SCOPE = {
    Scope.PER_FEATURE: "Each subject of the selector is judged by itself.",
    Scope.WHOLE_PART: "The part is judged as one, by a metric that begins with `part.`; the set is `part`.",
}


@dataclass(frozen=True, slots=True)
class Bound:
    """The right-hand side of a comparison: `literal`, or parameter `param` times `factor`."""

    literal: float | None = None
    param: str | None = None
    factor: float = 1.0


@dataclass(frozen=True, slots=True)
class Condition:
    """One clause of a `where`."""

    metric: str
    op: Comparison
    bound: Bound


@dataclass(frozen=True, slots=True)
class Tier:
    """One step of a ladder. Without `op` it holds for every value; without `where` too it is the last."""

    level: Severity
    op: Comparison | None = None
    bound: Bound | None = None
    where: tuple[Condition, ...] = ()
    """What else has to hold of a subject; the tier is passed over for others."""


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
    """Whether the part is not made by this process at all once the rule fails; the others are judged too."""
    configurations: tuple[str, ...] = ()
    """The configurations it applies to; empty: all."""
    unit: str = ""
    """Written after values; empty: that of the metric."""
    advice: str = ""
    source: str = ""


class FormFit(StrEnum):
    """How well a process goes with a form of part, best first."""

    NATURAL = "natural"
    POSSIBLE = "possible"
    FALLBACK = "fallback"
    UNLIKELY = "unlikely"

    @property
    def doc(self) -> str:
        """What it means, in a sentence."""
        return _DOC_OF_FORM_FIT[self]

    @property
    def rank(self) -> int:
        """0 for natural, 3 for unlikely."""
        return list(FormFit).index(self)


_DOC_OF_FORM_FIT = {
    FormFit.NATURAL: "It is what the process is for.",
    FormFit.POSSIBLE: "The process makes it, though another is meant for it.",
    FormFit.FALLBACK: "The process makes it where no other does.",
    FormFit.UNLIKELY: "Nobody would make it so.",
}


@dataclass(frozen=True, slots=True)
class Machine:
    """What the machine of a configuration takes; a body outside of it does not fit."""

    largest_mm: tuple[float, float, float] = (math.inf, math.inf, math.inf)
    """Sides of the largest box it takes, ascending."""
    smallest_mm: float = 0.0
    """The longest side of a body is at least this."""
    heaviest_kg: float = math.inf
    density_g_cm3: float | None = None
    """Of the material, by which a body is weighed; None where no body is too heavy."""
    gauge_mm: tuple[float, float] = (0.0, math.inf)
    """Thinnest and thickest sheet."""
    source: str = ""


@dataclass(frozen=True, slots=True)
class Need:
    """Something a process needs for a part where a condition on the whole part holds."""

    name: str
    """What it is, with the value of the metric in it: `{metric:.0f} setups`."""
    condition: Condition


@dataclass(frozen=True, slots=True)
class Configuration:
    """A named set of parameter values."""

    key: str
    name: str
    parameters: dict[str, float]
    machine: Machine | None = None
    """None: parts of every size fit."""


@dataclass(frozen=True, slots=True)
class Gauge:
    """How a pack is judged at the part's own gauge, and at the nearest standard one."""

    parameter: str
    """The parameter of its configurations that is the gauge."""
    metric: str
    """The metric of the whole part that measures it."""
    standard_mm: tuple[float, ...]
    """Ascending."""


@dataclass(frozen=True, slots=True)
class RulePack:
    """A pack of rules for one manufacturing process."""

    key: str
    name: str
    configurations: tuple[Configuration, ...]
    rules: tuple[Rule, ...]
    fit_of_form: Mapping[str, FormFit] = field(default_factory=dict)
    """By form, or by form and variant (`sheet/flat`), which goes first; forms without an entry are unlikely.
    Empty: every form is possible."""
    needs: tuple[Need, ...] = ()
    gauge: Gauge | None = None
    """None: the configurations are all there is."""

    def fit_of(self, form: Form, variant: str = "") -> FormFit:
        """Return how well the process goes with a form."""
        if not self.fit_of_form:
            return FormFit.POSSIBLE
        general = self.fit_of_form.get(form.value, FormFit.UNLIKELY)
        return self.fit_of_form.get(f"{form.value}/{variant}", general)
