"""The catalog: what there is to write rules with."""

from dataclasses import dataclass
from typing import Any

from engine.metrics import INFO_OF_METRIC
from engine.model.field import Unit
from engine.model.metric import Domain, MetricInfo, SelectorSet
from engine.model.rulepack import Comparison, Scope, Severity
from engine.rules import members, select
from engine.rules.members import Member
from engine.rules.message import PLACEHOLDERS
from engine.subjects import SELECTOR_SETS


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


UNIT_DOCS = {
    Unit.MM: "Millimeters.",
    Unit.MM2: "Square millimeters.",
    Unit.MM3: "Cubic millimeters.",
    Unit.DEG: "Degrees.",
    Unit.ONE: "A plain number: a ratio, a count, or 1 for yes and 0 for no.",
}


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
        "selector_set_info": {each.name: _of_set(each) for each in selector_sets()},
        "metric_info": {info.name: _of_metric(info) for info in INFO_OF_METRIC.values()},
        "comparison_op_info": {op.value: {"doc": op.doc} for op in Comparison},
        "severity_level_info": {severity.value: {"doc": severity.doc} for severity in Severity},
        "scope_info": {scope.value: {"doc": scope.doc} for scope in Scope},
        "unit_info": {unit.value: {"doc": UNIT_DOCS[unit]} for unit in Unit},
        "member_info": {
            name: {key: _of_member(member) for key, member in known.items()}
            for name, known in members.OBJECTS.items()
        },
    }


def _of_set(each: SelectorSet) -> dict[str, Any]:
    """Describe a selector set with its metrics."""
    return {
        "of": each.domain.value,
        "kinds": list(each.kinds),
        "doc": each.doc,
        "metrics": list(select.metrics_of(each)),
    }


def _of_metric(info: MetricInfo) -> dict[str, Any]:
    """Describe a metric with the sets it can be measured on."""
    homes = [each.name for each in selector_sets() if select.is_measurable(info, each)]
    return {
        "unit": info.unit.value,
        "of": info.domain.value,
        "kinds": list(info.kinds),
        "doc": info.doc,
        "selector_sets": homes,
    }


def _of_member(member: Member) -> dict[str, Any]:
    """Describe a member of an object of the pack's document."""
    return {"doc": member.doc, "required": member.is_required, "example": member.example}
