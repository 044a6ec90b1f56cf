"""What the server says while it works on the part, line by line, and the button that ends it."""

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase, QTextCursor, QTextOption
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.state.session import Progress, Stage
from app.views.theme import labels
from app.views.window_context import WindowContext


class JobLog(QWidget):
    """The lines of the job that ran last."""

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[str, ...] = ()
        self.text = QPlainTextEdit(readOnly=True)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setAccessibleName(self.tr("Log of the analysis"))
        self.text.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)  # long ones are seen too
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.text)
        context.progressed.connect(self.show_progress)
        context.part_opened.connect(lambda _: self._clear())

    def show_progress(self, now: Progress) -> None:
        """Add the lines that came."""
        if now.log[: len(self._shown)] != self._shown:
            self._clear()
        for line in now.log[len(self._shown) :]:
            self.text.appendPlainText(line)
        self._shown = now.log

    def show_lines(self, lines: Iterable[str]) -> None:
        """Show other lines instead, until the next job reports progress."""
        self._clear()
        self.text.setPlainText("\n".join(lines))
        self.text.moveCursor(QTextCursor.MoveOperation.End)

    def _clear(self) -> None:
        self._shown = ()
        self.text.clear()


LEFT_BY_LINE = 0.88
"""Each line of the log leaves this share of the bar: nobody knows how many lines will come."""


WORDS_PX = 420
"""What stands at the other end of the status bar keeps its place."""


class JobBar(QWidget):
    """How far the part is, in words and as a bar, with Cancel; hidden while nothing runs."""

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = labels.muted(QLabel())
        self.bar = QProgressBar(textVisible=False)
        self.bar.setFixedWidth(140)
        self.bar.setAccessibleName(self.tr("Progress of the analysis"))
        self.cancel = QPushButton(self.tr("Cancel"))
        self.cancel.clicked.connect(context.cancel)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 2, 0, 2)
        layout.setSpacing(10)
        for widget in (self.words, self.bar, self.cancel):
            layout.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        context.progressed.connect(self.show_progress)
        context.part_opened.connect(lambda _: self.hide())
        self.hide()

    def show_progress(self, now: Progress) -> None:
        """Show how far it is."""
        self.setVisible(now.is_busy)
        # A bar that only moves to and fro would redraw the whole window, picture and all, 60 times a second.
        self.bar.setRange(0, 100)
        if now.stage is Stage.UPLOADING and now.n_bytes:
            self.bar.setValue(round(100 * now.n_sent / now.n_bytes))
            words = self.tr("Sending {percent} %").format(percent=self.bar.value())
        else:
            self.bar.setValue(round(100 * (1 - LEFT_BY_LINE ** len(now.log))))
            line = now.log[-1] if now.log and now.stage is Stage.RUNNING else ""
            words = line[:1].upper() + line[1:] or self.tr("Waiting for the engine")
        self.words.setText(self.words.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, WORDS_PX))
        self.words.setToolTip(words)
