"""Words in as many lines as there is room for: what is left out ends in dots, and stands in the tool tip."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

SLACK = 2
"""Pixels that lines stay shorter than the label, so that it breaks none of them again."""


class ShortenedLabel(QLabel):
    """Breaks lines itself, and wants to be as high as its lines; it asks for no width."""

    def __init__(self, most_lines: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words, self._most_lines = "", most_lines
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Maximum)

    @property
    def n_lines(self) -> int:
        """How many lines all words take at the present width; at least one."""
        return max(len(self._starts()), 1)

    @property
    def words(self) -> str:
        """All words, be they shown or not."""
        return self._words

    def set_words(self, words: str) -> None:
        """Show these words."""
        self._words = words
        self.setAccessibleName(words)
        self._shorten()

    def set_most_lines(self, n: int) -> None:
        """Show so many lines at most."""
        if n != self._most_lines:
            self._most_lines = n
            self._shorten()

    def sizeHint(self) -> QSize:
        return self._size(min(self.n_lines, self._most_lines))

    def minimumSizeHint(self) -> QSize:
        return self._size(1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._shorten()

    def _shorten(self) -> None:
        starts = self._starts()
        kept = starts[: self._most_lines]
        lines = [self._words[one:other].strip() for one, other in zip(kept, [*kept[1:], None], strict=True)]
        if len(starts) > len(kept):
            lines[-1] = self.fontMetrics().elidedText(lines[-1], Qt.TextElideMode.ElideRight, self._room())
        self.setText("\n".join(lines))
        self.setToolTip(self._words if len(starts) > len(kept) else "")
        self.updateGeometry()

    def _starts(self) -> list[int]:
        """Return where each line begins."""
        layout = QTextLayout(self._words, self.font())
        layout.setTextOption(_wrapped())
        layout.beginLayout()
        starts = []
        while (line := layout.createLine()).isValid():
            line.setLineWidth(self._room())
            starts.append(line.textStart())
        layout.endLayout()
        return starts

    def _size(self, n_lines: int) -> QSize:
        return QSize(0, n_lines * self.fontMetrics().lineSpacing() + SLACK)

    def _room(self) -> int:
        return max(self.contentsRect().width() - SLACK, 1)


def _wrapped() -> QTextOption:
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    return option
