"""The line of jobs on a host that runs none."""

import asyncio
from pathlib import Path

import pytest

from server.errors import QueueFull
from server.jobs.admission import Admission
from server.jobs.job import Status
from server.jobs.pool import Pool
from server.jobs.remote import RemoteQueue
from tests.server import acting
from tests.server.jobs.bench import Bench, run


def test_a_job_is_accepted_within_the_limits_and_left_to_others(tmp_path: Path) -> None:
    async def act(bench: Bench) -> Status:
        pool = Pool("batch", acting.OPTIONS, 1, 10)
        bench.queue = RemoteQueue(pool, Admission(1, 1))  # type: ignore[assignment]
        await bench.queue.start()
        try:
            job_id = await bench.submit()
            with pytest.raises(QueueFull):
                async with bench.database.reading() as connection:
                    await bench.queue.check_room(connection, "another")
            bench.queue.cancel(job_id)
            await asyncio.sleep(0.5)
            return (await bench.get(job_id)).status
        finally:
            await bench.queue.stop()

    assert run(tmp_path, act, start=False) is Status.QUEUED
