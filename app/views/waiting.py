"""A page shown while something is loaded: its progress and elapsed time, or why it failed."""

import time

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from app.client.errors import Failure
from app.views.theme import labels

SHOW_ELAPSED_AFTER_S = 3
"""After a wait of this long the elapsed time is shown."""


class Waiting(QWidget):
    """Can be cancelled while it waits, and asked again after."""

    cancel_asked = Signal()
    again_asked = Signal()
    other_asked = Signal()

    def __init__(self, bar_name: str, other: str | None = None, parent: QWidget | None = None) -> None:
        """Make a page whose bar is called so; `other` is written on a button that leads elsewhere."""
        super().__init__(parent)
        self.words = QLabel(alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._line = labels.muted(QLabel(alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True))
        self._detail = ""
        self._since_s: float | None = None
        self._clock = QTimer(self, interval=1000)
        self._clock.timeout.connect(self._show_line)
        self.bar = QProgressBar(textVisible=False)
        self.bar.setMaximumWidth(320)
        self.bar.setAccessibleName(bar_name)
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self.again_button = QPushButton(self.tr("Try again"))
        self.other_button = QPushButton(other or self.tr("Choose another"))
        self._has_other = other is not None
        self.cancel_button.clicked.connect(self.cancel_asked)
        self.again_button.clicked.connect(self.again_asked)
        self.other_button.clicked.connect(self.other_asked)
        self._assemble()

    def show_busy(self, words: str, line: str = "", n_done: int = 0, n_all: int = 0) -> None:
        """Show what is waited for, and its progress where that is known."""
        if self._since_s is None:
            self._since_s = time.monotonic()
            self._clock.start()
        self._arrange(is_busy=True)
        self.words.setText(words)
        self.bar.setRange(0, n_all or 1)
        self.bar.setValue(n_done if n_all else 0)
        self.bar.setVisible(n_all > 0)
        self._detail = line[:1].upper() + line[1:]
        self._show_line()

    def show_failure(self, failure: Failure) -> None:
        """Show why it failed, and what can be done."""
        sentence = f"{failure.sentence} {failure.next_step}".strip()
        self.show_end(sentence, "\n".join(failure.problems[:3]))

    def show_end(self, words: str, line: str = "") -> None:
        """Show a final message; the wait is over."""
        self._since_s = None
        self._clock.stop()
        self._arrange(is_busy=False)
        self.words.setText(words)
        self._line.setText(line)
        self._line.setVisible(bool(line))

    def _show_line(self) -> None:
        waited_s = 0 if self._since_s is None else int(time.monotonic() - self._since_s)
        parts = [self._detail] if self._detail else []
        if waited_s >= SHOW_ELAPSED_AFTER_S:
            parts.append(self.tr("{n} s").format(n=waited_s))
        self._line.setText("  ·  ".join(parts))
        self._line.setVisible(bool(parts))

    def _arrange(self, *, is_busy: bool) -> None:
        self.bar.setVisible(is_busy)
        self.cancel_button.setVisible(is_busy)
        self.again_button.setVisible(not is_busy)
        self.other_button.setVisible(self._has_other and not is_busy)

    def _assemble(self) -> None:
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        for button in (self.cancel_button, self.again_button, self.other_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        centered = QHBoxLayout()
        centered.addWidget(self.bar)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(28, 20, 28, 20)
        layout.setSpacing(12)
        layout.addStretch(1)
        layout.addWidget(self.words)
        layout.addLayout(centered)
        layout.addWidget(self._line)
        layout.addLayout(buttons)
        layout.addStretch(1)
