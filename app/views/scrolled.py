"""What is larger than its place scrolls there, and windows are no larger than their screen."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QStackedLayout, QWidget

ROOM_PX = 48
"""Left of the screen, for the frame and the title of a window."""


class Scrolled(QScrollArea):
    """A widget as large as its place, or as it has to be at least; the rest is scrolled to."""

    def __init__(
        self, content: QWidget, name: str, parent: QWidget | None = None, *, across: bool = True
    ) -> None:
        super().__init__(parent, widgetResizable=True)
        self._across = across
        """Whether it scrolls across too; else its place is as wide as the widget has to be."""
        if not across:
            self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(name)
        self._content = content
        self.setWidget(content)
        self.verticalScrollBar().rangeChanged.connect(lambda *_: self.updateGeometry())
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._show_focus)
        content.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)

    def minimumSizeHint(self) -> QSize:
        least = super().minimumSizeHint()
        if self._across:
            return least
        bar = self.verticalScrollBar()
        room = bar.sizeHint().width() if bar.maximum() > 0 else 0
        return QSize(self._content.minimumSizeHint().width() + room, least.height())

    def sizeHint(self) -> QSize:
        return self._content.sizeHint()

    def _show_focus(self, _: QWidget | None, now: QWidget | None) -> None:
        """Scroll to what Tab went to; Qt does so from field to field, and not where the way leads in."""
        if now is not None and self._content.isAncestorOf(now) and now.visibleRegion().isEmpty():
            self.ensureWidgetVisible(now)


class CurrentPage(QStackedLayout):
    """Pages of which one is shown, and asks for room; Qt asks for what the largest of all would need."""

    def minimumSize(self) -> QSize:
        page = self.currentWidget()
        return (
            super().minimumSize() if page is None else page.minimumSizeHint().expandedTo(page.minimumSize())
        )


class Squeezable(QWidget):
    """A panel with sentences and lists; where there is little room its lists are made short.

    Qt would take the height at which all have the room they like for the least there is.
    """

    def hasHeightForWidth(self) -> bool:
        return False

    def minimumSizeHint(self) -> QSize:
        least, layout = super().minimumSizeHint(), self.layout()
        if layout is None or not layout.hasHeightForWidth():
            return least
        return QSize(least.width(), layout.totalMinimumHeightForWidth(max(self.width(), least.width())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()


def on_screen(widget: QWidget, wanted: QSize) -> QSize:
    """Return the size that a window gets on its screen."""
    room = widget.screen().availableSize() - QSize(ROOM_PX, ROOM_PX)
    return wanted.boundedTo(room)
