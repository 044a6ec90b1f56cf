"""How often something may be tried in a while."""

import math
import time
from collections.abc import Callable

from server.errors import TooManyTries


class Rate:
    """Counts tries by a key, in this process.

    Parameters
    ----------
    most : int
        Tries of one key within a period, which begins with the first of them.
    period_s : float
        Length of a period in seconds.
    refusal : str
        What is said beyond that, as a sentence.
    now : callable
        Returns a time in seconds.
    """

    def __init__(
        self, most: int, period_s: float, refusal: str, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._most = most
        self._period_s = period_s
        self._refusal = refusal
        self._now = now
        self._ends: dict[str, float] = {}
        self._counts: dict[str, int] = {}

    def take(self, key: str) -> None:
        """Count a try; raise TooManyTries, which is not counted, where there were as many as may be."""
        now = self._now()
        self._forget_over(now)
        if self._counts.get(key, 0) >= self._most:
            raise TooManyTries(self._refusal, math.ceil(self._ends[key] - now))
        self._ends.setdefault(key, now + self._period_s)
        self._counts[key] = self._counts.get(key, 0) + 1

    def _forget_over(self, now: float) -> None:
        """Forget periods that are over: the oldest stand first, for all are of one length."""
        while self._ends and self._ends[key := next(iter(self._ends))] <= now:
            del self._ends[key], self._counts[key]
