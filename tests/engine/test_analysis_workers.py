"""Two processes make of a part what one makes of it, byte for byte."""

import json
from functools import partial
from pathlib import Path

import pytest

from engine import analysis_workers
from engine.__main__ import OK, main
from engine.analysis_workers import Tasks
from engine.isolate.worker import Worker, WorkerOptions
from tests.support import draw, shared_fork_server
from tests.support.shared_fork_server import COARSE

FORKED = WorkerOptions(preload=COARSE.preload, is_forked=True)
TASKS = Tasks(preload_reader=COARSE.preload, preload_judge=COARSE.preload)


@pytest.fixture(autouse=True)
def _forked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have processes forked that have loaded what is asked of them: how they load is not the matter."""
    shared_fork_server.take_over()
    monkeypatch.setattr(analysis_workers, "WorkerOptions", partial(WorkerOptions, is_forked=True))


@pytest.fixture(scope="module")
def plate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    shape = draw.cut(draw.box((60, 40, 5)), draw.cylinder(3, 10, (20, 20, -1)))
    return draw.write_step(shape, tmp_path_factory.mktemp("parts") / "plate.step")


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_both_write_the_same_files(plate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    words = [str(plate), "--out", str(tmp_path / "two"), "--max-edge", "4", "--pack", "cnc"]
    assert main(words, tasks=TASKS) == OK
    asked = {
        "file": str(plate),
        "folder": str(tmp_path / "one"),
        "max_edge_mm": 4.0,
        "curvature": None,
        "pull": "cardinal",
        "alpha_min_deg": 0.5,
        "alpha_warn_deg": 3.0,
        "packs": ["cnc"],
    }
    with Worker(FORKED) as alone:
        alone.run("engine.tasks:analyze", asked)
    one, two = files_in(tmp_path / "one"), files_in(tmp_path / "two")
    assert one.keys() == two.keys()
    assert len(one) > 15
    for name, content in one.items():
        assert two[name] == content, name


def test_without_pictures_the_result_names_none(plate: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    assert main([str(plate), "--out", str(folder), "--max-edge", "4", "--no-pictures"], tasks=TASKS) == OK
    named = json.loads((folder / "result.json").read_text("utf-8"))["artifacts"]
    assert "thickness_glb" in named
    assert not [name for name in named.values() if name.endswith((".png", ".html"))]
    beside = {"result.json", "metrics.msgpack", "geometry.msgpack"}
    assert beside | set(named.values()) == {path.name for path in folder.iterdir()}
