"""Evaluating packs: configurations, overrides, and the verdicts that gather the rules'."""

import time
from typing import Any

import pytest

from engine.errors import InvalidRulePack
from engine.model.finding import PackVerdict
from engine.model.rulepack import RulePack, Severity
from engine.rules import evaluate, parse
from tests.support.tables import Thing, each, table


def rule(key: str, metric: str, of_set: str, *configurations: str) -> dict[str, Any]:
    limited = {"configurations": list(configurations)} if configurations else {}
    return {
        "key": key,
        "name": key,
        "scope": "per_feature",
        "selector": {"set": of_set},
        "metric": metric,
        "tiers": [{"level": "fail", "op": "lt", "rhs": {"param": "least"}}, {"level": "pass"}],
        "messages": {},
    } | limited


PACK: RulePack = parse.parse(
    {
        "key": "pack",
        "name": "Pack",
        "configurations": {
            "rough": {"name": "Rough", "parameters": {"least": 3.0}},
            "fine": {"name": "Fine", "parameters": {"least": 1.0, "spare": 0.0}},
        },
        "rules": [
            rule("walls", "thickness.min", "all_faces"),
            rule("holes", "hole.diameter", "holes"),
            rule("fillets", "fillet.radius", "fillets", "rough"),
        ],
    }
)
PART = table(
    Thing("FACE", {"thickness.min": 2.0}),
    Thing("HOLE", {"hole.diameter": 5.0}),
    Thing("FILLET", {"fillet.radius": 0.5}),
)


def severities(verdict: PackVerdict) -> dict[str, dict[str, str]]:
    return {
        each.key: {rule.key: rule.severity.value for rule in each.rules} for each in verdict.configurations
    }


def test_every_configuration_is_judged_with_its_own_parameters_and_rules() -> None:
    verdict = evaluate.evaluate(PACK, PART)
    assert (verdict.key, verdict.name) == ("pack", "Pack")
    assert severities(verdict) == {
        "rough": {"walls": "fail", "holes": "pass", "fillets": "fail"},
        "fine": {"walls": "pass", "holes": "pass"},
    }


def test_a_configuration_counts_its_rules_and_is_as_bad_as_the_worst() -> None:
    rough, fine = evaluate.evaluate(PACK, PART).configurations
    assert (rough.severity, fine.severity) == (Severity.FAIL, Severity.PASS)
    assert rough.count_of_severity == {Severity.PASS: 1, Severity.WARNING: 0, Severity.FAIL: 2}
    assert fine.count_of_severity == {Severity.PASS: 2, Severity.WARNING: 0, Severity.FAIL: 0}


def test_only_the_configurations_asked_for_are_judged() -> None:
    assert list(severities(evaluate.evaluate(PACK, PART, ["fine"]))) == ["fine"]
    assert list(severities(evaluate.evaluate(PACK, PART, ["fine", "rough"]))) == ["fine", "rough"]


def test_an_override_replaces_a_parameter_for_this_evaluation_alone() -> None:
    assert severities(evaluate.evaluate(PACK, PART, ["fine"], {"least": 2.5}))["fine"]["walls"] == "fail"
    assert severities(evaluate.evaluate(PACK, PART, ["fine"]))["fine"]["walls"] == "pass"


def test_an_override_reaches_the_configurations_that_have_the_parameter() -> None:
    verdict = evaluate.evaluate(PACK, PART, overrides={"spare": 1.0})
    assert severities(verdict)["rough"]["walls"] == "fail"


def test_unknown_configurations_and_overrides_are_told_together() -> None:
    with pytest.raises(InvalidRulePack) as caught:
        evaluate.evaluate(PACK, PART, ["fine", "rougher"], {"leas": 1.0, "least": float("nan")})
    assert caught.value.problems == (
        'configuration_key: found "rougher"; accepted: rough, fine; did you mean "rough"?',
        'overrides.leas: found "leas"; accepted: least, spare; did you mean "least"?',
        "overrides.least: found NaN; accepted: a finite number",
    )


def test_passes_are_listed_on_request() -> None:
    listed = evaluate.evaluate(PACK, PART, ["fine"], list_passes=True)
    assert [len(rule.findings) for rule in listed.configurations[0].rules] == [1, 1]
    silent = evaluate.evaluate(PACK, PART, ["fine"])
    assert [len(rule.findings) for rule in silent.configurations[0].rules] == [0, 0]


def test_a_configuration_without_rules_passes() -> None:
    pack = parse.parse(
        {
            "key": "p",
            "name": "P",
            "configurations": {
                "a": {"name": "A", "parameters": {"least": 1}},
                "b": {"name": "B", "parameters": {"least": 1}},
            },
            "rules": [rule("walls", "thickness.min", "all_faces", "a")],
        }
    )
    empty = evaluate.evaluate(pack, PART).configurations[1]
    assert (empty.severity, empty.rules) == (Severity.PASS, ())


def test_a_thousand_faces_are_judged_within_fifty_milliseconds() -> None:
    faces = each("FACE", "thickness.min", *(1.0 + 0.001 * at for at in range(1000)))
    evaluate.evaluate(PACK, faces)
    spent = []
    for _ in range(5):
        began = time.process_time()
        evaluate.evaluate(PACK, faces, ["fine"])
        spent.append(time.process_time() - began)
    assert min(spent) < 0.05
