"""Warm workers: shared fairly, replaced when they go, warmed before they serve."""

import asyncio
import os
import random
import signal
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest

from engine.errors import KernelError, MeshingTimeout
from engine.isolate.worker import Worker, WorkerOptions
from server.errors import ServerBusy
from server.jobs.pool import Pool
from tests.server.acting import OPTIONS

T = TypeVar("T")
PREVIEW = "tests.server.acting:preview"


def run(
    act: Callable[[Pool], Awaitable[T]],
    size: int = 1,
    most_waiting: int = 10,
    *warm: str,
    longest_wait_s: float | None = None,
) -> T:
    async def go() -> T:
        pool = Pool("test", OPTIONS, size, most_waiting, warm, longest_wait_s=longest_wait_s)
        pool.start()
        try:
            return await act(pool)
        finally:
            await pool.stop()

    return asyncio.run(go())


def asking(folder: Path, wish: str = "", name: str = "part") -> dict[str, Any]:
    file = folder / f"{name}.step"
    file.write_text(f"ISO-10303-21;\n/* {wish} */\n")
    return {"file": str(file), "target": str(folder / f"{name}.glb")}


def test_tasks_run_side_by_side_up_to_its_size(tmp_path: Path) -> None:
    async def act(pool: Pool) -> float:
        await asyncio.gather(*(pool.run(PREVIEW, asking(tmp_path, "", str(at)), 30) for at in range(2)))
        began = time.monotonic()
        await asyncio.gather(
            *(pool.run(PREVIEW, asking(tmp_path, "sleep 1", str(at)), 30) for at in range(2))
        )
        return time.monotonic() - began

    assert run(act, size=2) < 1.9


def test_who_finds_too_many_waiting_is_refused(tmp_path: Path) -> None:
    async def act(pool: Pool) -> list[Any]:
        asked = [pool.run(PREVIEW, asking(tmp_path, "sleep 0.5"), 30) for _ in range(4)]
        return list(await asyncio.gather(*asked, return_exceptions=True))

    answers = run(act, most_waiting=2)
    assert [isinstance(answer, ServerBusy) for answer in answers] == [False, False, False, True]


@pytest.mark.parametrize(("longest_wait_s", "n_refused"), [(2.0, 2), (None, 0)])
def test_who_would_wait_for_long_is_refused_at_once(
    tmp_path: Path, longest_wait_s: float | None, n_refused: int
) -> None:
    """A task takes 1.2 s: who comes second waits 1.2 s, who comes third would wait 2.4 s."""

    async def act(pool: Pool) -> list[Any]:
        await pool.run(PREVIEW, asking(tmp_path, "sleep 1.2"), 30)
        pool.check_room()
        asked = [pool.run(PREVIEW, asking(tmp_path, "sleep 1.2", str(at)), 30) for at in range(4)]
        return list(await asyncio.gather(*asked, return_exceptions=True))

    answers = run(act, longest_wait_s=longest_wait_s)
    refused = [answer for answer in answers if isinstance(answer, ServerBusy)]
    assert answers[4 - n_refused :] == refused
    assert len(refused) == n_refused
    assert all(2 <= answer.retry_after_s <= 30 for answer in refused)


def test_that_a_process_takes_long_to_start_says_nothing_of_its_tasks(tmp_path: Path) -> None:
    """It takes 2 s to load, and its task no time: who comes next need not fear to wait for as long."""

    async def go() -> float:
        options = WorkerOptions(preload=("tests.support.slow_to_load",))
        pool = Pool("test", options, 1, 10, longest_wait_s=2.0)
        pool.start()
        try:
            await pool.run(PREVIEW, asking(tmp_path), 30)
            asked = [pool.run(PREVIEW, asking(tmp_path, "", str(at)), 30) for at in range(4)]
            running = asyncio.gather(*asked)
            await asyncio.sleep(0)
            expected_s = pool.expected_wait_s
            await running
            return expected_s
        finally:
            await pool.stop()

    assert 0 < asyncio.run(go()) < 2.0


def test_one_may_always_wait_for_each_process(tmp_path: Path) -> None:
    async def act(pool: Pool) -> list[Any]:
        await pool.run(PREVIEW, asking(tmp_path, "sleep 0.3"), 30)
        asked = [pool.run(PREVIEW, asking(tmp_path, "sleep 0.3", str(at)), 30) for at in range(3)]
        return list(await asyncio.gather(*asked, return_exceptions=True))

    answers = run(act, longest_wait_s=0.1)
    assert [isinstance(answer, ServerBusy) for answer in answers] == [False, False, True]


def test_a_hang_is_ended_and_the_next_task_runs(tmp_path: Path) -> None:
    async def act(pool: Pool) -> dict[str, Any]:
        with pytest.raises(MeshingTimeout):
            await pool.run(PREVIEW, asking(tmp_path, "sleep 60"), 0.3)
        return await pool.run(PREVIEW, asking(tmp_path), 30)

    assert run(act)["stats"]["n_faces"] == 143


def test_a_worker_killed_from_outside_does_its_task_again_but_not_for_ever(tmp_path: Path) -> None:
    async def act(pool: Pool) -> None:
        await pool.run(PREVIEW, asking(tmp_path, f"die-once {tmp_path / 'died'}"), 30)
        with pytest.raises(KernelError, match="ended from outside"):
            await pool.run(PREVIEW, asking(tmp_path, "die"), 30)
        await pool.run(PREVIEW, asking(tmp_path), 30)
        assert pool.n_busy == 0

    run(act)


