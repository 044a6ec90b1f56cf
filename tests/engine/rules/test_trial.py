"""Trying a pack: what each rule picks, what that measures, and what it misses by little."""

from typing import Any

from engine.rules import parse, trial
from tests.support.tables import Thing, table


def pack(**changes: Any):
    rule = {
        "key": "deep",
        "name": "Deep holes",
        "scope": "per_feature",
        "selector": {"set": "holes", "where": [{"metric": "hole.diameter", "op": "lt", "rhs": 5.0}]},
        "metric": "hole.depth_over_diameter",
        "tiers": [{"level": "fail", "op": "gt", "rhs": {"param": "most"}}, {"level": "pass"}],
        "messages": {},
    } | changes
    document = {
        "key": "mine",
        "name": "Mine",
        "configurations": {"shop": {"name": "Shop", "parameters": {"most": 4.0}}},
        "rules": [rule],
    }
    return parse.parse(document)


def hole(diameter: float, ratio: float, label: str) -> Thing:
    return Thing("HOLE", {"hole.diameter": diameter, "hole.depth_over_diameter": ratio}, label=label)


TABLE = table(
    hole(4.0, 6.0, "deep and thin"),
    hole(4.5, 3.8, "close"),
    hole(4.5, 1.0, "shallow"),
    hole(5.5, 9.0, "nearly picked"),
    hole(20.0, 9.0, "far too wide"),
)


def run(document):
    [found] = trial.run(document, TABLE, document.configurations[0])
    return found


def test_each_picked_hole_is_listed_with_what_it_measures_worst_first() -> None:
    found = run(pack())
    assert (found.n_in_set, found.n_picked, found.severity) == (5, 3, "fail")
    listed = [(name, each.value, str(each.severity)) for each, name in found.findings]
    assert listed[0] == ("deep and thin", 6.0, "fail")
    assert {name for name, _, severity in listed if severity == "pass"} == {"close", "shallow"}


def test_near_misses_are_what_a_condition_barely_leaves_out_and_passes_close_to_the_limit() -> None:
    found = run(pack())
    near = [(each.subject.label, each.metric, each.is_picked) for each in found.near_misses]
    assert near == [
        ("close", "hole.depth_over_diameter", True),
        ("nearly picked", "hole.diameter", False),
    ]


def test_a_rule_without_conditions_leaves_nothing_out() -> None:
    found = run(pack(selector={"set": "holes"}))
    assert found.n_picked == 5
    assert not [each for each in found.near_misses if not each.is_picked]
