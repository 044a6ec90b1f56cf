"""What is written over the part: a measurement, that the picture is old, what to do while it is empty."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.views.theme.tokens import Tokens

TOP = 14


class Overlay(QWidget):
    """Lies over the whole viewport and lets the mouse through."""

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tokens = tokens
        self._empty: tuple[str, str] | None = None
        self._badge = ""
        self._points: tuple[QPointF, ...] = ()
        self._words: tuple[str, ...] = ()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)

    def set_tokens(self, tokens: Tokens) -> None:
        """Take the colors of a theme."""
        self._tokens = tokens
        self.update()

    def show_empty(self, title: str, hint: str) -> None:
        """Say what can be done, in the middle of nothing."""
        self._empty = (title, hint)
        self.update()

    def hide_empty(self) -> None:
        """There is a part."""
        self._empty = None
        self.update()

    def show_badge(self, words: str) -> None:
        """Say something of the whole picture, at its top; empty: nothing."""
        if words != self._badge:
            self._badge = words
            self.update()

    def show_measure(self, points: Sequence[QPointF], words: Sequence[str]) -> None:
        """Mark the ends of a measurement, one so far or both, and say what lies between."""
        self._points, self._words = tuple(points), tuple(words)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Write it."""
        if self._empty is None and not self._badge and not self._points:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._empty is not None:
            self._paint_empty(painter, *self._empty)
        if self._badge:
            self._paint_card(painter, (self._badge,), QPointF(self.width() / 2, TOP), is_centered=True)
        self._paint_measure(painter)

    def _paint_empty(self, painter: QPainter, title: str, hint: str) -> None:
        middle = QPointF(self.width() / 2, self.height() / 2)
        width = min(460.0, self.width() - 40.0)
        frame = QRectF(middle.x() - width / 2, middle.y() - 96, width, 192)
        painter.setPen(QPen(QColor(self._tokens.text_muted), 1.5, Qt.PenStyle.DashLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(frame, 12, 12)
        arrow = QPen(QColor(self._tokens.accent), 2.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
        arrow.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(arrow)
        top = frame.top() + 28
        painter.drawLine(QPointF(middle.x(), top), QPointF(middle.x(), top + 24))
        for side in (-1, 1):
            painter.drawLine(QPointF(middle.x(), top + 24), QPointF(middle.x() + side * 9, top + 15))
        painter.drawLine(QPointF(middle.x() - 18, top + 34), QPointF(middle.x() + 18, top + 34))
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * 1.35)
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(QColor(self._tokens.text))
        painter.drawText(
            QRectF(frame.left() + 12, top + 48, width - 24, 30), Qt.AlignmentFlag.AlignCenter, title
        )
        painter.setFont(self.font())
        painter.setPen(QColor(self._tokens.text_muted))
        painter.drawText(
            QRectF(frame.left() + 24, top + 80, width - 48, frame.bottom() - top - 88),
            Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap,
            hint,
        )

    def _paint_measure(self, painter: QPainter) -> None:
        if not self._points:
            return
        if len(self._points) == 2:
            start, end = self._points
            for color, width in ((self._tokens.surface, 4.0), (self._tokens.accent, 2.0)):
                painter.setPen(QPen(QColor(color), width))
                painter.drawLine(start, end)
        painter.setPen(QPen(QColor(self._tokens.surface), 1.5))
        painter.setBrush(QColor(self._tokens.accent))
        for point in self._points:
            painter.drawEllipse(point, 4.5, 4.5)
        if self._words:
            middle = sum(self._points, QPointF()) / len(self._points)
            self._paint_card(painter, self._words, middle + QPointF(14, 10))

    def _paint_card(
        self, painter: QPainter, words: Sequence[str], at: QPointF, *, is_centered: bool = False
    ) -> None:
        bold = QFont(self.font())
        bold.setBold(True)
        metrics = QFontMetricsF(bold)
        width = max(metrics.horizontalAdvance(line) for line in words) + 20
        height = metrics.height() * len(words) + 12
        left = at.x() - width / 2 if is_centered else min(max(at.x(), 6.0), self.width() - width - 6)
        top = min(max(at.y(), 6.0), self.height() - height - 6)
        ground = QColor(self._tokens.surface_raised)
        ground.setAlphaF(0.94)
        painter.setPen(QPen(QColor(self._tokens.border), 1.0))
        painter.setBrush(ground)
        painter.drawRoundedRect(QRectF(left, top, width, height), 6, 6)
        for at_line, line in enumerate(words):
            painter.setFont(bold if at_line == 0 else self.font())
            painter.setPen(QColor(self._tokens.text if at_line == 0 else self._tokens.text_muted))
            place = QRectF(left + 10, top + 6 + at_line * metrics.height(), width - 20, metrics.height())
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, line)
