"""Parsing: a rule pack from its JSON document, or every problem of the document at once.

The document's words differ from ours in two places: it says `module` for rule pack and `rhs` for bound.
Unknown keys are problems, because a misspelt `where` or `factor` would change what a rule means in silence.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from engine.errors import InvalidRulePack
from engine.metrics import INFO_OF_METRIC
from engine.model.field import Unit
from engine.model.form import Form
from engine.model.metric import MetricInfo
from engine.model.rulepack import (
    Bound,
    Comparison,
    Condition,
    Configuration,
    FormFit,
    Gauge,
    Machine,
    Need,
    Rule,
    RulePack,
    Scope,
    Selector,
    Severity,
    Tier,
)
from engine.rules import members, message, select
from engine.rules.reading import MISSPELT, Reader, Tree, join, listed, nearest
from engine.subjects import SELECTOR_SETS

SET_OF_NAME = {each.name: each for each in SELECTOR_SETS}

WHOLE_PART_SET = "part"
"""The set that rules about the whole part look at."""

KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
KEY_HELP = "letters, digits, dots, dashes and underscores, 64 at most"
PARAMETER = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
PARAMETER_HELP = "letters, digits and underscores, not a digit first, 64 at most"
UNIT = re.compile(r"[^{}\s]([^{}]{0,14}[^{}\s])?")
POSITIVE_HELP = "a finite number above 0"
RHS_HELP = 'a finite number, {"param": name} or {"param": name, "factor": number}'

MAX_RULES, MAX_CONFIGURATIONS, MAX_PARAMETERS, MAX_TIERS, MAX_CONDITIONS = 500, 50, 200, 20, 20
MAX_FORMS, MAX_GAUGES = 50, 100
"""Far above any real pack; they bound the work that one request can ask for."""


def parse(document: object) -> RulePack:
    """Read a rule pack from a JSON document that was loaded already.

    Parameters
    ----------
    document : object
        What the JSON parser returned; anything but an object is a problem of its own.

    Raises
    ------
    InvalidRulePack
        With every problem of the document: its JSON path, what was found, what is accepted, and the nearest
        valid name where one was misspelt.
    """
    reader = Reader()
    pack = _pack(document, reader)
    if reader.problems:
        raise InvalidRulePack(tuple(reader.problems))
    return pack


def _pack(document: object, reader: Reader) -> RulePack:
    """Read the whole document."""
    tree = reader.mapping(document, "", members.PACK)
    key = _key(tree, "", reader)
    name = reader.text(tree, "name", "", at_least=1)
    configurations = tuple(
        _configuration(key, path, item, reader)
        for key, path, item in reader.entries(tree, "configurations", "", MAX_CONFIGURATIONS, at_least=1)
    )
    rules: list[Rule] = []
    for path, item in reader.items(tree, "rules", "", MAX_RULES):
        rule = _rule(item, path, configurations, reader)
        twins = [at for at, other in enumerate(rules) if rule.key and other.key == rule.key]
        if twins:
            accepted = f"a key of its own; rules[{twins[0]}] has this one"
            reader.refuse(join(path, "key"), rule.key, accepted)
        rules.append(rule)
    gauge = _gauge(tree["gauge"], configurations, reader) if "gauge" in tree else None
    forms, needs = _fit_of_form(tree, reader), tuple(_needs(tree, reader))
    return RulePack(key, name, configurations, tuple(rules), forms, needs, gauge)


def _gauge(item: object, configurations: tuple[Configuration, ...], reader: Reader) -> Gauge:
    """Read how a pack is judged at the part's own gauge."""
    tree = reader.mapping(item, "gauge", members.GAUGE)
    known = list(dict.fromkeys(name for each in configurations for name in each.parameters))
    parameter = tree.get("parameter")
    if "parameter" in tree and parameter not in known:
        reader.refuse_name("gauge.parameter", parameter, known)
    standard_mm = [
        reader.number(value, place, POSITIVE_HELP, is_positive=True)
        for place, value in reader.items(tree, "standard_mm", "gauge", MAX_GAUGES)
    ]
    metric = _metric(tree, "gauge", WHOLE_PART_SET, reader)
    return Gauge(str(parameter), metric, tuple(sorted(standard_mm)))