def test_a_caller_that_leaves_frees_the_worker(tmp_path: Path) -> None:
    async def act(pool: Pool) -> float:
        leaving = asyncio.create_task(pool.run(PREVIEW, asking(tmp_path, "sleep 60"), 90))
        await asyncio.sleep(1.5)
        leaving.cancel()
        began = time.monotonic()
        await asyncio.gather(leaving, return_exceptions=True)
        await pool.run(PREVIEW, asking(tmp_path), 30)
        return time.monotonic() - began

    assert run(act) < 8


def test_random_kills_lose_nothing(tmp_path: Path) -> None:
    n_kills = 8

    async def act(pool: Pool) -> list[Any]:
        async def kill() -> None:
            chance = random.Random(3)
            for _ in range(n_kills):  # then they get on, however long a worker takes to start
                await asyncio.sleep(chance.uniform(0, 0.3))
                worker = chance.choice(pool._workers)
                if worker.pid is not None:
                    with suppress(ProcessLookupError):
                        os.kill(worker.pid, signal.SIGKILL)

        killing = asyncio.create_task(kill())
        asked = [
            pool.run(PREVIEW, asking(tmp_path, "sleep 0.2", str(at)), 30, most_kills=n_kills + 1)
            for at in range(8)
        ]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        await killing
        return answers

    answers = run(act, size=2, most_waiting=20)
    assert all(isinstance(answer, dict) for answer in answers), answers


def test_a_fresh_worker_warms_up_first_and_a_failing_warm_up_is_no_failure(tmp_path: Path) -> None:
    async def act(pool: Pool) -> dict[str, Any]:
        return await pool.run(PREVIEW, asking(tmp_path), 30)

    assert run(act, 1, 10, "tests.server.acting:catalog")["notes"] == []
    assert run(act, 1, 10, "tests.server.acting:no_such_task")["notes"] == []


def test_who_comes_while_a_worker_warms_up_does_not_wait_for_all_of_it(tmp_path: Path) -> None:
    async def act(pool: Pool) -> float:
        began = time.monotonic()
        await pool.run(PREVIEW, asking(tmp_path), 30)
        return time.monotonic() - began

    assert run(act, 1, 10, *["tests.server.acting:doze"] * 40) < 20


def test_a_worker_that_was_replaced_warms_up_before_anybody_comes(tmp_path: Path) -> None:
    async def go() -> tuple[dict[str, int], int]:
        pool = Pool("test", replace(OPTIONS, tasks_per_child=2), 1, 10, ["tests.server.acting:catalog"])
        try:
            for _ in range(2):
                await pool.run(PREVIEW, asking(tmp_path), 30)
            worker = pool._workers[0]
            for _ in range(200):
                if worker._n_tasks:
                    break
                await asyncio.sleep(0.1)
            return pool.restarts, worker._n_tasks
        finally:
            await pool.stop()

    assert asyncio.run(go()) == ({"renewed": 1}, 1)


def test_a_process_that_starts_for_the_first_time_is_no_restart_and_one_that_crashed_is_counted_as_such(
    tmp_path: Path,
) -> None:
    async def act(pool: Pool) -> tuple[dict[str, int], dict[str, int]]:
        await asyncio.gather(*(pool.run(PREVIEW, asking(tmp_path, "sleep 0.5"), 30) for _ in range(2)))
        before = dict(pool.restarts)
        with pytest.raises(KernelError):
            await pool.run(PREVIEW, asking(tmp_path, "crash"), 30)
        await asyncio.gather(*(pool.run(PREVIEW, asking(tmp_path, "sleep 0.5"), 30) for _ in range(2)))
        return before, dict(pool.restarts)

    assert run(act, size=2, most_waiting=20) == ({}, {"crashed": 1})


def test_a_worker_that_was_started_already_is_the_first(tmp_path: Path) -> None:
    first = Worker(WorkerOptions())
    first.start()

    async def go() -> int | None:
        pool = Pool("test", OPTIONS, 2, 10, first=first)
        pool.start()
        try:
            await pool.run(PREVIEW, asking(tmp_path), 30)
            return first.pid
        finally:
            await pool.stop()

    pid = first.pid
    assert asyncio.run(go()) == pid
    assert first.pid is None


def test_a_worker_that_is_to_warm_up_later_answers_first(tmp_path: Path) -> None:
    async def go() -> int:
        pool = Pool("test", OPTIONS, 1, 10, ["tests.server.acting:catalog"])
        pool.start(warm_after_s=60.0)
        try:
            await pool.run(PREVIEW, asking(tmp_path), 30)
            return pool._workers[0]._n_tasks
        finally:
            await pool.stop()

    assert asyncio.run(go()) == 1


def test_a_worker_that_is_to_warm_up_later_does_when_nobody_asks_anything() -> None:
    async def go() -> int:
        pool = Pool("test", OPTIONS, 1, 10, ["tests.server.acting:catalog"])
        pool.start(warm_after_s=0.1)
        worker = pool._workers[0]
        try:
            for _ in range(300):
                if worker._n_tasks:
                    break
                await asyncio.sleep(0.1)
            return worker._n_tasks
        finally:
            await pool.stop()

    assert asyncio.run(go()) == 1
