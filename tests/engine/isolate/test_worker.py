"""A worker's parent survives whatever the child does, and says what it was."""

import contextlib
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from engine.errors import (
    Cancelled,
    InternalError,
    InvalidRulePack,
    KernelError,
    MeshingTimeout,
    NoSolid,
    SprueError,
)
from engine.isolate.process import LARGEST_LOG_BYTES
from engine.isolate.worker import Killed, Worker, WorkerOptions

MISDEEDS = "tests.engine.isolate.misdeeds"


@pytest.fixture(scope="module", params=[False, True], ids=["started", "forked"])
def worker(request: pytest.FixtureRequest) -> Iterator[Worker]:
    with Worker(WorkerOptions(is_forked=request.param)) as warm:
        yield warm


forked_alone = pytest.mark.parametrize("worker", [True], ids=["forked"], indirect=True)
"""For what the parent does whichever way its child began: one that is started takes long to be replaced."""


def do(worker: Worker, task: str, **arguments: object) -> dict[str, object]:
    return worker.run(f"{MISDEEDS}:{task}", arguments, time_limit_s=30.0)


def assert_still_works(worker: Worker) -> None:
    assert do(worker, "echo", say="hello")["said"] == "hello"


def test_a_task_gets_its_arguments_and_reports_every_line_in_order(worker: Worker) -> None:
    lines: list[str] = []
    result = worker.run(f"{MISDEEDS}:echo", {"say": {"Ø": [1.5, None]}}, lines.append)
    assert result["said"] == {"Ø": [1.5, None]}
    assert result["pid"] != os.getpid()
    assert lines == ["reading the part", "it holds one body"]


def test_a_warm_child_is_used_again(worker: Worker) -> None:
    assert do(worker, "echo")["pid"] == do(worker, "echo")["pid"]


def test_matrices_are_multiplied_in_one_thread(worker: Worker) -> None:
    assert do(worker, "multiply") == {"entry": 300.0, "threads": 1}


def test_a_segfault_names_the_signal_and_the_stage(worker: Worker) -> None:
    with pytest.raises(KernelError) as caught:
        do(worker, "segfault")
    assert str(caught.value) == "the geometry kernel crashed (signal 11) while relating 12 faces"
    assert_still_works(worker)


@forked_alone
def test_a_crash_in_optional_work_costs_that_work_alone(worker: Worker) -> None:
    lines: list[str] = []
    result = worker.run(f"{MISDEEDS}:segfault_in_optional_work", {"works": ["names", "colors"]}, lines.append)
    assert result == {"done": True, "left_out": ["colors", "names"]}
    assert lines[1] == "the geometry kernel crashed (signal 11) while names; it is done again without that"
    assert do(worker, "segfault_in_optional_work", works=[]) == {"done": True, "left_out": []}


@forked_alone
def test_a_crash_after_optional_work_is_a_crash(worker: Worker) -> None:
    with pytest.raises(KernelError, match=r"crashed \(signal 11\) while reading the part"):
        do(worker, "segfault_in_optional_work", works=["names"], afterwards=True)
    assert_still_works(worker)


@forked_alone
def test_optional_work_that_is_ended_from_outside_is_not_left_out(worker: Worker) -> None:
    with pytest.raises(Killed):
        do(worker, "segfault_in_optional_work", works=["names"], signal="SIGKILL")
    assert_still_works(worker)


@forked_alone
def test_a_task_that_is_done_again_has_no_more_time_than_once(worker: Worker) -> None:
    do(worker, "echo")  # warm, so that only the task is timed
    with pytest.raises(MeshingTimeout, match=r"limit of 1 second while"):
        worker.run(f"{MISDEEDS}:hang_after_optional_work", {"sleep_s": 0.8}, time_limit_s=1.0)
    assert_still_works(worker)


def test_a_child_that_leaves_is_a_crash_too(worker: Worker) -> None:
    with pytest.raises(KernelError, match=r"crashed \(exit status 3\) while meshing"):
        do(worker, "leave")
    assert_still_works(worker)


def test_a_hang_in_native_code_ends_at_the_limit_and_names_limit_and_remedy(worker: Worker) -> None:
    do(worker, "echo")  # warm, so that only the task is timed
    child = worker.pid
    began = time.monotonic()
    with pytest.raises(
        MeshingTimeout, match=r"limit of 0\.5 seconds while meshing 7 faces; a coarser max_edge"
    ):
        worker.run(f"{MISDEEDS}:hang_holding_the_gil", {}, time_limit_s=0.5)
    assert 0.5 <= time.monotonic() - began < 1.5
    assert child is not None
    assert not psutil.pid_exists(child)
    assert_still_works(worker)