def _fit_of_form(tree: Tree, reader: Reader) -> dict[str, FormFit]:
    """Read how well the process goes with each form."""
    known = [each.value for each in Form if each is not Form.ASSEMBLY]
    fits = {}
    for name, place, _ in reader.entries(tree, "forms", "", MAX_FORMS, at_least=1):
        form, _, variant = name.partition("/")
        if form not in known or "/" in variant or (variant != variant.strip()):
            reader.refuse_name(place, name, known)
        fit = reader.member(tree["forms"], name, "forms", FormFit)
        if fit is not None:
            fits[name] = fit
    return fits


def _needs(tree: Tree, reader: Reader) -> Iterator[Need]:
    """Read what the process needs besides."""
    for place, item in reader.items(tree, "needs", "", MAX_CONDITIONS):
        need = reader.mapping(item, place, members.NEED)
        metric = _metric(need, place, WHOLE_PART_SET, reader)
        op = reader.member(need, "op", place, Comparison) or Comparison.EQ
        name = _template(need, "name", place, False, reader)
        yield Need(name, Condition(metric, op, _bound(need, place, [], reader)))


def _key(tree: Tree, path: str, reader: Reader) -> str:
    """Read the member `key`."""
    return reader.key(tree["key"], join(path, "key"), KEY, KEY_HELP) if "key" in tree else ""


def _configuration(key: str, path: str, item: object, reader: Reader) -> Configuration:
    """Read one configuration with its parameters."""
    reader.key(key, path, KEY, KEY_HELP)
    tree = reader.mapping(item, path, members.CONFIGURATION)
    parameters = {}
    for name, place, value in reader.entries(tree, "parameters", path, MAX_PARAMETERS):
        reader.key(name, place, PARAMETER, PARAMETER_HELP)
        parameters[name] = reader.number(value, place)
    machine = _machine(tree["machine"], join(path, "machine"), reader) if "machine" in tree else None
    return Configuration(key, reader.text(tree, "name", path, at_least=1), parameters, machine)


def _machine(item: object, path: str, reader: Reader) -> Machine:
    """Read what the machine of a configuration takes."""
    tree = reader.mapping(item, path, members.MACHINE)
    read: dict[str, Any] = {
        name: reader.number(tree[name], join(path, name), POSITIVE_HELP, is_positive=True)
        for name in ("smallest_mm", "heaviest_kg", "density_g_cm3")
        if name in tree
    }
    for name, n_numbers in (("largest_mm", 3), ("gauge_mm", 2)):
        numbers = [
            reader.number(value, place, POSITIVE_HELP, is_positive=True)
            for place, value in reader.items(tree, name, path, n_numbers, at_least=n_numbers)
        ]
        if numbers:
            read[name] = tuple(sorted(numbers))
    if "heaviest_kg" in tree and "density_g_cm3" not in tree:
        reader.say(
            join(path, "density_g_cm3"), "found nothing; accepted: the density by which parts are weighed"
        )
    return Machine(**read, source=reader.text(tree, "source", path))


