"""Children that are forked are like those that are started, but that they find everything loaded."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from engine.errors import InternalError
from engine.isolate import child, forked, process
from engine.isolate.worker import Killed, Worker, WorkerOptions
from tests.engine.isolate.test_worker import MISDEEDS, do, wait_until

pytestmark = pytest.mark.skipif(
    not forked.is_possible(), reason="this system tells no end of a forked process"
)

NOTES = "tests.engine.isolate.notes"


@pytest.fixture(autouse=True)
def _own_fork_servers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Start fork servers for the test alone."""
    servers: dict[tuple[object, int | None], forked.ForkServer] = {}
    monkeypatch.setattr(process, "_fork_servers", servers)
    yield
    for server in servers.values():
        server.close()


def forking(*preload: str, log: Path | None = None) -> Worker:
    return Worker(WorkerOptions(preload=preload, is_forked=True, log=log))


def server_of(worker: Worker) -> psutil.Process:
    assert worker.pid is not None
    return psutil.Process(worker.pid).parent()


def test_what_children_need_is_loaded_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    note = tmp_path / "loaded"
    monkeypatch.setenv("NOTE", str(note))
    with forking(NOTES) as one, forking(NOTES) as other:
        pids = [do(each, "echo")["pid"] for each in (one, other)]
        one.close()
        pids.append(do(one, "echo")["pid"])
        assert len(set(pids)) == 3
        assert server_of(one) == server_of(other)
        assert note.read_text() == f"loaded by {server_of(one).pid}\n"
    with Worker(WorkerOptions(preload=(NOTES,))) as started:
        do(started, "echo")
    assert note.read_text().count("\n") == 2, "a child that is started loads it for itself"


def test_a_task_can_be_done_before_children_are_forked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTE", str(tmp_path / "loaded"))
    with forking(NOTES, f"{NOTES}:write") as worker:
        do(worker, "echo")
        written = f"written by {server_of(worker).pid}\n"
        assert (tmp_path / "loaded").read_text().endswith(written)


def test_each_child_has_the_variables_and_the_folder_of_its_parent_as_they_are_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTE", str(tmp_path / "loaded"))
    with forking(NOTES) as worker:
        for name in ("first", "second"):
            (tmp_path / name).mkdir()
            monkeypatch.setenv("NAME", name)
            monkeypatch.setenv("SPRUE_SECRET_FILE", "withheld")
            monkeypatch.chdir(tmp_path / name)
            worker.close()
            found = worker.run(f"{NOTES}:surroundings", {})
            assert found == {"name": name, "folder": str(tmp_path / name), "secrets": []}


def test_a_child_is_called_a_worker_and_in_a_session_of_its_own() -> None:
    with forking() as worker:
        do(worker, "echo")
        assert worker.pid is not None
        assert psutil.Process(worker.pid).name() == child.NAME
        assert os.getsid(worker.pid) == worker.pid


def test_a_fork_server_that_is_killed_takes_its_children_along_and_the_next_task_has_another() -> None:
    with forking() as worker, forking() as idle:
        do(idle, "echo")
        do(worker, "echo")
        first, other = server_of(worker), idle.pid
        assert other is not None
        with pytest.raises(Killed, match=r"ended from outside \(signal 9\)"):
            worker.run(
                f"{MISDEEDS}:echo", {"sleep_s": 30.0}, on_line=lambda _: first.kill(), time_limit_s=30.0
            )
        assert do(worker, "echo")["pid"] != other
        assert do(idle, "echo")["pid"] != other
        assert server_of(worker) == server_of(idle) != first
        assert not first.is_running()


def test_children_end_with_their_fork_server_and_that_with_its_parent() -> None:
    with forking() as worker:
        do(worker, "echo")
        server, pid = server_of(worker), worker.pid
        assert pid is not None
        for each in process._fork_servers.values():
            each._control.close()
        wait_until(lambda: not server.is_running() or server.status() == psutil.STATUS_ZOMBIE)
        wait_until(lambda: not psutil.pid_exists(pid))


def test_a_child_that_is_wanted_no_more_before_it_was_forked_is_gone_as_soon_as_it_is(tmp_path: Path) -> None:
    with forking("tests.support.slow_to_load") as worker:
        worker.start()
        assert worker.pid is None
        worker.close()
        do(worker, "echo")
        wait_until(lambda: [each.pid for each in server_of(worker).children()] == [worker.pid])


def test_what_cannot_be_loaded_is_a_sentence_with_the_log(tmp_path: Path) -> None:
    log = tmp_path / "worker.log"
    with (
        forking("no.such.module", log=log) as broken,
        pytest.raises(InternalError, match=r"did not start \(exit status 1\).*worker\.log"),
    ):
        do(broken, "echo")
    assert "No module named 'no'" in log.read_text()


def test_beside_threads_a_child_starts_its_program_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fork has none of the threads but has their locks: the one that loading takes would never open."""
    monkeypatch.setenv("NOTE", str(tmp_path / "loaded"))
    with forking(f"{NOTES}:start_thread") as worker:
        do(worker, "echo")
        assert worker.pid is not None
        assert "engine.isolate.child" in psutil.Process(worker.pid).cmdline()
        assert do(worker, "echo")["pid"] == worker.pid


def test_a_request_that_is_too_large_is_no_reason_not_to_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NAME", "x" * 100_000)
    monkeypatch.setenv("NOTE", "x" * 100_000)
    with forking() as worker:
        do(worker, "echo")
        assert server_of(worker).pid == os.getpid()


def test_where_nothing_can_be_forked_children_are_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forked, "is_possible", lambda: False)
    with forking() as worker, contextlib.closing(forking()) as other:
        do(worker, "echo")
        do(other, "echo")
        assert server_of(worker).pid == server_of(other).pid == os.getpid()
