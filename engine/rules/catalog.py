"""The catalog: what there is to write rules with."""

from dataclasses import dataclass
from typing import Any

from engine.metrics import INFO_OF_METRIC
from engine.model.metric import Domain, MetricInfo, SelectorSet
from engine.model.rulepack import Comparison, Scope, Severity
from engine.rules.message import PLACEHOLDERS
from engine.subjects import MISSING_SETS, SELECTOR_SETS


@dataclass(frozen=True, slots=True)
class RhsForm:
    """One way to write the right-hand side of a comparison."""

    shape: str
    doc: str


RHS_FORMS = (
    RhsForm("1.5", "A number, in the unit of the metric."),
    RhsForm('{"param": "wall_min"}', "The value of a parameter of the configuration."),
    RhsForm('{"param": "wall_min", "factor": 0.5}', "The value of a parameter times a number."),
)


RULE_FIELDS = {
    "key": "Name of the rule for programs, its own within the pack.",
    "name": "Name of the rule for people.",
    "scope": "Whether each subject of the selector is judged, or the part as one.",
    "selector": "Which subjects are looked at: those of `set` that meet every condition of `where`.",
    "metric": "What is measured on each subject.",
    "tiers": "The ladder: the first tier that holds for the value gives the severity.",
    "messages": "The sentence of each level, with placeholders.",
    "gate": (
        "If true, the rule is judged before the others, and when it fails no further rule of the "
        "configuration is judged: those do not apply, and name the gate."
    ),
    "configurations": "Keys of the configurations the rule belongs to; all when left out.",
    "unit": "The unit to show behind numbers; that of the metric when left out.",
    "advice": "What to change, and to which number; `{threshold}` is the bound to cross for a pass.",
    "source": "Where the thresholds come from.",
}
"""What each member of a rule is for. The first seven have to be there."""


def selector_sets() -> tuple[SelectorSet, ...]:
    """Return every selector set, those that are not gathered yet among them."""
    return SELECTOR_SETS


def metrics_per_feature() -> tuple[MetricInfo, ...]:
    """Return the metrics of features, faces and corners."""
    return tuple(info for info in INFO_OF_METRIC.values() if info.domain != Domain.PART)


def metrics_whole_part() -> tuple[MetricInfo, ...]:
    """Return the metrics of the part as a whole."""
    return tuple(info for info in INFO_OF_METRIC.values() if info.domain == Domain.PART)


def document() -> dict[str, Any]:
    """Write the catalog as JSON: names as the interface lists them, and beside them what they mean."""
    return {
        "selector_sets": [each.name for each in selector_sets()],
        "metrics_per_feature": [info.name for info in metrics_per_feature()],
        "metrics_whole_part": [info.name for info in metrics_whole_part()],
        "comparison_ops": [op.value for op in Comparison],
        "severity_levels": [severity.value for severity in Severity],
        "rhs_forms": [{"shape": form.shape, "doc": form.doc} for form in RHS_FORMS],
        "scopes": [scope.value for scope in Scope],
        "placeholders": dict(PLACEHOLDERS),
        "rule_field_info": dict(RULE_FIELDS),
        "selector_set_info": {each.name: _of_set(each) for each in selector_sets()},
        "metric_info": {info.name: _of_metric(info) for info in INFO_OF_METRIC.values()},
    }


def _of_set(each: SelectorSet) -> dict[str, Any]:
    """Describe a selector set; `missing` says why it is always empty so far."""
    described: dict[str, Any] = {"of": each.domain.value, "kinds": list(each.kinds), "doc": each.doc}
    return described | ({"missing": MISSING_SETS[each.name]} if each.name in MISSING_SETS else {})


def _of_metric(info: MetricInfo) -> dict[str, Any]:
    """Describe a metric."""
    return {"unit": info.unit.value, "of": info.domain.value, "kinds": list(info.kinds), "doc": info.doc}
