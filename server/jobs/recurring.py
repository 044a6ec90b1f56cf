"""Work that is done again and again while a server runs, whatever it meets in between."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from server.jobs.outage import Outage

MOST_DOUBLINGS = 64
"""Of a pause; by then any is the longest."""


class Recurring:
    """Does something every so often; where it fails, after longer and longer pauses until it works.

    Parameters
    ----------
    work : callable
        What is done. Whatever it raises is told as an outage.
    every_s : float or callable
        How long it waits when it was done; asked each time where that changes.
    outage : Outage
        Says that it fails, and that it works again.
    pauses_s : (float, float), optional
        The first wait after a failure, doubled each time, and the longest; left out: as long as otherwise.
    """

    def __init__(
        self,
        work: Callable[[], Awaitable[None]],
        every_s: float | Callable[[], float],
        outage: Outage,
        pauses_s: tuple[float, float] | None = None,
    ) -> None:
        self._work = work
        self._every_s = every_s if callable(every_s) else lambda: every_s
        self._outage = outage
        self._pauses_s = pauses_s
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
        n_failed = 0
        while True:
            self._wake.clear()
            try:
                await self._work()
            except Exception as error:  # what is away comes back
                self._outage.failed(error)
                n_failed += 1
                self._wake.clear()  # it was for what has just failed
            else:
                self._outage.ended()
                n_failed = 0
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), self._wait_s(n_failed))

    def _wait_s(self, n_failed: int) -> float:
        """Return how long to wait when it failed so often since it last worked."""
        if n_failed == 0 or self._pauses_s is None:
            return self._every_s()
        first_s, longest_s = self._pauses_s
        return min(longest_s, first_s * 2.0 ** min(n_failed - 1, MOST_DOUBLINGS))
