"""Work that is done again and again while a server runs, whatever it meets in between."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from server.jobs.outage import Outage


class Recurring:
    """Does something every so often; where it fails, after longer and longer pauses until it works.

    Parameters
    ----------
    work : callable
        What is done. Whatever it raises is told as an outage.
    every_s : float
        How long it waits when it was done.
    outage : Outage
        Says that it fails, and that it works again.
    pauses_s : (float, float), optional
        The first wait after a failure, doubled each time, and the longest; left out: `every_s`.
    """

    def __init__(
        self,
        work: Callable[[], Awaitable[None]],
        every_s: float,
        outage: Outage,
        pauses_s: tuple[float, float] | None = None,
    ) -> None:
        self._work = work
        self._every_s = every_s
        self._outage = outage
        self._first_pause_s, self._longest_pause_s = pauses_s or (every_s, every_s)
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin."""
        self._task = asyncio.create_task(self._go_on())

    async def stop(self) -> None:
        """End, in the middle of what it does too."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def wake(self) -> None:
        """Do it at once."""
        self._wake.set()

    async def _go_on(self) -> None:
        pause_s = self._first_pause_s
        while True:
            self._wake.clear()
            try:
                await self._work()
            except Exception as error:  # what is away comes back
                self._outage.failed(error)
                wait_s, pause_s = pause_s, min(self._longest_pause_s, 2 * pause_s)
                self._wake.clear()  # it was for what has just failed
            else:
                self._outage.ended()
                wait_s, pause_s = self._every_s, self._first_pause_s
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), wait_s)
