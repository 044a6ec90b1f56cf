"""A folder of parts, judged one after the other."""

import csv
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from app.client.cancel import Cancel
from app.client.errors import Failure, Reason
from app.client.models import Accepted, Event, FailedStage, Job, Result
from app.state import batch
from app.state.batch import Batch
from app.state.session import Stage
from tests.app.state.answers import feature, result
from tests.app.views.inspect import parts

BROKEN = Failure(Reason.INVALID, "=broken.step holds no solid.", "Export a solid.", status=422)
FAILING = [{"fid": "1", "severity": "fail"}]


class Server:
    """Judges every part alike, but those called broken."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.gate = threading.Event()
        self.gate.set()
        self.begun = threading.Event()
        self.fault: Failure | None = None

    def analyze(self, path: Path, options: Any, *, progress: Any, cancel: Cancel) -> Accepted:
        self.sent.append(path.name)
        self.begun.set()
        while not self.gate.wait(0.01):
            if cancel.is_asked:
                raise Failure(Reason.CANCELLED, "Cancelled.", "")
        if self.fault is not None:
            raise self.fault
        if "broken" in path.name:
            raise BROKEN
        return Accepted(job_id="7", status="queued")

    def follow(self, job_id: str, *, cancel: Cancel) -> Iterator[Event]:
        yield Event(job=Job(job_id="7", status="done"), is_last=True)

    def result(self, job_id: str, *, cancel: Cancel) -> Result:
        return result(feature("1", "HOLE"), mild=FAILING, strict=[*FAILING, *FAILING], lenient=[])


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "inner").mkdir()
    for name in ("b.step", "a.STP", "notes.txt", "inner/broken.glb"):
        (tmp_path / name).write_text("solid")
    return tmp_path


def test_a_folder_gives_its_parts_by_name_and_nothing_twice(folder: Path, server: Server) -> None:
    found = Batch(server)  # type: ignore[arg-type]
    found.add([folder / "b.step", folder])
    assert [part.path.name for part in found.parts] == ["b.step", "a.STP", "broken.glb"]
    assert found.add([folder]) == ()
    assert found.n_waiting == 3


def test_every_part_is_sent_once_by_however_many_threads_and_one_that_fails_ends_nothing(
    folder: Path, server: Server
) -> None:
    judged = Batch(server)  # type: ignore[arg-type]
    judged.add([folder])
    threads = [threading.Thread(target=judged.work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert sorted(server.sent) == ["a.STP", "b.step", "broken.glb"]
    stages = {part.path.name: part.now.stage for part in judged.parts}
    assert stages == {"a.STP": Stage.DONE, "b.step": Stage.DONE, "broken.glb": Stage.FAILED}
    assert not any(part.now.is_busy for part in judged.parts)


def test_stopping_cancels_what_runs_and_keeps_what_waits(folder: Path, server: Server) -> None:
    stopped = Batch(server)  # type: ignore[arg-type]
    stopped.add([folder])
    server.gate.clear()
    thread = threading.Thread(target=stopped.work)
    thread.start()
    assert server.begun.wait(10)
    stopped.stop()
    thread.join(10)
    assert not thread.is_alive()
    assert [part.now.stage for part in stopped.parts] == [Stage.CANCELLED, Stage.CHOSEN, Stage.CHOSEN]
    server.gate.set()
    stopped.start()
    stopped.again(stopped.parts[0])
    stopped.work()
    assert stopped.n_waiting == 0
    assert stopped.parts[0].now.stage is Stage.DONE


def test_the_table_has_a_line_a_part_and_no_cell_that_is_a_formula(folder: Path, server: Server) -> None:
    done = Batch(server)  # type: ignore[arg-type]
    done.add([folder])
    done.work()
    lines = list(csv.DictReader(batch.table(done.parts).splitlines()))
    assert [Path(line["file"]).name for line in lines] == ["a.STP", "b.step", "broken.glb"]
    good, _, bad = lines
    assert (good["cnc/mild verdict"], good["cnc/mild fails"], good["cnc/lenient verdict"]) == (
        "fail",
        "1",
        "pass",
    )
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
    (line,) = csv.DictReader(batch.table(done.parts).splitlines())
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
    (line,) = csv.DictReader(batch.table(done.parts).splitlines())
    assert (line["status"], line["message"]) == ("done", failed.message)