def _rule(item: object, path: str, configurations: tuple[Configuration, ...], reader: Reader) -> Rule:
    """Read one rule, every name in it checked against what exists."""
    tree = reader.mapping(item, path, members.RULE)
    keys = _configuration_keys(tree, path, configurations, reader)
    used = [each for each in configurations if not keys or each.key in keys]
    selector = _selector(tree, path, used, reader)
    scope = reader.member(tree, "scope", path, Scope) or Scope.PER_FEATURE
    looked_at = WHOLE_PART_SET if scope == Scope.WHOLE_PART else selector.set
    metric = _metric(tree, path, looked_at, reader)
    if scope == Scope.WHOLE_PART and selector.set in SET_OF_NAME and selector.set != WHOLE_PART_SET:
        reader.refuse(
            f"{path}.selector.set", selector.set, f"{WHOLE_PART_SET}, because the scope is whole_part"
        )
    tiers = _tiers(tree, path, looked_at, used, reader)
    has_bound = not tiers or any(tier.bound is not None for tier in tiers)
    return Rule(
        key=_key(tree, path, reader),
        name=reader.text(tree, "name", path, at_least=1),
        scope=scope,
        selector=selector,
        metric=metric,
        tiers=tiers,
        messages=_messages(tree, path, has_bound, reader),
        is_gate=reader.flag(tree, "gate", path),
        configurations=keys,
        unit=_unit(tree, path, INFO_OF_METRIC.get(metric), reader),
        advice=_template(tree, "advice", path, has_bound, reader),
        source=reader.text(tree, "source", path),
    )


def _configuration_keys(
    tree: Tree, path: str, configurations: tuple[Configuration, ...], reader: Reader
) -> tuple[str, ...]:
    """Read the configurations a rule is limited to; empty: all."""
    known = [each.key for each in configurations]
    keys = []
    for place, key in reader.items(tree, "configurations", path, MAX_CONFIGURATIONS):
        if key in known:
            keys.append(str(key))
        else:
            reader.refuse_name(place, key, known)
    return tuple(keys)


def _selector(tree: Tree, path: str, used: list[Configuration], reader: Reader) -> Selector:
    """Read which subjects a rule looks at; a set that was misspelt is read on as the one that was meant."""
    if "selector" not in tree:
        return Selector("")
    path = join(path, "selector")
    inner = reader.mapping(tree["selector"], path, members.SELECTOR)
    name = inner.get("set", tree["selector"])
    if "set" in inner and not (isinstance(name, str) and name in SET_OF_NAME):
        reader.refuse_name(join(path, "set"), name, SET_OF_NAME)
    set_name = name if isinstance(name, str) and name in SET_OF_NAME else nearest(name, SET_OF_NAME)
    return Selector(set_name, _where(inner, path, set_name, used, reader))


def _where(
    tree: Tree, path: str, set_name: str, used: list[Configuration], reader: Reader
) -> tuple[Condition, ...]:
    """Read the conditions on the subjects of a set."""
    conditions = []
    for place, item in reader.items(tree, "where", path, MAX_CONDITIONS, at_least=0):
        clause = reader.mapping(item, place, members.CONDITION)
        metric = _metric(clause, place, set_name, reader)
        op = reader.member(clause, "op", place, Comparison) or Comparison.EQ
        conditions.append(Condition(metric, op, _bound(clause, place, used, reader)))
    return tuple(conditions)


def _metric(tree: Tree, path: str, set_name: str, reader: Reader) -> str:
    """Read the name of a metric that can be measured on a set (any, where the set is not known)."""
    if "metric" not in tree:
        return ""
    found, place = tree["metric"], join(path, "metric")
    fitting = _metrics_of(set_name) if set_name in SET_OF_NAME else tuple(INFO_OF_METRIC)
    if not isinstance(found, str) or found not in INFO_OF_METRIC:
        meant = (
            nearest(found, INFO_OF_METRIC, MISSPELT)
            or nearest(found, fitting)
            or nearest(found, INFO_OF_METRIC)
        )
        elsewhere = f", which is never measured on {set_name}" if meant and meant not in fitting else ""
        reader.refuse(place, found, listed(fitting) + f'; did you mean "{meant}"{elsewhere}?' * bool(meant))
    elif found not in fitting:
        info = INFO_OF_METRIC[found]
        homes = [each.name for each in SELECTOR_SETS if select.is_measurable(info, each)]
        reader.say(place, f"found {found}, which is never measured on {set_name}, only on {', '.join(homes)}")
    else:
        return found
    return ""


