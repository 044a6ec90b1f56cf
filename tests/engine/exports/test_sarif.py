"""The log for code scanners."""

import json
from pathlib import Path
from typing import Any

from engine.exports import objections, sarif
from tests.engine.exports import judged


def run_of(*parts: Any) -> dict[str, Any]:
    document = json.loads(sarif.write(parts))
    assert document["version"] == "2.1.0"
    (run,) = document["runs"]
    return dict(run)


def test_an_issue_is_a_result_of_its_rule_in_the_file_of_the_part() -> None:
    run = run_of(judged.bracket())
    wall, holes, _ = run["results"]
    assert (wall["level"], holes["level"]) == ("error", "warning")
    assert wall["message"]["text"] == f"{judged.WALL} {judged.THICKER}"
    (location,) = wall["locations"]
    assert location["physicalLocation"]["artifactLocation"] == {"uri": "parts/bracket.step", "index": 0}
    assert location["logicalLocations"] == [{"name": "face 7"}]
    assert wall["properties"] == {
        "places": 1, "value": 0.8, "limit": 1.5, "unit": "mm", "point_mm": [1.0, 2.0, 3.5],
    }  # fmt: skip
    rules = run["tool"]["driver"]["rules"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    assert wall["ruleId"] == "casting/investment/min_wall_thickness"
    assert rules[wall["ruleIndex"]]["help"] == {"text": "Foundry guides."}


def test_rules_of_two_configurations_are_two_and_each_is_described_once() -> None:
    names = [rule["id"] for rule in run_of(judged.bracket(is_asked=True))["tool"]["driver"]["rules"]]
    assert {"casting/sand/min_wall_thickness", "cnc/3-axis/min_wall_thickness"} < set(names)
    assert len(names) == len(set(names))


def test_a_fingerprint_outlives_another_value_and_differs_between_subjects_files_and_rules() -> None:
    thinner = judged.document()
    thinner["modules"]["modules"][0]["configurations"][1]["result"]["rules"][0]["findings"][0]["value"] = 0.7
    again = objections.part_of("parts/bracket.step", thinner, False)
    marks = [[each["partialFingerprints"]["subject/v1"] for each in run_of(part)["results"]]
             for part in (judged.bracket(), again, judged.bracket("other.step"))]  # fmt: skip
    assert marks[0] == marks[1]
    assert len({*marks[0], *marks[2]}) == len(marks[0]) + len(marks[2])


def test_a_file_that_cannot_be_judged_is_told_and_the_run_was_no_success() -> None:
    run = run_of(judged.bracket(), judged.unreadable())
    (invocation,) = run["invocations"]
    (notification,) = invocation["toolExecutionNotifications"]
    assert not invocation["executionSuccessful"]
    assert notification["message"]["text"].startswith("cut-off.step ends in the middle")
    assert notification["locations"][0]["physicalLocation"]["artifactLocation"]["index"] == 1
    assert run_of(judged.bracket())["invocations"][0]["executionSuccessful"]


def test_names_of_files_are_written_as_references(tmp_path: Path) -> None:
    places = [run_of(judged.faultless(file))["artifacts"][0]["location"]["uri"]
              for file in ("a b/größe#1.step", str(tmp_path / "a.step"))]  # fmt: skip
    assert places == ["a%20b/gr%C3%B6%C3%9Fe%231.step", (tmp_path / "a.step").as_uri()]


def test_a_part_without_issues_is_among_the_artifacts_and_has_no_results() -> None:
    run = run_of(judged.faultless())
    assert (run["results"], len(run["artifacts"])) == ([], 1)
