"""Judging a result again by another rule pack."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine import metric_file
from engine.reevaluate import judgment, main, metrics_of, read
from tests.support import tables

PACK: dict[str, Any] = {
    "key": "house",
    "name": "House rules",
    "configurations": {
        "thin": {"name": "Thin", "parameters": {"least": 1.0}},
        "thick": {"name": "Thick", "parameters": {"least": 3.0}},
    },
    "rules": [
        {
            "key": "wall",
            "name": "Wall",
            "scope": "per_feature",
            "selector": {"set": "walls"},
            "metric": "thickness.min",
            "tiers": [{"level": "fail", "op": "lt", "rhs": {"param": "least"}}, {"level": "pass"}],
            "messages": {
                "fail": "Face {fid} is {metric:.2f}, under {threshold:.2f}.",
                "warning": "",
                "pass": "All {n_inspected} are thick enough.",
            },
        }
    ],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    table = tables.each("WALL", "thickness.min", 2.0, 4.0)
    (tmp_path / metric_file.FILE_NAME).write_bytes(metric_file.write(table))
    return tmp_path


def pack(folder: Path, **changes: Any) -> str:
    file = folder / "house.json"
    file.write_text(json.dumps(PACK | changes))
    return str(file)


def test_each_configuration_is_judged_by_its_own_limit(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(folder), pack(folder), "--json"]) == 0
    module = json.loads(capsys.readouterr().out)
    assert module["module_key"] == "house"
    found = {one["configuration_key"]: one["result"]["overall_severity"] for one in module["configurations"]}
    assert found == {"thin": "pass", "thick": "fail"}


def test_the_table_gives_the_reason(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(folder), pack(folder)]) == 0
    assert "house/thick: Face 0 is 2.00, under 3.00." in capsys.readouterr().out


def test_a_parameter_can_be_moved_and_strict_says(folder: Path) -> None:
    words = [str(folder), pack(folder), "--configuration", "thin", "--strict"]
    assert main(words) == 0
    assert main([*words, "--set", "least=2.5"]) == 1
    assert main([*words, "--set", "least=2"]) == 0


def test_every_problem_of_a_pack_is_reported_at_once(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rule = PACK["rules"][0] | {"metric": "thicknes.min", "scope": "everywhere"}
    assert main([str(folder), pack(folder, rules=[rule])]) == 2
    error = capsys.readouterr().err
    assert "thicknes.min" in error
    assert "everywhere" in error
    assert "rules[0]" in error


def test_a_folder_without_metrics_and_a_file_that_is_not_json_are_sentences(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path_factory.mktemp("empty")), pack(folder)]) == 2
    assert "no folder that `sprue analyze` wrote" in capsys.readouterr().err
    (folder / "house.json").write_text("{")
    assert main([str(folder), str(folder / "house.json")]) == 2
    assert "house.json is not JSON" in capsys.readouterr().err


def test_an_override_that_is_no_number_is_bad_usage(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main([str(folder), pack(folder), "--set", "least"])
    assert caught.value.code == 2
    assert "NAME=NUMBER" in capsys.readouterr().err


def test_a_pack_can_be_checked_without_a_part(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([pack(folder)]) == 0
    assert "House rules holds together: 1 rule, configurations thin, thick" in capsys.readouterr().out
    assert main([pack(folder, key="no spaces")]) == 2
    assert 'key: found "no spaces"' in capsys.readouterr().err


def test_what_is_legal_and_hardly_meant_is_reported_beside_the_verdict(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spare = {"thin": {"name": "Thin", "parameters": {"least": 1.0, "spare": 2.0}}}
    odd = pack(folder, configurations=spare)
    warning = "configurations.thin.parameters.spare: no rule of this configuration uses it"
    assert main([str(folder), odd]) == 0
    described = capsys.readouterr()
    assert "house.json is legal, and yet:" in described.err
    assert warning in described.err
    assert main([str(folder), odd, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["warnings"] == [warning]
    assert main([str(folder), pack(folder), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["warnings"] == []
    assert main([str(folder), pack(folder)]) == 0
    assert capsys.readouterr().err == ""


def test_the_schema_and_the_catalog_are_printed_without_a_pack(capsys: pytest.CaptureFixture[str]) -> None:
    for option, member in (("--schema", "$defs"), ("--catalog", "metric_info")):
        with pytest.raises(SystemExit) as caught:
            main([option])
        assert caught.value.code == 0
        assert member in json.loads(capsys.readouterr().out)


def test_a_module_is_answered_as_the_result_lists_it(folder: Path) -> None:
    made = judgment(read(Path(pack(folder))), metrics_of(folder), ["thick"], {"least": 5.0})
    assert list(made) == ["module_key", "name", "configurations", "derived_configurations", "warnings"]
    (configuration,) = made["configurations"]
    assert configuration["configuration_key"] == "thick"
    assert [finding["threshold"] for finding in configuration["result"]["rules"][0]["findings"]] == [5.0, 5.0]
