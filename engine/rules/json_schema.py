"""The JSON Schema of a rule pack, for editors and for programs that write packs.

It is made of the tables that `parse` reads by, so it can never ask for anything else. It is the milder of the
two: that a parameter exists, that no two rules share a key, and that the last tier alone may hold always is
beyond a schema, and `parse` tells it.
"""

import re
from itertools import groupby
from typing import Any

from engine.metrics import INFO_OF_METRIC
from engine.model.field import Unit
from engine.model.form import Form
from engine.model.metric import SelectorSet
from engine.model.rulepack import Comparison, FormFit, Scope, Severity
from engine.rules import members, message, parse, reading, select
from engine.rules.members import Members
from engine.subjects import SELECTOR_SETS

DIALECT = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]

TEMPLATE = (
    r"(?:[^{}]|\{\{|\}\}"
    rf"|\{{(?:{'|'.join(name for name in message.PLACEHOLDERS if name not in message.NUMBERS)})"
    rf"(?::{message.TEXT_SUFFIX.pattern})?\}}"
    rf"|\{{(?:{'|'.join(message.NUMBERS)})(?::{message.NUMBER_SUFFIX.pattern})?\}})*"
)
"""Text with the placeholders of messages in it."""


def json_schema() -> Schema:
    """Write the schema (draft 2020-12) as a document that is ready for JSON."""
    pack = _object(
        members.PACK,
        key=_matching(parse.KEY.pattern),
        name={"$ref": "#/$defs/text"},
        configurations=_map(
            {"$ref": "#/$defs/configuration"}, parse.KEY.pattern, 1, parse.MAX_CONFIGURATIONS
        ),
        rules=_list({"$ref": "#/$defs/rule"}, 1, parse.MAX_RULES),
        forms=_map(
            _names({each.value: each.doc for each in FormFit}),
            f"(?:{'|'.join(each.value for each in Form if each is not Form.ASSEMBLY)})(?:/[^/]+)?",
            1,
            parse.MAX_FORMS,
        ),
        needs=_list({"$ref": "#/$defs/need"}, 1, parse.MAX_CONDITIONS),
        gauge={"$ref": "#/$defs/gauge"},
    )
    return {"$schema": DIALECT, "title": "Sprue rule pack"} | pack | {"$defs": _definitions()}


def _definitions() -> Schema:
    """Describe every object inside a pack, and what several of them share."""
    op = _names({each.value: each.doc for each in Comparison})
    rhs = {"$ref": "#/$defs/rhs"}
    number = {"type": "number"}
    positive = {"type": "number", "exclusiveMinimum": 0}
    some_text = {"type": "string", "maxLength": reading.MAX_TEXT}
    of_sets = {f"metrics_of_{sets[0]}": {"enum": list(metrics)} for sets, metrics in _metrics_of_sets()}
    return of_sets | {
        "metric": _metric(),
        "text": some_text | {"pattern": r"\S"},
        "template": _matching(TEMPLATE) | {"maxLength": reading.MAX_TEXT},
        "configuration": _object(
            members.CONFIGURATION,
            name={"$ref": "#/$defs/text"},
            parameters=_map(number, parse.PARAMETER.pattern, 0, parse.MAX_PARAMETERS),
            machine={"$ref": "#/$defs/machine"},
        ),
        "machine": _object(
            members.MACHINE,
            largest_mm=_list(positive, 3, 3),
            smallest_mm=positive,
            heaviest_kg=positive,
            density_g_cm3=positive,
            gauge_mm=_list(positive, 2, 2),
            source=some_text,
        )
        | {"dependentRequired": {"heaviest_kg": ["density_g_cm3"]}},
        "gauge": _object(
            members.GAUGE,
            parameter=_matching(parse.PARAMETER.pattern),
            metric=_metrics_on([parse.WHOLE_PART_SET]),
            standard_mm=_list(positive, 1, parse.MAX_GAUGES),
        ),
        "need": _object(
            members.NEED,
            name={"$ref": "#/$defs/template"},
            metric=_metrics_on([parse.WHOLE_PART_SET]),
            op=op,
            rhs=number,
        ),
        "rule": _rule(some_text),
        "selector": _object(
            members.SELECTOR,
            set=_names({each.name: each.doc for each in SELECTOR_SETS}),
            where=_list({"$ref": "#/$defs/condition"}, 0, parse.MAX_CONDITIONS),
        )
        | {
            "allOf": [
                _if_then({"set": {"enum": sets}}, _where_on(sets)["properties"])
                for sets, _ in _metrics_of_sets()
            ]
        },
        "condition": _object(members.CONDITION, metric={"$ref": "#/$defs/metric"}, op=op, rhs=rhs),
        "tier": _object(
            members.TIER,
            level=_names({each.value: each.doc for each in Severity}),
            op=op,
            rhs=rhs,
            where=_list({"$ref": "#/$defs/condition"}, 0, parse.MAX_CONDITIONS),
        )
        | {"dependentRequired": {"op": ["rhs"], "rhs": ["op"]}},
        "rhs": {
            "anyOf": [
                number,
                _object(members.PARAMETER_RHS, param=_matching(parse.PARAMETER.pattern), factor=number),
            ]
        },
        "messages": _object(
            members.MESSAGES, **{level.value: {"$ref": "#/$defs/template"} for level in Severity}
        ),
    }


