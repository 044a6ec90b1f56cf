"""The command, from its arguments to its exit status, on one drawn part in a real child process."""

from dataclasses import replace

import pytest

from bench.robustness import command, results, runner
from bench.robustness.difference import Difference, Kind
from tests.support import generated, shared_fork_server
from tests.support.shared_fork_server import COARSE


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """Keep results in a folder of the test's own."""
    results.folder.cache_clear()
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    yield
    results.folder.cache_clear()


@pytest.fixture(autouse=True)
def _forked(kept, monkeypatch):
    """Fork the child from what has the engine loaded."""
    shared_fork_server.take_over()
    options = replace(runner._options(), preload=COARSE.preload, threads=None, is_forked=True)
    monkeypatch.setattr(runner, "_options", lambda: options)


@pytest.fixture(autouse=True)
def _only_plates(monkeypatch):
    """List no other drawn parts: how many twins a part has is known when it is drawn."""
    monkeypatch.setattr(generated, "GROUPS", {"plates": generated.GROUPS["plates"]})


def test_a_drawn_part_and_a_variant_of_it_agree_and_a_second_run_takes_the_kept_results(kept, capsys):
    asked = ["--only", "generated", "--parts", "plates.plain_plate#0", "--first", "1"]
    asked += ["--variants", "turned_z", "--jobs", "1"]
    assert command.main(asked) == 0
    assert "turned_z" in capsys.readouterr().out
    first = results.load("plates.plain_plate#0", "turned_z")
    wrong = (Difference(Kind.INVARIANT, "box against the mesh", "1 mm within it"),)
    results.save("plates.plain_plate#0", "turned_z", replace(first, invariants=wrong))
    assert command.main(asked) == 1
    assert "invariant  plates.plain_plate#0" in capsys.readouterr().out
    assert command.main([*asked, "--variants", "turned_z", "nurbs", "--kept"]) == 1
    assert "nurbs" not in capsys.readouterr().out  # it was never run


def test_nothing_to_examine_is_said(kept, capsys):
    assert command.main(["--only", "generated", "--parts", "no such part"]) == 2
    assert "Nothing to examine" in capsys.readouterr().err
