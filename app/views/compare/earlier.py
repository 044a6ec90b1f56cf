"""The earlier revision: chosen, analyzed in the background by the same server, ready, or why it is not."""

from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.client.errors import Failure, Reason
from app.client.models import Result
from app.state import pull_choice
from app.state.session import Progress, Session, Stage
from app.views.window_context import WindowContext

LINGER_MS = 3000
"""A revision that was left ends what it still fetches within this, and is forgotten then."""


class State(StrEnum):
    """How far it is."""

    NONE = "none"
    BUSY = "busy"
    FAILED = "failed"
    READY = "ready"


class Earlier(QObject):
    """Gives each revision a window context of its own, which views can follow and which ends with it."""

    changed = Signal()
    """Another file, another state, or further with it."""
    selection_changed = Signal(object)
    """Selected, of this revision."""

    def __init__(self, context: WindowContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._later = context
        self.failure: Failure | None = None
        """With FAILED: what went wrong."""
        self.path: Path | None = None
        self.context = self._made()
        context.layer_chosen.connect(lambda layer: self.context.choose_layer(layer))
        context.verdict_chosen.connect(lambda *verdict: self.context.choose_verdict(*verdict))
        context.connected.connect(lambda client: self.context.connect_to(client))

    @property
    def state(self) -> State:
        """How far it is."""
        if self.path is None:
            return State.NONE
        if self.failure is not None:
            return State.FAILED
        return State.READY if self.context.result is not None else State.BUSY

    @property
    def result(self) -> Result | None:
        """What was found; None before it was."""
        return self.context.result

    @property
    def progress(self) -> Progress:
        """How far the analysis is."""
        return Progress() if self.context.session is None else self.context.session.now

    def open(self, path: Path) -> None:
        """Analyze this file with the pull that the open part was analyzed with."""
        later = self._later.result
        self.close()
        self.path = path
        if later is None or self._later.client is None:
            self._fail(
                Failure(
                    Reason.CONFLICT,
                    self.tr("There is no analyzed part to compare with yet."),
                    self.tr("Wait until the open part is analyzed, then choose the file again."),
                )
            )
            return
        options = pull_choice.of_result(later.features.manufacturability).options()
        self.context.open_part(path, options)
        self.changed.emit()

    def show(self, session: Session) -> None:
        """Take a part that was analyzed already."""
        self.close()
        self.path = session.path
        self.context.show_part(session)
        self.changed.emit()

    def again(self) -> None:
        """Analyze the same file again."""
        if self.path is not None:
            self.open(self.path)

    def follow_pull(self) -> None:
        """Compute it again with the pull of the open part, where that was changed since."""
        mine, later = self.result, self._later.result
        if mine is None or later is None or self.progress.is_busy:
            return
        choice = pull_choice.of_result(later.features.manufacturability)
        if choice.differs_from(mine.features.manufacturability):
            self.context.recompute(choice.options())

    def cancel(self) -> None:
        """End the analysis; a revision can then be chosen anew."""
        self.context.cancel()

    def close(self) -> None:
        """End what runs and compare with nothing."""
        if self.path is None:
            return
        self.path, self.failure = None, None
        gone = self.context
        gone.progressed.disconnect(self._on_progress)
        gone.close_part()
        self.changed.emit()  # so that who shows it lets go of it
        gone.close(wait_ms=0)
        QTimer.singleShot(LINGER_MS, gone, gone.deleteLater)
        self.context = self._made()

    def _made(self) -> WindowContext:
        made = WindowContext(self._later.settings, self)
        made.client, made.layer, made.verdict = self._later.client, self._later.layer, self._later.verdict
        made.progressed.connect(self._on_progress)
        made.result_changed.connect(lambda _: self.changed.emit())
        made.failure_reported.connect(self._on_failure)
        made.selection_changed.connect(self.selection_changed)
        return made

    def _on_progress(self, now: Progress) -> None:
        if now.stage is Stage.CANCELLED and now.result is None:
            self.close()
        else:
            self.changed.emit()

    def _on_failure(self, failure: Failure) -> None:
        if self.result is None:
            self._fail(failure)
        else:  # of its picture, or of computing it again: what there is stays
            self._later.failure_reported.emit(failure)

    def _fail(self, failure: Failure) -> None:
        self.failure = failure
        self.changed.emit()
