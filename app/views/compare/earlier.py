"""The earlier revision: chosen, analyzed in the background by the same server, ready, or why it is not."""

from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.client.errors import Failure, Reason
from app.client.models import Result
from app.state import pull_choice
from app.state.session import Progress, Session, Stage
from app.views.desk import Desk


class State(StrEnum):
    """How far it is."""

    NONE = "none"
    BUSY = "busy"
    FAILED = "failed"
    READY = "ready"


class Earlier(QObject):
    """Has a desk of its own, so that all that follows a desk can follow this revision."""

    changed = Signal()
    """Another file, another state, or further with it."""

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._later = desk
        self.desk = Desk(desk.settings, self)
        self.failure: Failure | None = None
        """With FAILED: what went wrong."""
        self.path: Path | None = None
        self.desk.progressed.connect(self._take_progress)
        self.desk.result_changed.connect(lambda _: self.changed.emit())
        self.desk.told.connect(self._tell)
        desk.layer_chosen.connect(self.desk.choose_layer)
        desk.verdict_chosen.connect(self.desk.choose_verdict)

    @property
    def state(self) -> State:
        """How far it is."""
        if self.path is None:
            return State.NONE
        if self.failure is not None:
            return State.FAILED
        return State.READY if self.desk.result is not None else State.BUSY

    @property
    def result(self) -> Result | None:
        """What was found; None before it was."""
        return self.desk.result

    @property
    def progress(self) -> Progress:
        """How far the analysis is."""
        return Progress() if self.desk.session is None else self.desk.session.now

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
        self._look_alike()
        options = pull_choice.of_result(later.features.manufacturability).options()
        self.desk.open_part(path, options)
        self.changed.emit()

    def show(self, session: Session) -> None:
        """Take a part that was analyzed already."""
        self.close()
        self.path = session.path
        self._look_alike()
        self.desk.show_part(session)
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
            self.desk.recompute(choice.options())

    def close(self) -> None:
        """End what runs and compare with nothing."""
        self.path, self.failure = None, None
        self.desk.close_part()
        self.changed.emit()

    def stop(self) -> None:
        """End everything, before the window goes."""
        self.close()
        self.desk.tasks.close(wait_ms=0)

    def _look_alike(self) -> None:
        self.desk.connect_to(self._later.client)
        self.desk.layer = self._later.layer
        self.desk.verdict = self._later.verdict

    def _take_progress(self, now: Progress) -> None:
        if now.stage is Stage.CANCELLED and now.result is None:
            self.close()
        else:
            self.changed.emit()

    def _tell(self, failure: Failure) -> None:
        if self.result is None:
            self._fail(failure)
        else:  # of its picture, or of computing it again: what there is stays
            self._later.told.emit(failure)

    def _fail(self, failure: Failure) -> None:
        self.failure = failure
        self.changed.emit()
