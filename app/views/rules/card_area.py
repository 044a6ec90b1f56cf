"""An area that scrolls up and down alone, round a form whose sentences take several lines."""

from PySide6.QtCore import QEvent, QObject, QSize, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QWidget


class CardArea(QScrollArea):
    """Scrolls up and down alone, and so is never narrower than what it holds."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settled = QTimer(self, singleShot=True, interval=0)
        self._settled.timeout.connect(self._make_room)

    def minimumSizeHint(self) -> QSize:
        hint, held = super().minimumSizeHint(), self.widget()
        if held is None:
            return hint
        return QSize(
            held.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width(), hint.height()
        )

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.widget() and event.type() is QEvent.Type.LayoutRequest:
            self._make_room()
            self._settled.start()  # once more when the rows that came are shown and know their height
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Let what is held be as high as sentences in several lines make it; else its rows are squeezed."""
        held = self.widget()
        layout = None if held is None else held.layout()
        if held is not None and layout is not None and layout.hasHeightForWidth():
            held.setMinimumHeight(layout.totalHeightForWidth(self.viewport().width()))
