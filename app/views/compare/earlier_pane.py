"""The place of the earlier revision: a file dropped here becomes it; and what stands there meanwhile."""

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.state.session import Progress, Stage
from app.views.waiting import Waiting


class EarlierPane(QWidget):
    """A caption over whatever there is of the revision."""

    dropped = Signal(object)
    """Path of a file."""

    def __init__(self, caption: QWidget, inside: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAcceptDrops(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(caption)
        layout.addWidget(inside, 1)

    def dragEnterEvent(self, event: QDropEvent) -> None:
        """Take one file; several go to the window, which has a place for them."""
        if len(_files(event)) == 1:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        for path in _files(event)[:1]:
            self.dropped.emit(path)


class WaitingForEarlier(Waiting):
    """How far the analysis of the earlier revision is, or why there is none and what to do."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            self.tr("Progress of the earlier revision"), self.tr("Choose another file"), parent=parent
        )

    def show_progress(self, name: str, now: Progress) -> None:
        """Show how far the analysis is."""
        words = {
            Stage.UPLOADING: self.tr("{name} is sent …"),
            Stage.QUEUED: self.tr("{name} waits for its turn …"),
        }.get(now.stage, self.tr("{name} is analyzed …"))
        is_sent = now.stage is Stage.UPLOADING
        self.show_busy(
            words.format(name=name),
            now.log[-1] if now.log else "",
            now.n_sent if is_sent else 0,
            now.n_bytes if is_sent else 0,
        )


def _files(event: QDropEvent) -> list[Path]:
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
