"""The legend of a measured layer: its colors with unit, ticks and limits, and a pointer at a value.

Its ends can be dragged or typed, and a click on a band shows that band alone.
"""

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QLinearGradient,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QLineEdit, QWidget

from app.state import display_unit
from app.views.theme.tokens import Tokens
from app.views.viewport import legend_layout
from app.views.viewport.colormaps import Scale

WIDTH, HEIGHT = 158, 268
PADDING = 12
BAR_LEFT, BAR_WIDTH = 28.0, 18.0
GRIP_PX = 7.0
"""So close to an end of the bar it is taken hold of."""


class ScaleLegend(QWidget):
    """A scale of colors, upright, low at the bottom."""

    range_asked = Signal(object)
    """(low, high), or None for what suits the part."""
    band_asked = Signal(object)
    """Name of the one band to show, or None for all."""

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tokens = tokens
        self._title, self._unit = "", ""
        self._scale: Scale | None = None
        self._only: str | None = None
        self._value: float | None = None
        self._held: str | None = None
        self._range = (0.0, 1.0)
        self._editor = QLineEdit(self)
        self._editor.hide()
        self._editor.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._editor.setAccessibleName(self.tr("End of the color scale"))
        self._editor.editingFinished.connect(self._typed)
        self._edited = ""
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(self.tr("Color scale"))
        self.setToolTip(
            self.tr(
                "Click a band to show it alone. Drag an end to change the range; double-click it to type a "
                "number. Double-click the bar to reset it."
            )
        )

    def show_scale(self, title: str, unit: str, scale: Scale, only: str | None) -> None:
        """Show these colors."""
        self._title, self._unit, self._scale, self._only = title, unit, scale, only
        self._range = (scale.low, scale.high)
        limits = [
            self.tr("{word} below {value:g} {unit}").format(word=word, value=round(value, 4), unit=unit)
            for word, value in self._limits()
        ]
        self.setAccessibleDescription(", ".join([title, *limits]))
        self.update()

    def point_at(self, value: float | None) -> None:
        """Point at a value; None, or one that is no number: at nothing."""
        shown = value if value is not None and math.isfinite(value) else None
        if shown != self._value:
            self._value = shown
            self.update()

    def set_tokens(self, tokens: Tokens) -> None:
        """Use the colors of a theme."""
        self._tokens = tokens
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size it is drawn for."""
        return QSize(WIDTH, HEIGHT)

    # --- drawing ------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw all of it."""
        if self._scale is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        text, muted = QColor(self._tokens.text), QColor(self._tokens.text_muted)
        bold = QFont(self.font())
        bold.setBold(True)
        painter.setFont(bold)
        painter.setPen(text)
        line = QFontMetricsF(bold).height()
        painter.drawText(QRectF(PADDING, 8, self.width() - 2 * PADDING, line), 0, self._title)
        if self._value is not None:
            value_rect = QRectF(PADDING, 8 + line, self.width() - 2 * PADDING, line)
            painter.drawText(value_rect, Qt.AlignmentFlag.AlignRight, f"{self._value:.{self._digits()}f}")
        painter.setFont(self.font())
        painter.setPen(muted)
        painter.drawText(QRectF(PADDING, 8 + line, self.width(), line), 0, self._unit)
        self._paint_bar(painter)
        self._paint_labels(painter, text, muted)
        self._paint_pointer(painter, text)

    def _digits(self) -> int:
        """Return how many decimals a value has under the pointer."""
        return 4 if self._unit == display_unit.INCHES else 2

    def _paint_bar(self, painter: QPainter) -> None:
        assert self._scale is not None
        bar = self._bar()
        for band in self._scale.bands:
            top, bottom = self._place(band.high), self._place(band.low)
            shade = QLinearGradient(0, bottom, 0, top)
            for stop in band.stops:
                shade.setColorAt((stop.value - band.low) / (band.high - band.low), QColor(stop.color))
            painter.setOpacity(1.0 if self._only in (None, band.name) else 0.18)
            painter.fillRect(QRectF(bar.left(), top, bar.width(), bottom - top), shade)
        painter.setOpacity(1.0)
        painter.setPen(QPen(QColor(self._tokens.border), 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(bar)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._tokens.text_muted))
        for end in (bar.top(), bar.bottom()):
            painter.drawRoundedRect(QRectF(bar.left() - 3, end - 1.5, bar.width() + 6, 3), 1.5, 1.5)

    def _paint_labels(self, painter: QPainter, text: QColor, muted: QColor) -> None:
        assert self._scale is not None
        bar, metrics = self._bar(), QFontMetricsF(self.font())
        height, left = metrics.height(), bar.right() + 12
        limits = [one for one in self._limits() if self._scale.low <= one[1] <= self._scale.high]
        wanted = [self._place(value) for _, value in limits]
        places = legend_layout.spread(wanted, height, bar.top() - height / 2, bar.bottom() + height / 2)
        marks = legend_layout.ticks(self._scale.low, self._scale.high)
        at = [self._place(value) for value in marks]
        free = legend_layout.free(at, places, height)
        digits = legend_layout.decimals(marks)
        painter.setPen(QPen(muted, 1.0))
        for index in free:
            painter.drawLine(QPointF(bar.right() + 1, at[index]), QPointF(bar.right() + 5, at[index]))
            painter.drawText(
                QRectF(left, at[index] - height / 2, self.width() - left, height),
                Qt.AlignmentFlag.AlignVCenter,
                f"{marks[index]:.{digits}f}",
            )
        bold = QFont(self.font())
        bold.setBold(True)
        painter.setFont(bold)
        for (word, value), true, place in zip(limits, wanted, places, strict=True):
            color = QColor(self._tokens.fail if word == self.tr("fail") else self._tokens.warning)
            painter.setPen(QPen(color, 1.6))
            painter.drawLine(QPointF(bar.left() - 3, true), QPointF(bar.right() + 3, true))
            painter.drawLine(QPointF(bar.right() + 3, true), QPointF(left - 3, place))
            painter.drawText(
                QRectF(left, place - height / 2, self.width() - left, height),
                Qt.AlignmentFlag.AlignVCenter,
                f"{value:.{max(legend_layout.decimals((value,)), 1)}f} {word}",
            )
        painter.setFont(self.font())

    def _paint_pointer(self, painter: QPainter, text: QColor) -> None:
        if self._value is None or self._scale is None:
            return
        y, left = self._place(self._value), self._bar().left() - 4
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(text)
        painter.drawPolygon(
            QPolygonF([QPointF(left, y), QPointF(left - 9, y - 5.5), QPointF(left - 9, y + 5.5)])
        )

    def _limits(self) -> list[tuple[str, float]]:
        """Return the limits with the words for them."""
        if self._scale is None:
            return []
        both = ((self.tr("fail"), self._scale.fail), (self.tr("warn"), self._scale.warn))
        return [(word, value) for word, value in both if value is not None]

    def _bar(self) -> QRectF:
        line = QFontMetricsF(self.font()).height()
        top = 8 + 2 * line + 14
        return QRectF(BAR_LEFT, top, BAR_WIDTH, max(self.height() - top - 16, 20.0))

    def _place(self, value: float) -> float:
        """Return where on the bar a value is; beyond its ends, at the end."""
        assert self._scale is not None
        size = abs(value) if self._scale.mirrored else value
        share = (size - self._scale.low) / (self._scale.high - self._scale.low)
        bar = self._bar()
        return bar.bottom() - min(max(share, 0.0), 1.0) * bar.height()

    def _value_at(self, y: float) -> float:
        bar = self._bar()
        low, high = self._range
        return low + (bar.bottom() - y) / bar.height() * (high - low)

    # --- mouse and keys -----------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of an end, or of nothing."""
        self._held = self._end_at(event.position())
        self._range = (self._scale.low, self._scale.high) if self._scale else (0.0, 1.0)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the end that is held, and show what can be."""
        if self._held is None:
            at_end = self._end_at(event.position()) is not None
            over_bar = self._bar().contains(event.position())
            shape = Qt.CursorShape.SizeVerCursor if at_end else Qt.CursorShape.PointingHandCursor
            self.setCursor(shape if at_end or over_bar else Qt.CursorShape.ArrowCursor)
            return
        low, high = self._range
        bar, y = self._bar(), event.position().y()
        # an end that is drawn inwards comes to lie where the pointer is; outwards it runs ahead of it
        if self._held == "high":
            high = low + (high - low) * math.exp((bar.top() - y) / bar.height() * 1.5)
        else:
            low = high - (high - low) * math.exp((y - bar.bottom()) / bar.height() * 1.5)
        self._ask(low, high)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go; where nothing was held, show the band alone or all again."""
        held, self._held = self._held, None
        if held is None and self._scale is not None and self._bar().contains(event.position()):
            name = self._scale.band_at(self._value_at(event.position().y())).name
            self.band_asked.emit(None if name in (self._only, "all") else name)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Type the number of an end, or reset the range."""
        end = self._end_at(event.position(), is_label_too=True)
        self._held = None
        if end is not None and self._scale is not None:
            self._edit(end)
        else:
            self.range_asked.emit(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave typing with Escape."""
        if event.key() == Qt.Key.Key_Escape and self._editor.isVisible():
            self._edited = ""
            self._editor.hide()
            return
        event.ignore()

    def _end_at(self, at: QPointF, *, is_label_too: bool = False) -> str | None:
        bar = self._bar()
        if not bar.left() - 6 <= at.x() <= (self.width() if is_label_too else bar.right() + 6):
            return None
        if abs(at.y() - bar.top()) <= GRIP_PX:
            return "high"
        return "low" if abs(at.y() - bar.bottom()) <= GRIP_PX else None

    def _edit(self, end: str) -> None:
        assert self._scale is not None
        bar, self._edited = self._bar(), end
        height = self._editor.sizeHint().height()
        y = bar.top() if end == "high" else bar.bottom()
        top = min(max(int(y - height / 2), 0), self.height() - height)
        self._editor.setGeometry(int(bar.right() + 8), top, int(self.width() - bar.right() - 16), height)
        self._editor.setText(f"{self._scale.high if end == 'high' else self._scale.low:.5g}")
        self._editor.selectAll()
        self._editor.show()
        self._editor.setFocus()

    def _typed(self) -> None:
        end, self._edited = self._edited, ""
        self._editor.hide()
        try:
            value = float(self._editor.text().replace(",", "."))
        except ValueError:
            return
        if end and self._scale is not None and math.isfinite(value):
            low, high = self._scale.low, self._scale.high
            self._ask(low if end == "high" else value, value if end == "high" else high)

    def _ask(self, low: float, high: float) -> None:
        if high > low:
            self.range_asked.emit((low, high))
