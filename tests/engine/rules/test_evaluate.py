"""Evaluating packs: configurations, overrides, and the verdicts that gather the rules'."""

from typing import Any

import pytest

from engine.errors import InvalidRulePack
from engine.model.finding import ConfigurationVerdict, PackVerdict
from engine.model.rulepack import RulePack, Severity
from engine.rules import evaluate, parse
from tests.support.tables import Thing, table


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


def test_unknown_configurations_and_overrides_are_reported_together() -> None:
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


GATED = {"key": "p", "name": "P", "configurations": {"c": {"name": "C", "parameters": {"least": 3.0}}}}


def gated(*rules: dict[str, Any], least: float = 3.0) -> ConfigurationVerdict:
    pack = parse.parse(GATED | {"rules": list(rules)})
    return evaluate.evaluate(pack, PART, overrides={"least": least}).configurations[0]


def severities_of(verdict: ConfigurationVerdict) -> list[str]:
    return [each.severity.value for each in verdict.rules]


def test_every_rule_is_judged_in_full_whether_or_not_a_gate_fails() -> None:
    before, after = rule("holes", "hole.diameter", "holes"), rule("fillets", "fillet.radius", "fillets")
    walls = rule("walls", "thickness.min", "all_faces") | {"name": "Thick walls"}
    closed, no_gate = gated(before, walls | {"gate": True}, after), gated(before, walls, after)
    assert (closed.gate, no_gate.gate) == ("walls", "")
    for verdict in (closed, no_gate):
        assert [each.key for each in verdict.rules] == ["holes", "walls", "fillets"]
        assert severities_of(verdict) == ["pass", "fail", "fail"]
        assert verdict.severity == Severity.FAIL
        assert verdict.count_of_severity == {Severity.PASS: 1, Severity.WARNING: 0, Severity.FAIL: 2}
    fillets = closed.rules[2]
    assert fillets.message == fillets.findings[0].message == no_gate.rules[2].message
    assert (fillets.is_applicable, fillets.n_inspected, fillets.n_skipped) == (True, 1, 0)
    assert fillets.count_of_severity[Severity.FAIL] == len(fillets.findings) == 1


def test_a_gate_that_passes_or_warns_is_no_headline() -> None:
    fillets = rule("fillets", "fillet.radius", "fillets")
    walls = rule("walls", "thickness.min", "all_faces") | {"gate": True}
    open_gate = gated(fillets, walls, least=1.5)
    assert (open_gate.gate, severities_of(open_gate)) == ("", ["fail", "pass"])
    warning = [{"level": "warning", "op": "lt", "rhs": 3.0}, {"level": "pass"}]
    warns = gated(fillets, walls | {"tiers": warning})
    assert (warns.gate, severities_of(warns)) == ("", ["fail", "warning"])


def test_of_two_gates_the_first_that_fails_is_the_headline() -> None:
    passing = rule("holes", "hole.diameter", "holes") | {"gate": True}
    failing = rule("walls", "thickness.min", "all_faces") | {"gate": True}
    another = rule("fillets", "fillet.radius", "fillets") | {"gate": True}
    verdict = gated(passing, failing, another)
    assert (verdict.gate, severities_of(verdict)) == ("walls", ["pass", "fail", "fail"])
    assert gated(passing, another, failing).gate == "fillets"


def test_a_gate_of_one_configuration_leaves_the_other_alone() -> None:
    gate = rule("walls", "thickness.min", "all_faces", "thick") | {"gate": True}
    both = {key: {"name": key, "parameters": {"least": 3.0}} for key in ("thick", "any")}
    pack = parse.parse(
        GATED | {"configurations": both, "rules": [gate, rule("holes", "hole.diameter", "holes")]}
    )
    verdicts = evaluate.evaluate(pack, PART).configurations
    assert [each.gate for each in verdicts] == ["walls", ""]
    assert [each.severity for each in verdicts] == [Severity.FAIL, Severity.PASS]


def test_what_does_not_apply_is_counted_with_the_passes_and_beside_them() -> None:
    verdict = gated(rule("holes", "hole.diameter", "holes"), rule("bends", "bend.inside_radius", "bends"))
    assert verdict.count_of_severity == {Severity.PASS: 2, Severity.WARNING: 0, Severity.FAIL: 0}
    assert verdict.n_not_applicable == 1
