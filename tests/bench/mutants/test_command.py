"""The command, on a package of its own with one constant that is pinned and one that is not."""

import json
from pathlib import Path

import pytest

from bench.mutants import command, results
from bench.mutants.results import Outcome, Result

MODULE = '''"""A made-up recognizer."""

PINNED = 2.0
LOOSE = 0.5


def is_tall(height_mm: float, width_mm: float) -> bool:
    """Tell whether something is tall."""
    return height_mm >= PINNED * width_mm and width_mm > LOOSE
'''
TEST = """from engine.features.made import is_tall


def test_tall():
    assert is_tall(2.1, 1.0) and not is_tall(1.9, 1.0)
"""

PROJECT = """
[tool.pytest.ini_options]
addopts = ["--import-mode=importlib"]
pythonpath = ["."]
markers = ["slow", "corpus", "gui", "gl"]
"""


@pytest.fixture
def tree(tmp_path, monkeypatch) -> Path:
    """Lay out a tree, with results and reasons of its own."""
    for name, text in {
        "engine/__init__.py": "",
        "engine/features/__init__.py": "",
        "engine/features/made.py": MODULE,
        "tests/__init__.py": "",
        "tests/engine/features/test_made.py": TEST,
        "pyproject.toml": PROJECT,
        "accepted.json": "[]",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    monkeypatch.setattr(results, "PATH", tmp_path / "out" / "results.jsonl")
    monkeypatch.setattr(results, "ACCEPTED", tmp_path / "accepted.json")
    return tmp_path


def rows(printed: str) -> list[str]:
    return [line for line in printed.splitlines() if "engine.features.made." in line]


def test_the_loose_constant_survives_until_it_has_a_reason_and_the_pinned_one_does_not(tree, capsys):
    assert command.main(["--only", "made"], tree) == 1
    shown = capsys.readouterr()
    assert all("LOOSE" in row for row in rows(shown.out))
    assert len(rows(shown.out)) == 2
    assert "4 mutants: 2 killed, 0 hangs, 2 survived; 2 survivors without a reason" in shown.out
    assert "PINNED up killed by tests/engine/features/test_made.py::test_tall" in shown.err
    assert (tree / "engine/features/made.py").read_text("utf-8") == MODULE

    reason = {"constant": "engine.features.made.LOOSE", "way": "*", "reason": "It changes no answer."}
    (tree / "accepted.json").write_text(json.dumps([reason]), "utf-8")
    assert command.main([], tree) == 0
    again = capsys.readouterr()
    assert "It changes no answer." in again.out
    assert again.err == ""  # nothing ran: code and tests are the same

    test = tree / "tests/engine/features/test_made.py"
    test.write_text(
        TEST.replace("1.0)\n", "1.0) and not is_tall(9.0, 0.45) and is_tall(9.0, 0.55)\n"), "utf-8"
    )
    assert command.main(["--survivors"], tree) == 0
    assert "2 mutants: 2 killed" in capsys.readouterr().out


def test_mutants_are_listed_with_their_tests_and_none_of_that_name_is_said(tree, capsys):
    assert command.main(["--list", "--only", "*.PINNED"], tree) == 0
    assert capsys.readouterr().out.splitlines() == [
        "engine.features.made.PINNED up: 2.0 → 2.5; engine/features/test_made.py",
        "engine.features.made.PINNED down: 2.0 → 1.6; engine/features/test_made.py",
    ]
    assert command.main(["--only", "NOTHING"], tree) == 2


def test_tests_that_fail_anyway_say_nothing(tree, capsys):
    (tree / "tests/engine/features/test_made.py").write_text("def test_it():\n    assert False\n", "utf-8")
    assert command.main([], tree) == 2
    assert "with nothing moved" in capsys.readouterr().err


def test_the_last_result_of_a_mutant_counts(tree):
    results.save(Result("a up", "1", Outcome.SURVIVED, "", 1.0))
    results.save(Result("a up", "2", Outcome.KILLED, "test_a", 2.0))
    assert results.load() == {"a up": Result("a up", "2", Outcome.KILLED, "test_a", 2.0)}


def test_every_reason_is_a_sentence_about_a_constant_that_there_is():
    path = Path(command.__file__).with_name("accepted.json")
    known = {mutant.constant for mutant in command.mutants(results.ROOT)}
    for (constant, way), reason in results.accepted(path).items():
        assert constant in known
        assert way in ("*", "up", "down")
        assert len(reason.split()) > 3
        assert reason.endswith(".")
