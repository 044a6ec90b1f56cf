"""The shipped packs, held to what is expected of them: `packs/<key>.json` beside this file.

Each rule has cases: the metrics of a subject, and the severity that follows (`null`: not inspected). A pack
whose numbers, comparisons, levels or conditions change without its expectations fails here, and so does a
pack whose expectations would not notice such a change.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest

import resources
from engine.model.finding import RuleVerdict
from engine.model.metric_table import MetricTable
from engine.model.rulepack import (
    LEVEL,
    Comparison,
    Condition,
    Configuration,
    Rule,
    RulePack,
    Severity,
    Tier,
)
from engine.rules import judge, packs, select
from engine.rules.findings import SEVERITIES
from tests.support.tables import Thing, table

FOLDER = Path(__file__).parent / "packs"
KEYS = [pack.key for pack in packs.shipped()]
STEP = 0.01
"""Share by which a threshold is moved to see whether the expectations notice."""
EQUIVALENT = {
    "fdm.escape_fail_mm times 0.99": "no hole is smaller than none, so nothing fails",
    "fdm.escape_fail_mm times 1.01": "no hole is smaller than none, so nothing fails",
    "dmls.wall_fail_mm times 0.99": "no wall is narrower in a layer than it is thick",
    "sla.wall_fail_mm times 0.99": "no wall is narrower in a layer than it is thick",
    "dmls.long_feature times 0.99": "long details and round ones have one limit",
    "dmls.long_feature times 1.01": "long details and round ones have one limit",
    "sla.long_feature times 0.99": "long details and round ones have one limit",
    "sla.long_feature times 1.01": "long details and round ones have one limit",
    "min_feature_size.tiers[2].where[1] ge": "what is not long has to be larger anyway",
    "min_feature_size.tiers[2].where[1] ne": "what is not long has to be larger anyway",
    "solid_body.tiers[0] ne": "a count is never negative",
    "solid_body.tiers[1] le": "a count is never negative",
    "solid_body.tiers[1] ge": "more than none has failed by then",
    "solid_body.tiers[1].where[0] ne": "a count is never negative",
    "sheet-metal applicability.tiers[1] ne": "nothing is more than bent",
    "uniform_thickness.tiers[0] eq": "a thickness is never negative",
    "standard.slid_faces_left_out times 0.99": "a slide frees an undercut (1) or not (0): none is left out",
    "standard.slid_faces_left_out times 1.01": "a slide frees an undercut (1) or not (0): none is left out",
    "side-action.slid_faces_left_out times 0.99": "a slide frees an undercut (1) or not (0)",
    "draft_required.selector[1] ne": "a slide frees an undercut (1) or not (0)",
    "additive min_wall_thickness.selector[2] ne": "a face is the side of a letter (1) or not (0)",
    "overhang_angle.selector[4] ne": "a face is the side of a letter (1) or not (0)",
    "standard.undercut_level_fail times 0.99": "levels are whole numbers",
    "side-action.undercut_level_fail times 0.99": "levels are whole numbers",
    "no_undercuts.tiers[1] ne": "a level is never negative",
}
"""Changes that change nothing, so that no expectation could notice them; those of one pack behind its key."""

PROMISED = {
    "additive": ("dmls", "sla", "fdm"),
    "cnc": ("3-axis", "5-axis"),
    "casting": ("sand", "investment"),
    "injection": ("standard", "side-action"),
    "sheet-metal": ("mild-steel-1.5mm", "stainless-1.0mm"),
}
PROMISED_RULES = {
    "additive": ("min_wall_thickness", "overhang_angle", "trapped_volume", "min_feature_size"),
    "casting": (
        "solid_body",
        "min_wall_thickness",
        "thickness_uniformity",
        "internal_fillet",
        "sharp_internal_corner",
    ),
    "injection": (
        "solid_body",
        "applicability",
        "wall_thickness",
        "draft_required",
        "no_undercuts",
        "boss_proportions",
        "rib_thickness",
    ),
    "cnc": (
        "solid_body",
        "setup_count",
        "min_wall_thickness",
        "min_internal_radius",
        "tool_clearance",
        "undercut_access",
        "tool_inaccessible",
        "thread_candidates",
        "hole_depth_to_diameter",
        "pocket_aspect",
    ),
    "sheet-metal": (
        "solid_body",
        "applicability",
        "uniform_thickness",
        "bend_radius",
        "hole_diameter",
        "hole_to_edge",
    ),
}
INCOMPLETE: tuple[str, ...] = ()
"""Packs some rules of which wait for their evidence."""

Expected = dict[str, dict[str, dict[str, Any]]]


def expected_of(key: str) -> Expected:
    loaded: Expected = json.loads((FOLDER / f"{key}.json").read_text(encoding="utf-8"))
    return loaded


def document_of(key: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(resources.path(f"rulepacks/{key}.json").read_text(encoding="utf-8"))
    return loaded


def cased(subject: dict[str, Any], cases: list[dict[str, Any]]) -> MetricTable:
    """Return a table of cases, each a subject of its own."""
    things = [
        Thing(
            subject["kind"],
            {name: float(value) for name, value in case.items() if name != "is"},
            tuple(subject.get("sets", ())),
        )
        for case in cases
    ]
    return table(*things)


def verdict_of(
    pack: RulePack, configuration: str, rule_key: str, subject: dict[str, Any], cases: list[dict[str, Any]]
) -> RuleVerdict:
    """Judge cases by one rule, each as a subject of its own."""
    rule, parameters = rule_of(pack, configuration, rule_key)
    things = cased(subject, cases)
    return judge.judge(rule, parameters, things, select.members_of_set(things), list_passes=True)


def rule_of(pack: RulePack, configuration: str, rule_key: str) -> tuple[Rule, dict[str, float]]:
    """Return a rule, and the parameters of a configuration."""
    rule = next(each for each in pack.rules if each.key == rule_key)
    return rule, next(each.parameters for each in pack.configurations if each.key == configuration)


def severities(rule: Rule, parameters: dict[str, float], things: MetricTable) -> list[str | None]:
    """Return the severity each of some cases gets, and no words; None where it is not inspected."""
    selection = select.select(rule.selector, things, select.members_of_set(things), parameters)
    judged, _ = judge.judge_selected(rule, parameters, selection, things)
    ranks = dict(zip((each.index for each in judged.subjects), judged.ranks.tolist(), strict=True))
    return [
        SEVERITIES[ranks[index]].value if index in ranks else None for index in range(len(things.subjects))
    ]


class Expectations:
    """The cases of a pack, each rule's as one table.

    The cases of a rule are judged together, which takes a fraction of the time: that each is judged as it is
    alone, `test_a_case_is_judged_as_it_is_alone` looks at.
    """

    def __init__(self, expected: Expected) -> None:
        self._cases = {
            (configuration, key): (
                cased(rule["subject"], rule["cases"]),
                [case["is"] for case in rule["cases"]],
            )
            for configuration, rules in expected.items()
            for key, rule in rules.items()
        }

    def are_met(self, rule: Rule, configuration: Configuration) -> bool:
        """Tell whether every case of a rule is judged as expected under a configuration."""
        things, wanted = self._cases[configuration.key, rule.key]
        return severities(rule, configuration.parameters, things) == wanted


@pytest.mark.parametrize("key", KEYS)
def test_every_rule_judges_as_expected_under_every_configuration(key: str) -> None:
    pack, expected = packs.load(key), expected_of(key)
    assert list(expected) == [each.key for each in pack.configurations]
    expectations = Expectations(expected)
    for configuration in pack.configurations:
        assert list(expected[configuration.key]) == [rule.key for rule in pack.rules]
        for rule in pack.rules:
            assert expectations.are_met(rule, configuration), f"{configuration.key}/{rule.key}"


@pytest.mark.parametrize("key", KEYS)
def test_a_case_is_judged_as_it_is_alone(key: str) -> None:
    pack = packs.load(key)
    first = pack.configurations[0]
    expected = expected_of(key)[first.key]
    for rule in pack.rules:
        subject, cases = expected[rule.key]["subject"], expected[rule.key]["cases"]
        for case in cases:
            alone = severities(rule, first.parameters, cased(subject, [case]))
            assert alone == [case["is"]], f"{rule.key} {case}"


@pytest.mark.parametrize("key", KEYS)
def test_every_rule_says_what_is_expected(key: str) -> None:
    pack, expected = packs.load(key), expected_of(key)
    configuration = pack.configurations[0].key
    for rule_key, rule in expected[configuration].items():
        assert set(rule["says"]) == {case["is"] for case in rule["cases"] if case["is"]}, rule_key
        for level, sentence in rule["says"].items():
            # Cases of other levels keep their places, and with them their names, but have nothing to judge.
            cases = [case if case["is"] == level else {} for case in rule["cases"]]
            if rule["subject"]["kind"] == "PART":
                cases = [case for case in cases if case][:1]
            verdict = verdict_of(pack, configuration, rule_key, rule["subject"], cases)
            assert verdict.message == sentence
        assert (
            verdict_of(pack, configuration, rule_key, rule["subject"], rule["cases"]).findings[0].advice
            == (rule["advises"])
        )


@pytest.mark.parametrize("key", KEYS)
def test_a_changed_number_comparison_level_or_condition_is_noticed(key: str) -> None:
    pack, expected = packs.load(key), Expectations(expected_of(key))
    changes = [*changed_numbers(pack), *changed_rules(pack)]
    for what, judged_otherwise in changes:
        is_equivalent = what in EQUIVALENT or f"{key} {what}" in EQUIVALENT
        assert all(expected.are_met(*each) for each in judged_otherwise) == is_equivalent, what
    assert len(changes) > 50


Item = TypeVar("Item")
Clause = TypeVar("Clause", Condition, Tier)
Change = tuple[str, list[tuple[Rule, Configuration]]]
"""What was changed, and the rules concerned with the configurations that judge by them."""


def changed_numbers(pack: RulePack) -> Iterator[Change]:
    """Yield the pack with one parameter changed."""
    for configuration in pack.configurations:
        for name, value in configuration.parameters.items():
            judged_by = [rule for rule in pack.rules if name in parameters_of(rule)]
            for factor in (1 - STEP, 1 + STEP):
                parameters = configuration.parameters | {name: value * factor}
                changed = replace(configuration, parameters=parameters)
                yield f"{configuration.key}.{name} times {factor}", [(rule, changed) for rule in judged_by]


def parameters_of(rule: Rule) -> set[str | None]:
    """Return the names of the parameters that a rule is judged by, and None for its numbers."""
    conditions = (*rule.selector.where, *(clause for tier in rule.tiers for clause in tier.where))
    bounds = (*(each.bound for each in conditions), *(tier.bound for tier in rule.tiers))
    return {bound.param for bound in bounds if bound is not None}


def changed_rules(pack: RulePack) -> Iterator[Change]:
    """Yield the pack with one thing of one rule changed."""
    for rule in pack.rules:
        for what, changed in changes_of_rule(rule):
            yield f"{rule.key}{what}", [(changed, configuration) for configuration in pack.configurations]


def changes_of_rule(rule: Rule) -> Iterator[tuple[str, Rule]]:
    """Yield the rule with one thing changed, and what that is."""
    for what, tiers in changed_items(rule.tiers, changes_of_tier):
        yield f".tiers{what}", replace(rule, tiers=tiers)
    for what, where in changed_items(rule.selector.where, changes_of_clause):
        yield f".selector{what}", replace(rule, selector=replace(rule.selector, where=where))
    if rule.selector.where:
        yield " for all", replace(rule, selector=replace(rule.selector, where=()))
    yield " stepped down", replace(rule, tiers=rule.tiers[1:])


def changes_of_tier(tier: Tier) -> Iterator[tuple[str, Tier]]:
    """Yield the tier with its level, its comparison or a condition changed."""
    if tier.op is not None:
        yield from changes_of_clause(tier)
    yield from ((f" {level.value}", replace(tier, level=level)) for level in Severity if level != tier.level)
    for what, where in changed_items(tier.where, changes_of_clause):
        yield f".where{what}", replace(tier, where=where)
    if tier.where:
        yield " for all", replace(tier, where=())


def changes_of_clause(clause: Clause) -> Iterator[tuple[str, Clause]]:
    """Yield the clause with another comparison, or with its number one more or one less."""
    yield from ((f" {op.value}", replace(clause, op=op)) for op in Comparison if op != clause.op)
    if clause.bound is not None and clause.bound.literal is not None:
        for sign, step in (("+", 1), ("-", -1)):
            bound = replace(clause.bound, literal=clause.bound.literal + step)
            yield f" {sign} 1", replace(clause, bound=bound)


def changed_items(
    items: tuple[Item, ...], changes: Callable[[Item], Iterator[tuple[str, Item]]]
) -> Iterator[tuple[str, tuple[Item, ...]]]:
    """Yield the items with one of them changed in one way."""
    for at, item in enumerate(items):
        for what, changed in changes(item):
            yield f"[{at}]{what}", (*items[:at], changed, *items[at + 1 :])


@pytest.mark.parametrize("key", KEYS)
def test_every_parameter_is_used_and_stands_in_the_packs_description_with_its_value(key: str) -> None:
    document = document_of(key)
    words = resources.path(f"rulepacks/{key}.md").read_text(encoding="utf-8")
    used = set(re.findall(r'"param": "(\w+)"', json.dumps(document["rules"])))
    configurations = list(document["configurations"].values())
    names = list(configurations[0]["parameters"])
    assert used == set(names)
    for name in names:
        values = [f"{each['parameters'][name]:g}" for each in configurations]
        assert f"| `{name}` | {' | '.join(values)} |" in words


@pytest.mark.parametrize("key", KEYS)
def test_every_rule_has_all_its_texts(key: str) -> None:
    words = resources.path(f"rulepacks/{key}.md").read_text(encoding="utf-8")
    for rule in packs.load(key).rules:
        assert set(rule.messages) == set(Severity)
        assert all(text.endswith(".") for text in (*rule.messages.values(), rule.advice, rule.source))
        assert f"## `{rule.key}`" in words


def test_rules_by_a_metric_that_has_an_order_and_no_size_are_in_levels_and_no_others() -> None:
    levels = {"access.obstruction", "part.undercut_level", "part.sheet.form"}
    for pack in packs.shipped():
        for rule in pack.rules:
            assert (rule.unit == LEVEL) == (rule.metric in levels), rule.key


def test_the_packs_have_the_configurations_and_rules_of_the_interface() -> None:
    assert set(KEYS) == set(PROMISED)
    for key in KEYS:
        pack = packs.load(key)
        assert tuple(each.key for each in pack.configurations) == PROMISED[key]
        own = tuple(rule.key for rule in pack.rules)
        if key in INCOMPLETE:
            assert own == tuple(each for each in PROMISED_RULES[key] if each in own)
            assert own != PROMISED_RULES[key], f"{key} is complete now: take it off the list"
        else:
            assert own == PROMISED_RULES[key]


def test_an_unknown_pack_is_not_found() -> None:
    with pytest.raises(FileNotFoundError):
        packs.load("forging")
