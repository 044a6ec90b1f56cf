"""Keys that were just made, until the page that shows them is loaded.

Kept in memory alone, for the seconds that a browser takes to follow a redirect: the database has hashes only.
"""

import time
from collections.abc import Callable

LIFETIME_S = 60.0
"""A redirect is followed at once; who comes later than this makes another key."""


class NewKeys:
    """One key of each user at most.

    Parameters
    ----------
    now : callable
        Returns a time in seconds.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._found: dict[str, tuple[float, str]] = {}

    def put(self, user_id: str, key: str) -> None:
        """Keep a key for the next page, and forget those whose page never came."""
        now = self._now()
        self._found = {each: found for each, found in self._found.items() if found[0] > now}
        self._found[user_id] = (now + LIFETIME_S, key)

    def take(self, user_id: str) -> str:
        """Return the key and forget it; empty when there is none."""
        ends_at, key = self._found.pop(user_id, (0.0, ""))
        return key if ends_at > self._now() else ""
