"""The place of the earlier revision: a file that is dropped here becomes it."""

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget


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


def _files(event: QDropEvent) -> list[Path]:
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
