"""Whether the server elsewhere still answers: asked every other second, so that nobody works on in vain."""

from PySide6.QtCore import QObject, QTimer, Signal

from app.client.errors import Failure, Reason
from app.client.http import Client
from app.views.tasks import Tasks

PERIOD_MS = 2000
LIMIT_S = 2.5
"""Together with the period: a server that is gone is known to be within 5 s."""
SILENT = frozenset({Reason.UNREACHABLE, Reason.TIMEOUT, Reason.TLS})
"""What is no answer; a refusal is one."""


class Heartbeat(QObject):
    """Asks one server, on a thread of its own: those of the window may all be waiting for the same server."""

    changed = Signal(bool)
    """Whether it answers, each time that changes."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = Tasks(self)
        self._client: Client | None = None
        self._is_asking = False
        self._is_answered = True
        self._timer = QTimer(self, interval=PERIOD_MS)
        self._timer.timeout.connect(self._ask)

    def follow(self, client: Client | None) -> None:
        """Ask this server from now on; None: nobody."""
        self._client, self._is_answered = client, True
        if client is None:
            self._timer.stop()
        else:
            self._timer.start()

    def stop(self) -> None:
        """Ask nobody any more; what is asked already is not waited for."""
        self.follow(None)
        self._tasks.close(wait_ms=0)

    def _ask(self) -> None:
        client = self._client
        if client is None or self._is_asking:
            return
        self._is_asking = True

        def answered(_: None) -> None:
            self._note(client, is_answered=True)

        def failed(failure: Failure) -> None:
            self._note(client, is_answered=failure.reason not in SILENT)

        self._tasks.run(lambda: client.healthz(LIMIT_S), answered, failed)

    def _note(self, client: Client, *, is_answered: bool) -> None:
        self._is_asking = False
        if client is self._client and is_answered != self._is_answered:
            self._is_answered = is_answered
            self.changed.emit(is_answered)
