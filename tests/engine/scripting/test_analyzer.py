"""Analyzing from Python: options, errors, and what becomes of the process and its files."""

import gc
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import sprue
from engine.errors import InternalError, InvalidOption, KernelError, NoSolid, UnreadableFile
from engine.isolate.worker import WorkerOptions
from engine.scripting import analyzer
from engine.scripting.analyzer import Analyzer
from tests.engine.scripting import drilled_plate as plate
from tests.support import shared_fork_server

ACTING = {"task": "tests.engine.acting:analyze", "preload": ("tests.engine.acting",)}


@pytest.fixture(scope="module")
def acting() -> Iterator[Analyzer]:
    """Analyze in one process for tests that look at what comes back alone."""
    with Analyzer(**ACTING) as started:
        yield started


@pytest.fixture(autouse=True)
def _somewhere_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))


@pytest.fixture
def _forked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fork the process from one that has the engine loaded: that of `acting` is started."""
    shared_fork_server.take_over()
    preload = shared_fork_server.COARSE.preload
    assert set(analyzer.PRELOAD) <= set(preload)
    forked = WorkerOptions(preload=preload, is_forked=True)
    monkeypatch.setattr(analyzer, "WorkerOptions", lambda preload, log: replace(forked, log=log))


def part(wish: str = "", name: str = "housing.step") -> Path:
    path = Path(name)
    path.write_text(wish)
    return path


def test_options_reach_the_engine_as_it_reads_them(acting: Analyzer) -> None:
    found = acting.analyze(
        part(), packs=["casting"], pull=(0, 0.5, -1), alpha_min_deg=1, alpha_warn_deg=2, max_edge_mm=3
    )
    asked = found.document["asked"]
    assert (asked["packs"], asked["pull"]) == (["casting"], "0.0,0.5,-1.0")
    assert (asked["alpha_min_deg"], asked["alpha_warn_deg"], asked["max_edge_mm"]) == (1, 2, 3)


def test_a_file_is_named_by_a_string_or_a_path(acting: Analyzer) -> None:
    assert acting.analyze(part()).name == "housing.step"
    assert acting.analyze(str(part())).name == "housing.step"


def test_an_analyzer_goes_on_after_a_part_that_crashes_its_process(acting: Analyzer) -> None:
    with pytest.raises(KernelError, match="crashed"):
        acting.analyze(part("crash"))
    assert acting.analyze(part()).name == "housing.step"


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ({"pull": "up"}, "pull is 'up'"),
        ({"max_edge_mm": -1.0}, "max_edge is -1"),
        ({"pull": (0, 0, 0)}, "pull"),
    ],
)
def test_an_option_out_of_its_range_is_refused_before_anything_runs(
    option: dict[str, object], sentence: str
) -> None:
    with Analyzer(**ACTING) as started, pytest.raises(InvalidOption, match=sentence):
        started.analyze(part(), **option)  # type: ignore[arg-type]


@pytest.mark.usefixtures("_forked")
def test_a_part_that_cannot_be_judged_leaves_nothing_behind(tmp_path: Path) -> None:
    with Analyzer(**ACTING) as started:
        with pytest.raises(NoSolid):
            started.analyze(part("empty"))
        with pytest.raises(UnreadableFile):
            started.analyze("missing.step")
    gc.collect()
    assert {each.name for each in tmp_path.iterdir()} == {"housing.step"}


def test_files_of_a_result_go_with_it(acting: Analyzer) -> None:
    found = acting.analyze(part())
    folder = found.folder
    assert (folder / "result.json").is_file()
    del found
    gc.collect()
    assert not folder.exists()


@pytest.mark.usefixtures("_forked")
def test_a_defect_of_ours_names_the_log_with_its_traceback(tmp_path: Path) -> None:
    with Analyzer(**ACTING) as started, pytest.raises(InternalError, match="the traceback is in") as caught:
        started.analyze(part("stumble"))
    log = Path(str(caught.value).rpartition(" ")[2])
    assert "ZeroDivisionError" in log.read_text()


@pytest.mark.usefixtures("_forked")
def test_sprue_itself_offers_what_scripts_use(tmp_path: Path) -> None:
    assert {"analyze", "Analyzer", "Result", "SprueError"} <= set(dir(sprue))
    found = sprue.analyze(plate.write(tmp_path), pictures=False, packs=["cnc/3-axis"], max_edge_mm=8.0)
    assert isinstance(found, sprue.Result)
    assert [(each.pack, each.configuration) for each in found.processes] == [("cnc", "3-axis")]
    with pytest.raises(AttributeError, match="no attribute 'analyse'"):
        sprue.analyse  # noqa: B018
