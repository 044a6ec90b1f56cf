"""The command, from its arguments to its exit status."""

import json

import pytest

from bench.accuracy import accepted, command
from bench.accuracy.invariance import Result as Invariance
from bench.accuracy.known import Result
from bench.accuracy.matching import Failure


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """Keep accepted figures in a file of the test's own."""
    path = tmp_path / "accepted.json"
    monkeypatch.setattr(accepted, "PATH", path)
    return path


def test_a_figure_below_the_accepted_one_fails_and_accepting_says_so(kept, monkeypatch, capsys):
    monkeypatch.setattr(command.generated, "run", lambda names, jobs: _reached(recall=0.5))
    kept.write_text(json.dumps({"full": {"generated": {"HOLE": {"recall": 1.0}}}}))
    assert command.main(["--generated"]) == 1
    assert "0.5000 is below the accepted 1.0000" in capsys.readouterr().out
    assert command.main(["--generated", "--accept"]) == 0
    assert "1.0000 → 0.5000" in capsys.readouterr().out
    assert command.main(["--generated"]) == 0


def test_some_parts_alone_are_compared_with_nothing(kept, monkeypatch):
    monkeypatch.setattr(command.generated, "run", lambda names, jobs: _reached(recall=0.5))
    kept.write_text(json.dumps({"full": {"generated": {"HOLE": {"recall": 1.0}}}}))
    assert command.main(["--generated", "--parts", "holes"]) == 0


def test_quick_figures_have_a_section_of_their_own(kept, monkeypatch):
    asked = []
    monkeypatch.setattr(
        command.generated, "run", lambda names, jobs: asked.append(len(names)) or _reached(recall=1.0)
    )
    command.main(["--generated", "--accept"])
    command.main(["--generated", "--accept", "--quick"])
    assert set(json.loads(kept.read_text())) == {"full", "quick"}
    assert asked[0] > asked[1]


def test_without_the_corpus_its_tables_are_left_out_aloud(kept, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(command.corpus, "CORPUS", tmp_path / "none")
    monkeypatch.setattr(command.labelled, "CORPUS", tmp_path / "none")
    assert command.main(["--real", "--labelled", "--known"]) == 0
    assert capsys.readouterr().out.count("The test corpus is not at") == 3


@pytest.mark.parametrize("words", [(), ("--parts", "bracket"), ("--accept",), ("--quick",)])
def test_a_real_file_that_is_not_as_known_fails_in_a_line_of_its_own(kept, monkeypatch, capsys, words):
    failures = [Failure("real/cnc/[bracket].step", "measures", "2 bodies, not 1")]
    monkeypatch.setattr(command.known, "run", lambda jobs, named, beside_suite: Result(3, failures))
    assert command.main(["--known", *words]) == 1
    assert "\nreal/cnc/[bracket].step: measures: 2 bodies, not 1\n" in capsys.readouterr().out
    failures.clear()
    assert command.main(["--known", *words]) == 0
    assert "real files as known: 3 of 3" in capsys.readouterr().out


def test_a_quick_run_checks_real_files_too_but_those_of_the_suite(kept, monkeypatch):
    asked = []
    monkeypatch.setattr(command.generated, "run", lambda names, jobs: _reached(recall=1.0))
    monkeypatch.setattr(command.invariance, "run_generated", lambda *given: Invariance())
    monkeypatch.setattr(
        command.known, "run", lambda jobs, named, beside_suite: asked.append(beside_suite) or Result()
    )
    command.main(["--quick"])
    command.main(["--known"])
    assert asked == [True, False]


class _reached:  # noqa: N801 -- stands in for a result
    def __init__(self, recall: float) -> None:
        self.recall = recall
        self.tallies, self.failures, self.n_parts = {}, [], 0

    def figures(self) -> dict:
        return {"HOLE": {"recall": self.recall}}
