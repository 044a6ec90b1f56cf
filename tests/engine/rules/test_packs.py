"""The shipped packs, held to what is expected of them: `packs/<key>.json` beside this file.

Each rule has cases: the metrics of a subject, and the severity that follows (`null`: not inspected). A pack
whose numbers, comparisons, levels or conditions change without its expectations fails here, and so does a
pack whose expectations would not notice such a change.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import resources
from engine.errors import InvalidRulePack
from engine.model.finding import RuleVerdict
from engine.model.metric_table import MetricTable
from engine.model.rulepack import LEVEL, Configuration, Rule, RulePack, Severity
from engine.rules import judge, packs, parse, select
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
    alone, `test_every_rule_judges_as_expected_under_every_configuration` looks at.
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

    def are_met(self, pack: RulePack, sound: RulePack | None = None) -> bool:
        """Tell whether every case of the pack's rules is judged as expected.

        What is as in `sound`, which is, is not judged again.
        """
        same = set() if sound is None else judged_alike(pack, sound)
        held = {rule.key for rule in pack.rules}
        return all(
            severities(*rule_of(pack, configuration, key), things) == wanted
            for (configuration, key), (things, wanted) in self._cases.items()
            if key in held and (configuration, key) not in same
        )


def judged_alike(pack: RulePack, other: RulePack) -> set[tuple[str, str]]:
    """Return configuration and rule where two packs have the same rule, its parameters included."""
    ours, theirs = (
        {(c.key, r.key): (r, named(r, c)) for c in each.configurations for r in each.rules}
        for each in (pack, other)
    )
    return {key for key, what in ours.items() if theirs.get(key) == what}


def named(rule: Rule, configuration: Configuration) -> dict[str, float]:
    """Return the parameters that a rule is judged by."""
    conditions = (*rule.selector.where, *(clause for tier in rule.tiers for clause in tier.where))
    bounds = [each.bound for each in (*conditions, *rule.tiers) if each.bound is not None]
    return {bound.param: configuration.parameters[bound.param] for bound in bounds if bound.param}


@pytest.mark.parametrize("key", KEYS)
def test_every_rule_judges_as_expected_under_every_configuration(key: str) -> None:
    pack, expected = packs.load(key), expected_of(key)
    assert list(expected) == [each.key for each in pack.configurations]
    for configuration, rules in expected.items():
        assert list(rules) == [rule.key for rule in pack.rules]
        for rule_key, rule in rules.items():
            wanted = [case["is"] for case in rule["cases"]]
            judged_by = rule_of(pack, configuration, rule_key)
            found = [
                severity
                for case in rule["cases"]
                for severity in severities(*judged_by, cased(rule["subject"], [case]))
            ]
            assert found == wanted, f"{configuration}/{rule_key}"


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
    sound, expected, n_changes = packs.load(key), Expectations(expected_of(key)), 0
    assert expected.are_met(sound)
    for what, document in changed(key):
        n_changes += 1
        is_equivalent = what in EQUIVALENT or f"{key} {what}" in EQUIVALENT
        assert is_noticed(document, expected, sound) != is_equivalent, what
    assert n_changes > 50


def is_noticed(document: dict[str, Any], expected: Expectations, sound: RulePack) -> bool:
    """Tell whether a changed document is refused or judges any case other than expected."""
    try:
        return not expected.are_met(parse.parse(document), sound)
    except InvalidRulePack:
        return True


def changed(key: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the pack's document with one thing changed, and only the rules concerned, and what that is."""
    sound = document_of(key)

    def with_change(rules: list[dict[str, Any]], *path: Any, value: Any) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(json.dumps(sound | {"rules": rules}))
        parent: Any = document
        for step in path[:-1]:
            parent = parent[step]
        parent[path[-1]] = value
        return document

    for configuration, item in sound["configurations"].items():
        for name, value in item["parameters"].items():
            path = ("configurations", configuration, "parameters", name)
            judged_by = [rule for rule in sound["rules"] if f'"{name}"' in json.dumps(rule)]
            assert judged_by, f"no rule of {key} has {name}"  # a pack without rules would be refused
            for factor in (1 - STEP, 1 + STEP):
                yield (
                    f"{configuration}.{name} times {factor}",
                    with_change(judged_by, *path, value=value * factor),
                )
    for rule in sound["rules"]:
        places = [("tiers", rung) for rung in range(len(rule["tiers"]))]
        places += [("selector", "where", clause) for clause in range(len(rule["selector"].get("where", ())))]
        places += [
            ("tiers", rung, "where", clause)
            for rung, tier in enumerate(rule["tiers"])
            for clause in range(len(tier.get("where", ())))
        ]
        for place in places:
            steps = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place)
            clause, name = rule, f"{rule['key']}{steps}".replace(".selector.where", ".selector")
            for step in place:
                clause = clause[step]
            path = ("rules", 0, *place)
            for op in ("lt", "le", "gt", "ge", "eq", "ne"):
                if clause.get("op", op) != op:
                    yield f"{name} {op}", with_change([rule], *path, "op", value=op)
            for level in ("pass", "warning", "fail"):
                if clause.get("level", level) != level:
                    yield f"{name} {level}", with_change([rule], *path, "level", value=level)
            if isinstance(clause.get("rhs"), int | float):
                yield f"{name} + 1", with_change([rule], *path, "rhs", value=clause["rhs"] + 1)
                yield f"{name} - 1", with_change([rule], *path, "rhs", value=clause["rhs"] - 1)
        if "where" in rule["selector"]:
            yield f"{rule['key']} for all", with_change([rule], "rules", 0, "selector", "where", value=[])
        for rung, tier in enumerate(rule["tiers"]):
            if "where" in tier:
                path = ("rules", 0, "tiers", rung, "where")
                yield f"{rule['key']}.tiers[{rung}] for all", with_change([rule], *path, value=[])
        yield f"{rule['key']} stepped down", with_change([rule], "rules", 0, "tiers", value=rule["tiers"][1:])


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