@cache
def _metrics_of(known_set: str) -> tuple[str, ...]:
    """Return the names of the metrics that can be measured on a set."""
    return select.metrics_of(SET_OF_NAME[known_set])


def _tiers(
    tree: Tree, path: str, set_name: str, used: list[Configuration], reader: Reader
) -> tuple[Tier, ...]:
    """Read the ladder. Only its last tier may stand without a comparison and without conditions."""
    tiers = []
    items = reader.items(tree, "tiers", path, MAX_TIERS)
    for at, (place, item) in enumerate(items):
        rung = reader.mapping(item, place, members.TIER)
        level = reader.member(rung, "level", place, Severity) or Severity.PASS
        op = reader.member(rung, "op", place, Comparison)
        bound = _bound(rung, place, used, reader) if "rhs" in rung else None
        if ("op" in rung) != ("rhs" in rung):
            there, lacking = ("op", "rhs") if "op" in rung else ("rhs", "op")
            reader.say(
                join(place, lacking), f"found nothing; accepted: op and rhs together, and {there} is there"
            )
        where = _where(rung, place, set_name, used, reader)
        if "op" not in rung and "rhs" not in rung and not where and at < len(items) - 1:
            reader.say(
                place, "found a tier without op and rhs, which always holds; accepted: the last tier alone"
            )
        tiers.append(Tier(level, op, bound, where))
    return tuple(tiers)


def _bound(tree: Tree, path: str, used: list[Configuration], reader: Reader) -> Bound:
    """Read a right-hand side; its parameter has to exist in every configuration that the rule applies to."""
    if "rhs" not in tree:
        return Bound(literal=0.0)
    found, path = tree["rhs"], join(path, "rhs")
    known = list(dict.fromkeys(name for each in used for name in each.parameters))
    if not isinstance(found, dict):
        meant = f'; did you mean {{"param": "{found}"}}?' if found in known else ""
        return Bound(literal=reader.number(found, path, RHS_HELP + meant))
    inner = reader.mapping(found, path, members.PARAMETER_RHS)
    factor = reader.number(inner["factor"], join(path, "factor")) if "factor" in inner else 1.0
    if "param" not in inner:
        return Bound(literal=0.0)
    param, place = inner["param"], join(path, "param")
    lacking = [each.key for each in used if param not in each.parameters] if isinstance(param, str) else []
    if param not in known:
        reader.refuse_name(place, param, known)
    elif lacking:
        reader.refuse(
            place, param, f"a parameter of every configuration of the rule; {listed(lacking)} lacks it"
        )
    return Bound(param=str(param), factor=factor)


def _messages(tree: Tree, path: str, has_bound: bool, reader: Reader) -> dict[Severity, str]:
    """Read the templates by level."""
    if "messages" not in tree:
        return {}
    inner = reader.mapping(tree["messages"], join(path, "messages"), members.MESSAGES)
    return {
        severity: _template(inner, severity.value, join(path, "messages"), has_bound, reader)
        for severity in Severity
        if severity.value in inner
    }


def _template(tree: Tree, key: str, path: str, has_bound: bool, reader: Reader) -> str:
    """Read a text with placeholders."""
    template = reader.text(tree, key, path)
    for sentence in message.problems(template, has_bound):
        reader.say(join(path, key), sentence)
    return template


def _unit(tree: Tree, path: str, info: MetricInfo | None, reader: Reader) -> str:
    """Read the unit a rule shows: that of its metric, or any word behind a plain number."""
    if "unit" not in tree:
        return ""
    found, place = tree["unit"], join(path, "unit")
    if info is not None and info.unit != Unit.ONE and found != info.unit.value:
        reader.refuse(place, found, f"{info.unit.value}, the unit of {info.name}")
    elif found != "":
        reader.key(found, place, UNIT, "a word of at most 16 characters, without braces")
    return str(found)
