"""Writing a rule pack back as the JSON document it could have been read from."""

from typing import Any

from engine.model.rulepack import Bound, Condition, Configuration, Machine, Rule, RulePack, Tier
from engine.rules import members

Document = dict[str, Any]


def document(pack: RulePack) -> Document:
    """Write a pack in the shape of the interface's module spec; `parse` reads it back as the same pack."""
    written: Document = {
        "key": pack.key,
        "name": pack.name,
        "configurations": {each.key: _configuration(each) for each in pack.configurations},
    }
    if pack.fit_of_form:
        written["forms"] = {form: fit.value for form, fit in pack.fit_of_form.items()}
    if pack.needs:
        written["needs"] = [{"name": each.name} | _condition(each.condition) for each in pack.needs]
    if pack.gauge is not None:
        written["gauge"] = {
            "parameter": pack.gauge.parameter,
            "metric": pack.gauge.metric,
            "standard_mm": list(pack.gauge.standard_mm),
        }
    return written | {"rules": [_rule(rule) for rule in pack.rules]}


def _configuration(configuration: Configuration) -> Document:
    """Write one configuration; a machine that takes everything stays out."""
    written: Document = {"name": configuration.name, "parameters": dict(configuration.parameters)}
    if configuration.machine is not None:
        written["machine"] = _machine(configuration.machine)
    return written


def _machine(machine: Machine) -> Document:
    """Write what a machine takes; what it does not limit stays out."""
    empty, written = Machine(), {}
    for member in members.MACHINE:
        value = getattr(machine, member)
        if value != getattr(empty, member) and value == value:  # a density that is not said is no number
            written[member] = list(value) if isinstance(value, tuple) else value
    if "largest_mm" in written:
        written["largest_mm"].reverse()  # people say the longest side first
    return written


def _rule(rule: Rule) -> Document:
    """Write one rule; what it does not say stays out."""
    selector: Document = {"set": rule.selector.set}
    if rule.selector.where:
        selector["where"] = [_condition(each) for each in rule.selector.where]
    written: Document = {
        "key": rule.key,
        "name": rule.name,
        "scope": rule.scope.value,
        "selector": selector,
        "metric": rule.metric,
        "tiers": [_tier(tier) for tier in rule.tiers],
        "messages": {severity.value: text for severity, text in rule.messages.items()},
    }
    if rule.is_gate:
        written["gate"] = True
    if rule.configurations:
        written["configurations"] = list(rule.configurations)
    return written | {
        name: text
        for name, text in (("unit", rule.unit), ("advice", rule.advice), ("source", rule.source))
        if text
    }


def _condition(condition: Condition) -> Document:
    """Write one clause of `where`."""
    return {"metric": condition.metric, "op": condition.op.value, "rhs": _rhs(condition.bound)}


def _tier(tier: Tier) -> Document:
    """Write one tier; a final one has its level alone."""
    written: Document = {"level": tier.level.value}
    if tier.op is not None and tier.bound is not None:
        written |= {"op": tier.op.value, "rhs": _rhs(tier.bound)}
    return written | ({"where": [_condition(each) for each in tier.where]} if tier.where else {})


def _rhs(bound: Bound) -> float | Document:
    """Write a bound in the shortest of its three forms."""
    if bound.param is None:
        assert bound.literal is not None, "a bound is a number or a parameter"
        return bound.literal
    return {"param": bound.param} | ({"factor": bound.factor} if bound.factor != 1.0 else {})
