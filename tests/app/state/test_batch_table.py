"""A batch as CSV."""

import csv
from pathlib import Path

import pytest
from msgspec import structs

from app.client.models import FailedStage
from app.state import batch_table
from app.state.batch import Batch
from tests.app.state.answers import feature, result
from tests.app.state.test_batch import FAILING, Server
from tests.app.views.inspect import parts


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("b.step", "a.STP", "broken.glb"):
        (tmp_path / name).write_text("solid")
    return tmp_path


def test_the_table_has_a_line_a_part_and_no_cell_that_is_a_formula(folder: Path, server: Server) -> None:
    done = Batch(server)  # type: ignore[arg-type]
    done.add([folder])
    done.work()
    lines = list(csv.DictReader(batch_table.table(done.parts).splitlines()))
    assert [Path(line["file"]).name for line in lines] == ["a.STP", "b.step", "broken.glb"]
    good, _, bad = lines
    assert (good["cnc/mild verdict"], good["cnc/mild fails"], good["cnc/lenient verdict"]) == (
        "fail",
        "1",
        "pass",
    )
    assert (good["suits_best"], good["reason"]) == ("cnc/lenient", "")
    assert bad["reason"] == "'=broken.step holds no solid."
    assert (bad["status"], bad["message"], bad["cnc/mild verdict"]) == (
        "failed",
        "'=broken.step holds no solid.",
        "",
    )


def test_the_table_says_of_a_closed_gate_that_the_process_does_not_suit_and_counts_its_rules(
    folder: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "result", lambda *_, **__: parts.judged())
    done = Batch(server)  # type: ignore[arg-type]
    done.add([folder / "b.step"])
    done.work()
    (line,) = csv.DictReader(batch_table.table(done.parts).splitlines())
    molded = [line[f"injection/standard {what}"] for what in ("verdict", "fails", "warnings", "issues")]
    assert molded == ["does not suit", "2", "1", "4"]
    assert line["casting/sand verdict"] == "fail"
    assert line["form"] == "shell"


def test_the_table_says_what_the_engine_failed_at(
    folder: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = FailedStage(stage="features.hole", message="Holes were not recognized: the engine failed.")
    whole = result(feature("1", "HOLE"), mild=FAILING)
    monkeypatch.setattr(server, "result", lambda *_, **__: structs.replace(whole, failed_stages=(failed,)))
    done = Batch(server)  # type: ignore[arg-type]
    done.add([folder / "b.step"])
    done.work()
    (line,) = csv.DictReader(batch_table.table(done.parts).splitlines())
    assert (line["status"], line["message"]) == ("done", failed.message)


def test_the_reason_is_the_worst_issue_of_what_suits_the_part_best(
    folder: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "result", lambda *_, **__: parts.grouped())
    done = Batch(server)  # type: ignore[arg-type]
    done.add([folder / "b.step"])
    done.work()
    (line,) = csv.DictReader(batch_table.table(done.parts).splitlines())
    assert line["suits_best"] == "cnc/milled"
    assert line["reason"] == "Minimum web: 3 webs, 0.6 to 0.7 mm. The worst: Face 21 is 0.60 mm."
