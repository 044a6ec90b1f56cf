"""The bar that shows what a unit price consists of, and the lines that say it in numbers."""

from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.client.casting import Breakdown
from app.state.money import spelled
from app.views.theme.labels import muted
from app.views.theme.tokens import Tokens

HEIGHT = 18
ROUNDING = 5.0
GAP = 2.0
"""Between segments, in the color of what lies behind: neighbors stay apart for every eye."""


@dataclass(frozen=True, slots=True)
class Segment:
    """One part of a price."""

    name: str
    amount: float
    color: str


class PriceBar(QWidget):
    """Segments as long as their amounts, and below them each with its name, amount and share."""

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tokens = tokens
        self._strip = _Strip(self)
        self._lines = QGridLayout()
        self._lines.setHorizontalSpacing(10)
        self._lines.setVerticalSpacing(4)
        self._lines.setColumnStretch(1, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(10)
        layout.addWidget(self._strip)
        layout.addLayout(self._lines)

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors, from the next price on."""
        self._tokens = tokens

    def segments(self, breakdown: Breakdown) -> tuple[Segment, ...]:
        """Return the parts of a price in the order they are drawn; what costs nothing is left out."""
        metal, shell, labor, finishing, margin = self._tokens.series
        found = (
            Segment(self.tr("Metal"), breakdown.metal_cost, metal),
            Segment(self.tr("Ceramic shell"), breakdown.shell_cost, shell),
            Segment(self.tr("Labor"), breakdown.labor_cost, labor),
            Segment(self.tr("Post-processing"), breakdown.post_processing_cost, finishing),
            Segment(self.tr("Margin"), breakdown.margin, margin),
        )
        return tuple(one for one in found if one.amount > 0)

    def show_breakdown(self, breakdown: Breakdown | None, currency: str | None) -> None:
        """Draw these costs of one unit; None: nothing is known."""
        segments = () if breakdown is None else self.segments(breakdown)
        self._strip.show_segments(segments)
        while (item := self._lines.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        whole = sum(one.amount for one in segments)
        for row, one in enumerate(segments):
            swatch = QLabel()
            swatch.setFixedSize(12, 12)
            swatch.setStyleSheet(f"background: {one.color}; border-radius: 3px;")
            name = QLabel(one.name)
            amount = QLabel(spelled(one.amount, currency))
            share = muted(QLabel(_share(one.amount / whole)))
            for column, widget in enumerate((swatch, name, amount, share)):
                side = Qt.AlignmentFlag.AlignLeft if column < 2 else Qt.AlignmentFlag.AlignRight
                self._lines.addWidget(widget, row, column, side | Qt.AlignmentFlag.AlignVCenter)
        self.setAccessibleName(self.tr("What one part's price consists of"))
        self.setAccessibleDescription(
            "; ".join(f"{one.name} {spelled(one.amount, currency)}" for one in segments)
        )


def _share(part: float) -> str:
    """Return a share in whole percent; what is there and rounds to nothing is shown as less than one."""
    return "< 1 %" if part < 0.005 else f"{100 * part:.0f} %"


class _Strip(QWidget):
    """The bar alone."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._segments: tuple[Segment, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_segments(self, segments: tuple[Segment, ...]) -> None:
        self._segments = segments
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(240, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        whole = sum(one.amount for one in self._segments)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QRectF(0, 0, self.width(), HEIGHT)
        round_ends = QPainterPath()
        round_ends.addRoundedRect(frame, ROUNDING, ROUNDING)
        painter.setClipPath(round_ends)
        at = 0.0
        for one in self._segments:
            length = one.amount / whole * self.width()
            painter.fillRect(QRectF(at, 0, max(length - GAP, 1.0), HEIGHT), QColor(one.color))
            at += length