@forked_alone
def test_a_hang_in_native_code_can_be_cancelled(worker: Worker) -> None:
    do(worker, "echo")
    asked = threading.Event()
    began = time.monotonic()
    threading.Timer(0.2, asked.set).start()
    with pytest.raises(Cancelled, match="while meshing 7 faces"):
        worker.run(f"{MISDEEDS}:hang_holding_the_gil", {}, is_cancelled=asked.is_set)
    assert time.monotonic() - began < 1.5
    assert_still_works(worker)


@forked_alone
def test_one_allocation_beyond_the_machine_is_a_memory_error(worker: Worker) -> None:
    with pytest.raises(
        KernelError, match=r"needs more than .* GB of memory while meshing; a coarser max_edge"
    ):
        do(worker, "allocate_at_once")
    assert_still_works(worker)


def test_a_child_that_grows_without_end_is_stopped_at_its_limit() -> None:
    with Worker(WorkerOptions(memory_mb=200)) as small:
        with pytest.raises(KernelError, match=r"needs more than 0\.2 GB of memory while meshing"):
            do(small, "allocate_without_end")
        assert_still_works(small)


def test_prints_of_native_code_go_to_the_log_and_never_into_the_answer(tmp_path: Path) -> None:
    log = tmp_path / "worker.log"
    with Worker(WorkerOptions(log=log)) as logged:
        assert do(logged, "print_to_stdout") == {"read": ""}
        assert_still_works(logged)
    assert log.read_text() == "from Python\nfrom native code\n"


def test_a_log_that_has_grown_large_begins_anew(tmp_path: Path) -> None:
    log = tmp_path / "worker.log"
    for size, is_kept in ((LARGEST_LOG_BYTES, True), (LARGEST_LOG_BYTES + 1, False)):
        log.write_bytes(b"x" * size)
        with Worker(WorkerOptions(log=log, is_forked=True)) as logged:
            do(logged, "print_to_stdout")
        assert log.read_bytes().startswith(b"x") is is_kept


def test_an_error_written_for_the_user_arrives_as_it_was_raised(worker: Worker) -> None:
    with pytest.raises(NoSolid) as caught:
        do(worker, "raise_no_solid")
    assert str(caught.value) == "the file holds 3 curves and nothing that has a volume"
    with pytest.raises(InvalidRulePack) as invalid:
        do(worker, "raise_invalid_rule_pack")
    assert invalid.value.problems == ("rules[0].key: missing", "name: missing")


def test_an_error_does_not_cost_the_child(worker: Worker) -> None:
    before = do(worker, "echo")["pid"]
    with pytest.raises(NoSolid):
        do(worker, "raise_no_solid")
    assert do(worker, "echo")["pid"] == before


def test_a_defect_is_one_sentence_and_its_traceback_is_in_the_log_alone(tmp_path: Path) -> None:
    log = tmp_path / "worker.log"
    with Worker(WorkerOptions(log=log, is_forked=True)) as logged, pytest.raises(InternalError) as caught:
        do(logged, "stumble")
    message = str(caught.value)
    assert "while recognizing features (IndexError: list index out of range)" in message
    assert str(log) in message
    assert "\n" not in message
    assert "Traceback" in log.read_text()


def test_a_task_that_does_not_exist_is_a_defect_and_not_a_hang(worker: Worker) -> None:
    with pytest.raises(InternalError, match="no_such_task"):
        do(worker, "no_such_task")
    assert_still_works(worker)


def test_a_child_is_replaced_after_its_share_of_tasks() -> None:
    with Worker(WorkerOptions(tasks_per_child=2, is_forked=True)) as short:
        pids = [do(short, "echo")["pid"] for _ in range(4)]
    assert pids[0] == pids[1]
    assert pids[2] == pids[3]
    assert pids[0] != pids[2]


def test_a_child_that_kept_too_much_memory_is_replaced() -> None:
    with Worker(WorkerOptions(renew_above_mb=150.0, is_forked=True)) as lean:
        small = do(lean, "keep_memory", megabytes=1)["pid"]
        assert do(lean, "keep_memory", megabytes=150)["pid"] == small
        assert do(lean, "keep_memory", megabytes=1)["pid"] != small


def test_a_child_that_was_killed_while_idle_costs_no_task(worker: Worker) -> None:
    do(worker, "echo")
    assert worker.pid is not None
    os.kill(worker.pid, signal.SIGKILL)
    assert_still_works(worker)