def _rule(some_text: Schema) -> Schema:
    """Describe a rule: which metrics go with its set, which unit with its metric."""
    rule = _object(
        members.RULE,
        key=_matching(parse.KEY.pattern),
        name={"$ref": "#/$defs/text"},
        scope=_names({each.value: each.doc for each in Scope}),
        selector={"$ref": "#/$defs/selector"},
        metric={"$ref": "#/$defs/metric"},
        tiers=_list({"$ref": "#/$defs/tier"}, 1, parse.MAX_TIERS),
        messages={"$ref": "#/$defs/messages"},
        gate={"type": "boolean"},
        configurations=_list(_matching(parse.KEY.pattern), 1, parse.MAX_CONFIGURATIONS),
        unit=_matching(f"(?:{parse.UNIT.pattern})?"),
        advice={"$ref": "#/$defs/template"},
        source=some_text,
    )
    whole_part = _if_then(
        {"scope": {"const": Scope.WHOLE_PART.value}},
        {"selector": {"properties": {"set": {"const": parse.WHOLE_PART_SET}}}},
    )
    of_sets = [
        _if_then(
            {"selector": {"properties": {"set": {"enum": sets}}, "required": ["set"]}},
            {"metric": _metrics_on(sets), "tiers": {"items": _where_on(sets)}},
        )
        for sets, _ in _metrics_of_sets()
    ]
    of_units = [
        _if_then(
            {"metric": {"enum": [info.name for info in INFO_OF_METRIC.values() if info.unit == unit]}},
            {"unit": {"const": unit.value}},
        )
        for unit in Unit
        if unit != Unit.ONE
    ]
    return rule | {"allOf": [whole_part, *of_sets, *of_units]}


def _metrics_of_sets() -> list[tuple[list[str], tuple[str, ...]]]:
    """Return the sets that the same metrics go with, together, and those metrics."""

    def metrics(each: SelectorSet) -> tuple[str, ...]:
        return select.metrics_of(each)

    ordered = sorted(SELECTOR_SETS, key=metrics)
    return [([each.name for each in group], names) for names, group in groupby(ordered, metrics)]


def _metrics_on(sets: list[str]) -> Schema:
    """Refer to the names of the metrics that go with some sets."""
    return {"$ref": f"#/$defs/metrics_of_{sets[0]}"}


def _where_on(sets: list[str]) -> Schema:
    """Limit the metrics of conditions to those that go with some sets."""
    return {"properties": {"where": {"items": {"properties": {"metric": _metrics_on(sets)}}}}}


def _metric() -> Schema:
    """Describe the name of any metric."""
    return _names({info.name: f"{info.doc} Unit: {info.unit.value}." for info in INFO_OF_METRIC.values()})


def _object(known: Members, **schema_of_member: Schema) -> Schema:
    """Describe an object of the tables of `members`."""
    assert schema_of_member.keys() == known.keys(), "a member without a schema, or the reverse"
    return {
        "type": "object",
        "properties": {
            name: schema | {"description": known[name].doc} for name, schema in schema_of_member.items()
        },
        "required": [name for name, member in known.items() if member.is_required],
        "additionalProperties": False,
    }


def _names(doc_of_name: dict[str, str]) -> Schema:
    """Describe a choice of names; editors show the sentences beside them."""
    return {"enum": list(doc_of_name), "enumDescriptions": list(doc_of_name.values())}


def _list(items: Schema, at_least: int, at_most: int) -> Schema:
    return {"type": "array", "items": items, "minItems": at_least, "maxItems": at_most}


def _map(values: Schema, keys: str, at_least: int, at_most: int) -> Schema:
    return {
        "type": "object",
        "propertyNames": _matching(keys),
        "additionalProperties": values,
        "minProperties": at_least,
        "maxProperties": at_most,
    }


def _matching(pattern: str) -> Schema:
    """Describe a text that follows a pattern from end to end; groups lose their names, which JSON lacks."""
    return {"type": "string", "pattern": f"^(?:{re.sub(r'[?]P<[a-z]+>', '?:', pattern)})$"}


def _if_then(members_are: Schema, others_have: Schema) -> Schema:
    """Demand something of an object whose members are such."""
    return {
        "if": {"properties": members_are, "required": list(members_are)},
        "then": {"properties": others_have},
    }
