"""Rules of a configuration as people read them."""

import msgspec

from app.client.models import ConfigurationVerdict, PackVerdict, Verdict
from app.state import rule_rows
from tests.app.state.answers import result


def rule(key, severity="pass", *, applicable=True, findings=(), **fields):
    return {"key": key, "severity": severity, "applicable": applicable, "findings": list(findings)} | fields


def verdict(*rules, severity="fail", gate=None):
    return msgspec.convert(
        {"overall_severity": severity, "summary": {}, "rules": list(rules), "gate": gate}, Verdict
    )


def process(pack, variant, severity="fail"):
    found = ConfigurationVerdict(configuration_key="v", name=variant, result=verdict(severity=severity))
    return PackVerdict(module_key="p", name=pack, configurations=(found,)), found


def test_fails_come_before_warnings_and_what_does_not_apply_stands_apart():
    rows = rule_rows.of_verdict(
        "cnc",
        "3-axis",
        verdict(
            rule("one"),
            rule("two", "warning", findings=[{"fid": "1", "severity": "warning"}]),
            rule("three", applicable=False, reason="Nothing to check."),
            rule("four", "fail", findings=[{"fid": "2", "severity": "fail"}]),
        ),
    )
    assert [row.rule.key for row in rows.problems] == ["four", "two"]
    assert [row.rule.key for row in rows.passed] == ["one"]
    assert [row.rule.key for row in rows.idle] == ["three"]
    assert rows.folded is None


def test_behind_a_gate_that_failed_all_other_rules_are_folded_and_counted():
    rules = (
        rule("thin", "fail", findings=[{"fid": "2", "severity": "fail"}]),
        rule("shell", "fail", message="The part is no thin shell."),
        rule("steep", "warning"),
        rule("solid"),
        rule("boss", applicable=False, reason="There is no boss."),
    )
    rows = rule_rows.of_verdict("injection", "standard", verdict(*rules, gate="shell"))
    assert [row.rule.key for row in rows.problems] == ["shell"]
    assert (rows.passed, rows.idle) == ((), ())
    assert rows.folded is not None
    assert [row.rule.key for row in rows.folded.problems] == ["thin", "steep"]
    assert [row.rule.key for row in rows.folded.passed] == ["solid"]
    assert [row.rule.key for row in rows.folded.idle] == ["boss"]
    assert rows.folded_words == "4 more rules judged, 1 fails, 1 warns"
    assert [row.rule.key for row in rows.all_problems] == ["shell", "thin", "steep"]
    assert rule_rows.counts(verdict(*rules, gate="shell")) == {"pass": 1, "warning": 1, "fail": 2}


def test_a_rule_that_fails_without_findings_is_about_the_whole_part():
    rows = rule_rows.of_verdict("cnc", "3-axis", verdict(rule("one", "fail", message="It is hollow.")))
    (issue,) = rows.problems[0].issues
    assert issue.message == "It is hollow."
    assert issue.fids == ()


def test_the_issues_of_all_rules_stand_in_the_order_of_the_rules():
    thin = [{"fid": "1", "severity": "fail"}, {"fid": "2", "severity": "fail"}]
    rows = rule_rows.of_verdict(
        "cnc",
        "3-axis",
        verdict(
            rule("steep", "warning", findings=[{"fid": "3", "severity": "warning"}]),
            rule("thin", "fail", findings=thin, issues=[{"severity": "fail", "findings": [0, 1]}]),
        ),
    )
    assert [[one.finding.fid for one in each.placed] for each in rows.issues] == [["1", "2"], ["3"]]


def test_a_headline_names_the_process_once():
    assert rule_rows.headline(*process("Casting", "Investment casting, steel")) == (
        "Fails",
        "investment casting",
    )
    assert rule_rows.process_name(*process("CNC machining", "3-axis milling, metal")) == (
        "CNC machining (3-axis milling)"
    )
    assert rule_rows.headline(*process("Sheet metal", "Mild steel, 1.5 mm", "pass")) == (
        "Passes",
        "sheet metal",
    )


def test_a_gate_that_failed_says_why_in_one_sentence_and_one_that_did_not_says_nothing():
    finding = {"fid": None, "severity": "fail", "message": "The part is no thin shell."}
    shut = verdict(rule("applicability", "fail", findings=[finding]), gate="applicability")
    assert rule_rows.gate_sentence(shut) == "The part is no thin shell."
    assert rule_rows.gate_sentence(verdict(rule("applicability", "fail", findings=[finding]))) is None


def test_rules_that_do_not_apply_count_nowhere():
    judged = verdict(rule("one"), rule("two", applicable=False), rule("three", "fail"))
    assert rule_rows.counts(judged) == {"pass": 1, "warning": 0, "fail": 1}


def test_a_configuration_is_found_by_its_keys_and_a_strange_one_is_not():
    part = result(axis3=[{"fid": "1", "severity": "fail"}])
    found = rule_rows.find(part, "cnc", "axis3")
    assert found is not None
    assert found[1].configuration_key == "axis3"
    assert rule_rows.find(part, "cnc", "axis5") is None
    assert rule_rows.find(None, "cnc", "axis3") is None


def test_the_issues_of_a_configuration_stand_with_the_worst_first():
    part = result(a=[{"fid": "1", "severity": "warning"}, {"fid": "2", "severity": "fail"}], b=[])
    assert [each.fids for each in rule_rows.issues_of(part, "cnc", "a")] == [("2",), ("1",)]
    assert rule_rows.issues_of(part, "cnc", "b") == ()
    assert rule_rows.issues_of(part, "cnc", "c") == ()