def test_a_child_that_cannot_start_ends_in_a_sentence_and_not_in_a_loop(tmp_path: Path) -> None:
    log = tmp_path / "worker.log"
    with (
        Worker(WorkerOptions(preload=("no.such.module",), log=log)) as broken,
        pytest.raises(InternalError, match=r"did not start \(exit status 1\).*worker\.log"),
    ):
        do(broken, "echo")


def test_ten_kills_at_random_lose_nothing() -> None:
    """Those of a server are killed in `tests/faults/test_kills.py`, and more by `python -m bench faults`."""
    draw = random.Random(7)
    done, ends, n_kills = 0, [], 0
    with Worker() as target:

        def kill_ten_times() -> None:
            nonlocal n_kills
            while n_kills < 10:
                # Half the kills let a task through first, the others mostly meet a child that starts.
                if draw.random() < 0.5:
                    wait_until(lambda before=done: done > before)
                time.sleep(draw.uniform(0.0, 0.03))
                pid = target.pid
                if pid is not None:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                        n_kills += 1

        killer = threading.Thread(target=kill_ten_times)
        killer.start()
        while killer.is_alive():
            number = done + len(ends)
            try:
                assert do(target, "echo", say=number, sleep_s=0.01)["said"] == number
                done += 1
            except (KernelError, InternalError) as error:
                ends.append(str(error))
        assert n_kills == 10
        assert done >= 3
        assert len(ends) >= 2
        assert all("(signal 9)" in end for end in ends)
        assert_still_works(target)


def test_a_child_dies_with_a_parent_that_was_killed(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    program = (
        "from engine.isolate.worker import Worker\n"
        f"Worker().run('{MISDEEDS}:hang_holding_the_gil', {{'write_pid': {str(note)!r}}})"
    )
    parent = subprocess.Popen([sys.executable, "-c", program], cwd=Path(__file__).parents[3])
    try:
        wait_until(lambda: note.exists() and note.read_text() != "")
    finally:
        parent.kill()
        parent.wait()
    child = int(note.read_text())
    wait_until(lambda: not psutil.pid_exists(child) or psutil.Process(child).status() == psutil.STATUS_ZOMBIE)


def test_a_child_outlives_the_thread_that_asked_for_it() -> None:
    with Worker() as warm:
        starter = threading.Thread(target=lambda: do(warm, "echo"))
        starter.start()
        starter.join()
        before = warm.pid
        time.sleep(0.2)
        assert do(warm, "echo")["pid"] == before


def test_errors_that_a_child_may_raise_can_all_be_made_anew() -> None:
    for kind in SprueError.__subclasses__():
        made = kind(("a problem",)) if kind is InvalidRulePack else kind("a problem")
        assert str(made) == "a problem"


def wait_until(holds, limit_s: float = 20.0) -> None:  # type: ignore[no-untyped-def]
    deadline = time.monotonic() + limit_s
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_children_are_counted_by_what_ended_the_one_before() -> None:
    with Worker(WorkerOptions(tasks_per_child=3, is_forked=True)) as counted:
        do(counted, "echo")
        assert counted.restarts == {}
        with pytest.raises(NoSolid):
            do(counted, "raise_no_solid")  # which costs no child
        assert counted.restarts == {}
        do(counted, "echo")
        assert counted.restarts == {"renewed": 1}
        with pytest.raises(KernelError):
            do(counted, "segfault")
        do(counted, "echo")
        assert counted.pid is not None
        os.kill(counted.pid, signal.SIGKILL)
        do(counted, "echo")
        with pytest.raises(MeshingTimeout):
            counted.run(f"{MISDEEDS}:echo", {"sleep_s": 30.0}, time_limit_s=0.2)
        do(counted, "echo")
        assert counted.restarts == {"renewed": 1, "crashed": 1, "ended": 1, "time limit": 1}


def test_what_a_child_logs_is_logged_here_where_somebody_reads_it(
    worker: Worker, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(InternalError):
        do(worker, "stumble")
    [record] = [each for each in caplog.records if each.name == "sprue.engine"]
    assert record.levelname == "ERROR"
    assert record.getMessage().startswith(f"{MISDEEDS}:stumble failed\nTraceback")
    assert record.getMessage().endswith("IndexError: list index out of range")
    program = (
        "from engine.isolate.worker import Worker\n"
        f"try: Worker().run('{MISDEEDS}:stumble', {{}})\n"
        "except Exception as error: print(type(error).__name__)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("InternalError\n", "")
