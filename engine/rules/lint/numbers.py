"""Parameters and bounds that look like slips: unused, in the wrong unit, or a thousand times too large."""

from collections.abc import Iterator

from engine.metrics import INFO_OF_METRIC
from engine.model.field import Unit
from engine.model.metric import MetricInfo
from engine.model.rulepack import Bound, Condition, Configuration, Rule, RulePack, Severity
from engine.rules import ladder
from engine.rules.lint import _line
from engine.rules.reading import join

UNIT_OF_SUFFIX = {
    "mm": Unit.MM,
    "mm2": Unit.MM2,
    "mm3": Unit.MM3,
    "deg": Unit.DEG,
    "ratio": Unit.ONE,
    "count": Unit.ONE,
    "share": Unit.ONE,
    "factor": Unit.ONE,
}
"""What the last word of a parameter's name promises."""

FOREIGN_SUFFIXES = {
    "cm": "centimeters",
    "m": "meters",
    "um": "micrometers",
    "in": "inches",
    "inch": "inches",
    "rad": "radians",
    "cm2": "square centimeters",
    "cm3": "cubic centimeters",
    "percent": "percent",
    "pct": "percent",
}
"""Units that nothing is ever measured in here; a bound is compared as it stands."""

PHYSICAL = {*(unit.value for unit in Unit if unit != Unit.ONE), *FOREIGN_SUFFIXES, "mm2", "mm3", "deg"}
"""Units that a ratio or a count has none of."""

PLAUSIBLE = {
    Unit.MM: (0.01, 1e4),
    Unit.MM2: (1e-3, 1e8),
    Unit.MM3: (1e-3, 1e12),
    Unit.DEG: (0.05, 360.0),
}
"""Least and largest size of a bound other than 0: from foil to a car's body, from a hair's lean to a turn."""

PLAUSIBLE_RATIO = (1e-3, 50.0)
"""The deepest holes that are drilled are 40 diameters deep; a 60 is 60 percent."""
RATIO_WORDS = ("_over_", "ratio", "aspect", "cv", "share")
"""A plain number with one of these in its name is a ratio; the others are counts and yes or no."""

TOO_FAR_APART = 1000.0
"""Bounds of one rule that differ by this factor are in different units."""
TOO_DIFFERENT = 100.0
"""Values of one parameter that differ by this factor are: meters for millimeters, and a tenfold variation."""


def check(pack: RulePack) -> Iterator[str]:
    """Yield what is hardly meant about a pack's numbers."""
    yield from _unused(pack)
    for path, rule, used in _line.rules_with_configurations(pack):
        bounds = [(f"{path}.tiers[{at}].rhs", rule.metric, tier.bound) for at, tier in enumerate(rule.tiers)]
        wheres = [(f"{path}.selector", rule.selector.where)]
        wheres += [(f"{path}.tiers[{at}]", tier.where) for at, tier in enumerate(rule.tiers)]
        bounds += [
            (f"{place}.where[{at}].rhs", each.metric, each.bound)
            for place, where in wheres
            for at, each in enumerate(where)
        ]
        for place, metric, bound in bounds:
            if bound is not None:
                yield from _unit_slips(place, INFO_OF_METRIC[metric], bound)
                yield from _implausible(place, INFO_OF_METRIC[metric], bound, used)
        if INFO_OF_METRIC[rule.metric].unit == Unit.ONE and rule.unit in PHYSICAL:
            yield f"{path}.unit: {rule.metric} is a plain number, and would be shown in {rule.unit}"
        for at, tier in enumerate(rule.tiers):
            if tier.bound is not None and tier.bound.factor == 1.0:  # others are derived, and have no name
                yield from _name_of_other_level(f"{path}.tiers[{at}].rhs.param", tier.level, tier.bound.param)
        for each in used:
            sizes = [abs(bound) for bound in _line.bounds_of(rule, each.parameters) if bound]
            if sizes and max(sizes) >= TOO_FAR_APART * min(sizes):
                yield (
                    f"{path}.tiers: the bounds {min(sizes):g} and {max(sizes):g} are {TOO_FAR_APART:g} times "
                    f"apart or more under {each.key}; are both in {INFO_OF_METRIC[rule.metric].unit.value}?"
                )
                break
    yield from _far_apart(pack.configurations)


