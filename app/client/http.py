"""Every call of the API that the desktop makes, typed."""

from app.client import errors
from app.client.errors import Failure
from app.client.measuring import Measuring
from app.client.models import Usage
from app.client.quoting import Quoting
from app.client.reports import Reports
from app.client.rules import Rules
from app.client.wire import MISSING_ROUTE


class Client(Quoting, Reports, Measuring, Rules):
    """A server's API under one key; safe to share between threads.

    Every call raises `Failure` and nothing else. Those that take a `cancel` end with `Reason.CANCELLED`
    within moments of its being asked for.
    """

    def healthz(self, timeout_s: float = 5.0) -> None:
        """Return when the server answers; a server that follows the specification alone fails as MISSING."""
        answer = self._connection.send("GET", f"{self._connection.site_url}/healthz", timeout_s=timeout_s)
        if self._json(answer).get("status") != "ok":
            raise errors.not_sprue(self.host)

    def usage(self) -> Usage | None:
        """Return what was used in this period; None where the server does not report it."""
        try:
            return self._get("/usage", Usage)
        except Failure as failure:
            if failure.status in MISSING_ROUTE:
                return None
            raise
