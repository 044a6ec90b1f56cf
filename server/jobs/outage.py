"""Saying that something does not work when it begins and when it ends, and not each time it is tried."""

import logging
import time

from sqlalchemy.exc import DBAPIError

from server.errors import Away
from server.storage import database


class Outage:
    """Something that is tried until it works.

    Parameters
    ----------
    log : Logger
        Where it is said.
    what : str
        What does not work; a sentence without its end.
    """

    def __init__(self, log: logging.Logger, what: str) -> None:
        self._log = log
        self._what = what
        self._began: float | None = None

    def failed(self, error: Exception) -> None:
        """Say so for the first time: in a line where something is away or full, else with a traceback."""
        if self._began is None:
            self._began = time.monotonic()
            is_away = isinstance(error, DBAPIError | OSError | Away)
            reason = str(error)
            if isinstance(error, DBAPIError):
                reason = database.reason(error)
            elif isinstance(error, Away):
                reason = error.reason
            self._log.warning(
                "%s: %s; it is tried until it works", self._what, reason, exc_info=None if is_away else error
            )

    def ended(self) -> None:
        """Say that it works again, where it did not."""
        if self._began is not None:
            self._log.warning("%s: it works again after %.0f s", self._what, time.monotonic() - self._began)
            self._began = None
