"""What a rule can be made of, as the server's schema lists it, and what its sentences will look like."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from app.client.models import RuleSchema
from app.state.interface import Interface

WHOLE_PART = "whole_part"
PART = "part"
OPS = {"lt": "<", "le": "≤", "gt": ">", "ge": "≥", "eq": "=", "ne": "≠"}
SAMPLE: dict[str, Any] = {"fid": "12", "feature": "hole 12 (Ø6.00)", "n_inspected": 34}
SAMPLE_VALUE = 2.4
PLACEHOLDER = re.compile(r"\{([A-Za-z_]*)(:[^{}]*)?\}")


def metrics(schema: RuleSchema, scope: str, selector_set: str) -> tuple[str, ...]:
    """Return the metrics that fit a scope and a set; all of the scope where the server sends none."""
    info = (schema.selector_set_info or {}).get(PART if scope == WHOLE_PART else selector_set)
    fitting = None if info is None else info.get("metrics")
    if isinstance(fitting, list):
        return tuple(str(one) for one in fitting)
    return schema.metrics_whole_part if scope == WHOLE_PART else schema.metrics_per_feature


def metrics_of(schema: RuleSchema | None, rule: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the metrics that fit what a rule looks at; none before the schema is known."""
    selector = rule.get("selector")
    chosen = str(selector.get("set", "")) if isinstance(selector, dict) else ""
    return () if schema is None else metrics(schema, str(rule.get("scope", "per_feature")), chosen)


def sets(schema: RuleSchema, scope: str) -> tuple[str, ...]:
    """Return the sets a rule of this scope can look at."""
    if scope == WHOLE_PART:
        return (PART,)
    return tuple(one for one in schema.selector_sets if one != PART)


def metric_doc(schema: RuleSchema | None, metric: str) -> str:
    """Return what a metric measures, in a sentence; empty where the server does not send it."""
    info = {} if schema is None else (schema.metric_info or {}).get(metric, {})
    return str(info.get("doc", ""))


def metric_unit(schema: RuleSchema | None, metric: str) -> str:
    """Return the unit of a metric; empty where it has none or the server does not send it."""
    info = {} if schema is None else (schema.metric_info or {}).get(metric, {})
    unit = str(info.get("unit", ""))
    return "" if unit == "1" else unit


LAYER_OF_PREFIX = {"undercut": "draft", "overhang": "draft"}
"""Layers that show metrics which are no values of theirs."""
FEATURES = "features"


def layer_of(schema: RuleSchema | None, interface: Interface, metric: str | None) -> str:
    """Return the layer that shows what a metric measures; empty: none, as of the part as a whole.

    That is the metric's own layer, or the one of its prefix; what is said of a feature shows among features.
    """
    if not metric:
        return ""
    info = {} if schema is None else (schema.metric_info or {}).get(metric, {})
    is_of_part = metric.startswith("part.")
    prefix = metric.removeprefix("part.").partition(".")[0]
    layers = interface.layer_of_name
    for wanted in (str(info.get("layer", "")), LAYER_OF_PREFIX.get(prefix, prefix)):
        if wanted in layers:
            return wanted
    return "" if is_of_part or FEATURES not in layers else FEATURES


def placeholders(schema: RuleSchema | None) -> Mapping[str, str]:
    """Return what may stand in a message, each with its meaning."""
    sent = None if schema is None else schema.placeholders
    return sent if sent is not None else dict.fromkeys((*SAMPLE, "metric", "threshold"), "")


def sample(template: str, threshold: float | None = None) -> str:
    """Return a message as it could read; what cannot be filled in stays as it is written."""
    values = SAMPLE | {"metric": SAMPLE_VALUE, "threshold": 3.0 if threshold is None else threshold}

    def filled(found: re.Match[str]) -> str:
        name, form = found[1], (found[2] or "")[1:]
        try:
            return format(values[name], form)
        except (KeyError, ValueError):
            return found[0]

    return PLACEHOLDER.sub(filled, template)


def unknown_placeholders(template: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return the placeholders of a message that mean nothing."""
    names = set(known)
    return tuple(found[0] for found in PLACEHOLDER.finditer(template) if found[1] not in names)
