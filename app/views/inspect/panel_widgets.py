"""Small widgets that the panels share: a title with a note, a chip with a count, a badge."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from app.client.models import Severity
from app.views import glyphs
from app.views.theme.tokens import Tokens


class PanelTitle(QWidget):
    """The name of a panel, and at its right what there is to note."""

    def __init__(self, text: str, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = QLabel(text)
        self._note = QLabel()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 2, 0, 0)
        layout.addWidget(self._text)
        layout.addStretch(1)
        layout.addWidget(self._note)
        font = self._text.font()
        font.setBold(True)
        self._text.setFont(font)
        self.set_tokens(tokens)

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self._note.setStyleSheet(f"color: {tokens.text_muted};")

    def set_note(self, text: str) -> None:
        """Show this at the right."""
        self._note.setText(text)


class Chip(QWidget):
    """A glyph and how many there are; faint where there are none."""

    def __init__(self, severity: Severity, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._severity = severity
        self._tokens = tokens
        self._n = 0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set_count(0)

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self._tokens = tokens
        self.update()

    def set_count(self, n: int) -> None:
        """Show this count."""
        self._n = n
        words = f"{n} {glyphs.word(self._severity)}"
        self.setAccessibleName(words)
        one, many = {
            "fail": (self.tr("1 rule fails"), self.tr("{} rules fail")),
            "warning": (self.tr("1 rule warns"), self.tr("{} rules warn")),
            "pass": (self.tr("1 rule passes"), self.tr("{} rules pass")),
        }[self._severity]
        self.setToolTip(one if n == 1 else many.format(n))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(34 + self.fontMetrics().horizontalAdvance(f"{self._n}"), 24)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(1.0 if self._n else 0.45)
        fill = glyphs.color(self._severity, self._tokens)
        border = glyphs.color(self._severity, self._tokens)
        fill.setAlphaF(0.16)
        border.setAlphaF(0.55)
        painter.setBrush(fill)
        painter.setPen(border)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 11.5, 11.5)
        glyphs.paint(painter, QRectF(7, (self.height() - 14) / 2, 14, 14), self._severity, self._tokens)
        painter.setPen(self.palette().windowText().color())
        font = painter.font()
        font.setBold(True)
        painter.setFont(font)
        text = QRectF(self.rect()).adjusted(25, 0, -6, 0)
        painter.drawText(text, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, f"{self._n}")


class Badge(QLabel):
    """A short word that stands out: `stale`, `undecided`."""

    def __init__(self, text: str, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.set_tokens(tokens)

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors; the words keep the color of all text, as amber on white is hard to read."""
        amber = glyphs.color("warning", tokens)
        rgb = f"{amber.red()}, {amber.green()}, {amber.blue()}"
        self.setStyleSheet(
            f"background: rgba({rgb}, 50); color: {tokens.text};"
            f" border: 1px solid rgba({rgb}, 170); border-radius: 8px; padding: 1px 7px;"
        )