def _unused(pack: RulePack) -> Iterator[str]:
    """Yield parameters that no rule of their configuration refers to."""
    for each in pack.configurations:
        named = {
            bound.param
            for _, rule, used in _line.rules_with_configurations(pack)
            if each in used
            for bound in (*(t.bound for t in rule.tiers), *(c.bound for c in _conditions(rule)))
            if bound is not None
        }
        for name in each.parameters:
            if name not in named:
                place = join(join(join("configurations", each.key), "parameters"), name)
                yield f"{place}: no rule of this configuration uses it"


def _conditions(rule: Rule) -> tuple[Condition, ...]:
    """Return the conditions of a rule's selector and of its tiers."""
    return rule.selector.where + tuple(each for tier in rule.tiers for each in tier.where)


def _unit_slips(place: str, info: MetricInfo, bound: Bound) -> Iterator[str]:
    """Yield parameters whose name promises another unit than the metric has."""
    if bound.param is None:
        return
    if bound.factor == 0.0:
        yield f"{place}.factor: times 0 the bound is always 0"
    suffix = bound.param.rsplit("_", 1)[-1].lower()
    measured_in = f"{info.name} is measured in {info.unit.value}"
    if info.unit == Unit.ONE:
        measured_in = f"{info.name} is a plain number"
    if "_" in bound.param and suffix in FOREIGN_SUFFIXES:
        yield f"{place}.param: {bound.param} is in {FOREIGN_SUFFIXES[suffix]} by its name, but {measured_in}"
    promised = UNIT_OF_SUFFIX.get(suffix)
    if promised is not None and promised != info.unit and "_" in bound.param:
        said = "a plain number" if promised == Unit.ONE else f"in {promised.value}"
        yield f"{place}.param: {bound.param} is {said} by its name, but {measured_in}"


def _implausible(
    place: str, info: MetricInfo, bound: Bound, used: tuple[Configuration, ...]
) -> Iterator[str]:
    """Yield bounds so large or small that they must be meant in another unit."""
    is_ratio = info.unit == Unit.ONE and any(word in info.name for word in RATIO_WORDS)
    limits = PLAUSIBLE_RATIO if is_ratio else PLAUSIBLE.get(info.unit)
    for each in used if limits else ():
        value = ladder.resolve(bound, each.parameters)
        least, most = limits or (0.0, 0.0)
        if value < 0.0 and info.unit in (Unit.MM, Unit.MM2, Unit.MM3):
            yield f"{place}: {info.name} is never negative, and the bound is {value:g}{_under(bound, each)}"
            return
        if value != 0.0 and not least <= abs(value) <= most:
            slip = "a ratio of 1 is 100 percent" if is_ratio else f"the unit is {info.unit.value}"
            yield f"{place}: {value:g} is hardly a bound for {info.name}{_under(bound, each)}; {slip}"
            return


def _under(bound: Bound, configuration: Configuration) -> str:
    """Name the configuration that gives a bound its value; a number needs none."""
    return "" if bound.param is None else f" under {configuration.key}"


def _name_of_other_level(place: str, level: Severity, name: str | None) -> Iterator[str]:
    """Yield parameters that are named for another level than that of their tier."""
    words = (name or "").lower().split("_")
    if (level == Severity.FAIL and "warn" in words and "fail" not in words) or (
        level == Severity.WARNING and "fail" in words and "warn" not in words
    ):
        yield f"{place}: {name} is named for another level than {level.value}"


def _far_apart(configurations: tuple[Configuration, ...]) -> Iterator[str]:
    """Yield parameters that are a hundred times larger in one configuration than in another."""
    for name in dict.fromkeys(name for each in configurations for name in each.parameters):
        key_of_size = {
            abs(each.parameters[name]): each.key for each in configurations if each.parameters.get(name)
        }
        if key_of_size and max(key_of_size) >= TOO_DIFFERENT * min(key_of_size):
            small, large = min(key_of_size), max(key_of_size)
            yield (
                f"configurations: {name} is {small:g} under {key_of_size[small]} and {large:g} under "
                f"{key_of_size[large]}; are both in one unit?"
            )
