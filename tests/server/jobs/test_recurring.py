"""Work that is done again and again: when, after which pauses, and that nothing ends it but its end."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any

from server.jobs.outage import Outage
from server.jobs.recurring import Recurring

LOG = logging.getLogger("sprue.tests.recurring")
NEVER_S = 1000.0


class Work:
    """Counts how often it is done, and fails the first times."""

    def __init__(self, n_failing: int = 0) -> None:
        self.n_failing = n_failing
        self.done_at: list[float] = []

    async def __call__(self) -> None:
        self.done_at.append(time.monotonic())
        if len(self.done_at) <= self.n_failing:
            raise OSError("it is away")


def run(act: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(act(), 30))


async def until_done(work: Work, times: int) -> None:
    while len(work.done_at) < times:
        await asyncio.sleep(0.005)


def test_it_is_done_at_once_and_then_every_so_often_until_it_is_stopped() -> None:
    async def act() -> None:
        work = Work()
        recurring = Recurring(work, 0.02, Outage(LOG, "it fails"))
        await recurring.start()
        await until_done(work, 3)
        await recurring.stop()
        n_done = len(work.done_at)
        await asyncio.sleep(0.1)
        assert len(work.done_at) == n_done

    run(act)


def test_how_long_it_waits_is_asked_each_time() -> None:
    async def act() -> None:
        work = Work()
        waits_s = iter([0.005, 0.005, NEVER_S])
        recurring = Recurring(work, lambda: next(waits_s), Outage(LOG, "it fails"))
        await recurring.start()
        await until_done(work, 3)
        await asyncio.sleep(0.1)
        await recurring.stop()
        assert len(work.done_at) == 3

    run(act)


def test_it_is_done_once_until_it_is_woken() -> None:
    async def act() -> None:
        work = Work()
        recurring = Recurring(work, NEVER_S, Outage(LOG, "it fails"))
        await recurring.start()
        await until_done(work, 1)
        await asyncio.sleep(0.1)
        assert len(work.done_at) == 1
        recurring.wake()
        await until_done(work, 2)
        await recurring.stop()

    run(act)


def test_pauses_after_failures_double_up_to_the_longest() -> None:
    async def act() -> None:
        work = Work(n_failing=4)
        recurring = Recurring(work, NEVER_S, Outage(LOG, "it fails"), pauses_s=(0.05, 0.2))
        await recurring.start()
        await until_done(work, 5)
        await recurring.stop()
        waits = [later - earlier for earlier, later in zip(work.done_at, work.done_at[1:], strict=False)]
        assert all(wait >= least for wait, least in zip(waits, (0.05, 0.1, 0.2, 0.2), strict=True))

    run(act)


def test_what_asks_for_it_while_it_fails_does_not_cut_the_pause_short() -> None:
    async def act() -> None:
        calls = 0

        async def fail() -> None:
            nonlocal calls
            calls += 1
            recurring.wake()
            raise OSError("it is away")

        recurring = Recurring(fail, NEVER_S, Outage(LOG, "it fails"), pauses_s=(NEVER_S, NEVER_S))
        await recurring.start()
        await asyncio.sleep(0.1)
        await recurring.stop()
        assert calls == 1

    run(act)


def test_one_that_never_began_can_be_stopped() -> None:
    run(Recurring(Work(), NEVER_S, Outage(LOG, "it fails")).stop)
