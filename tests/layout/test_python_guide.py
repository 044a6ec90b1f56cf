"""The guide for scripts: its examples run, one after the other, on a coarser mesh of the sample part."""

import re
import shutil
from pathlib import Path

import pytest

import resources
from engine.isolate.worker import WorkerOptions
from engine.scripting import analyzer
from tests.support import shared_fork_server
from tests.support.shared_fork_server import COARSE

GUIDE = Path(__file__).parents[2] / "docs/python.md"
EXAMPLE = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def test_every_example_of_the_guide_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    forked = WorkerOptions(preload=COARSE.preload, is_forked=True)
    shared_fork_server.take_over()
    monkeypatch.setattr(analyzer, "WorkerOptions", lambda **_: forked)
    monkeypatch.chdir(tmp_path)
    shutil.copy(resources.path("sample_parts/gear_housing.step"), tmp_path)
    names: dict[str, object] = {}
    printed = []
    for example in EXAMPLE.findall(GUIDE.read_text("utf-8")):
        exec(compile(example, str(GUIDE), "exec"), names)
        printed.append(capsys.readouterr().out)
    analyzed, listed, _, refused = printed
    assert analyzed.startswith("<gear_housing.step: ")
    assert "diameter_mm" in listed
    assert refused == "there is no such file\n"
    assert len(names["thinnest"]) == 3  # type: ignore[arg-type]
