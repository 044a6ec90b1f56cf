"""A folder of parts, judged one after the other."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.client.cancel import Cancel
from app.client.errors import Failure, Reason
from app.client.models import Accepted, Event, Job, Result
from app.state.batch import Batch
from app.state.session import Stage
from tests.app.state.answers import feature, result

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
