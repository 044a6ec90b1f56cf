"""Who may wait, beside the queue's own tests of it."""

from pathlib import Path

import pytest

from server.errors import QueueFull, TooManyJobs
from server.jobs.admission import Admission
from tests.server.jobs.bench import Bench, run


def test_the_limit_of_an_account_is_named_before_that_of_all(tmp_path: Path) -> None:
    async def act(bench: Bench) -> None:
        for _ in range(2):
            await bench.submit()
        async with bench.database.reading() as connection:
            await Admission(3, 3).check_room(connection, bench.account_id)
            with pytest.raises(TooManyJobs, match="2 of your jobs are waiting"):
                await Admission(2, 2).check_room(connection, bench.account_id)
            with pytest.raises(QueueFull):
                await Admission(2, 3).check_room(connection, bench.account_id)
            with pytest.raises(QueueFull):
                await Admission(2, 1).check_room(connection, "another")

    run(tmp_path, act, start=False)
