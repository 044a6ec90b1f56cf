"""Text over the part: a measurement, pinned values, a badge on the whole view, a hint without a part."""

import math
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.views.theme.tokens import Tokens

TOP = 14
GAP = 12.0
"""Pixels between a measurement and its text."""
HINT_INSET, HINT_TOP = 24.0, 108.0
"""Pixels between the frame of the hint and its words: beside and below, and above with arrow and title."""
PIN_PX = 16.0
"""Pixels from a pinned place to its value, across and up."""


@dataclass(frozen=True, slots=True)
class Pin:
    """A value that stays at its place: where it begins and ends in the picture, and what it says."""

    start: QPointF
    end: QPointF
    words: str


class Annotations(QWidget):
    """Covers the whole viewport and is transparent to the mouse."""

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tokens = tokens
        self._empty: tuple[str, str] | None = None
        self._badge = ""
        self._points: tuple[QPointF, ...] = ()
        self._words: tuple[str, ...] = ()
        self._pins: tuple[Pin, ...] = ()
        self._edge: tuple[QLineF, ...] = ()
        self._reserved: QRect | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)

    def set_tokens(self, tokens: Tokens) -> None:
        """Use the colors of a theme."""
        self._tokens = tokens
        self.update()

    def show_empty(self, title: str, hint: str) -> None:
        """Show a hint in the middle of the empty viewport."""
        self._empty = (title, hint)
        self.update()

    @property
    def is_inviting(self) -> bool:
        """Whether that hint is shown."""
        return self._empty is not None

    def hide_empty(self) -> None:
        """Remove the hint: there is a part."""
        self._empty = None
        self.update()

    def show_badge(self, words: str) -> None:
        """Show a remark on the whole view at its top; empty: none."""
        if words != self._badge:
            self._badge = words
            self.update()

    def keep_clear_of(self, reserved: QRect | None) -> None:
        """Keep text off this rectangle at the right; None: there is none."""
        if reserved != self._reserved:
            self._reserved = reserved
            self.update()

    def show_measure(self, points: Sequence[QPointF], words: Sequence[str]) -> None:
        """Mark the ends of a measurement, one so far or both, and label it."""
        self._points, self._words = tuple(points), tuple(words)
        self.update()

    def show_pins(self, pins: Sequence[Pin]) -> None:
        """Show these values at their places."""
        if self._pins or pins:
            self._pins = tuple(pins)
            self.update()

    @property
    def pins(self) -> tuple[Pin, ...]:
        """The values that are pinned."""
        return self._pins

    @property
    def words(self) -> tuple[str, ...]:
        """What is written beside a measurement."""
        return self._words

    def show_edge(self, lines: Sequence[QLineF]) -> None:
        """Mark the edge that a click would take; none: nothing is marked."""
        if self._edge or lines:
            self._edge = tuple(lines)
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Write it."""
        if self._empty is None and not (self._badge or self._points or self._pins or self._edge):
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._empty is not None:
            self._paint_empty(painter, *self._empty)
        if self._badge:
            self._paint_badge(painter)
        if self._edge:
            painter.setPen(QPen(QColor(self._tokens.accent), 3.0))
            painter.drawLines(list(self._edge))
        for pin in self._pins:
            self._paint_pin(painter, pin)
        self._paint_measure(painter)

    def _paint_pin(self, painter: QPainter, pin: Pin) -> None:
        """Draw a value on a short leader, with the way through the material that it was measured along."""
        painter.setPen(QPen(QColor(self._tokens.accent), 1.6, Qt.PenStyle.DashLine))
        painter.drawLine(pin.start, pin.end)
        size = self._size((pin.words,))
        corner = pin.start + QPointF(PIN_PX, -PIN_PX - size.height())
        painter.setPen(QPen(QColor(self._tokens.accent), 1.2))
        painter.drawLine(pin.start, corner + QPointF(0.0, size.height()))
        painter.setPen(QPen(QColor(self._tokens.surface), 1.5))
        painter.setBrush(QColor(self._tokens.accent))
        painter.drawEllipse(pin.start, 4.0, 4.0)
        self._paint_card(painter, (pin.words,), corner)

    def _paint_empty(self, painter: QPainter, title: str, hint: str) -> None:
        middle = QPointF(self.width() / 2, self.height() / 2)
        width = min(460.0, self.width() - 40.0)
        wrapped = Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap
        room = QRectF(0.0, 0.0, width - 2 * HINT_INSET, self.height())
        hint_height = QFontMetricsF(self.font()).boundingRect(room, wrapped, hint).height()
        height = HINT_TOP + hint_height + HINT_INSET
        frame = QRectF(middle.x() - width / 2, middle.y() - height / 2, width, height)
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
            QRectF(frame.left() + HINT_INSET, frame.top() + HINT_TOP, room.width(), hint_height + 1.0),
            wrapped,
            hint,
        )

    def _paint_badge(self, painter: QPainter) -> None:
        room = float(self.width() if self._reserved is None else self._reserved.left())
        a_letter = max(QFontMetricsF(_bold(self.font())).averageCharWidth(), 1.0)
        lines = textwrap.wrap(self._badge, max(int((room - 2 * TOP - 20.0) / a_letter), 12))
        size = self._size(lines, n_bold=len(lines))
        self._paint_card(painter, lines, QPointF((room - size.width()) / 2, TOP), n_bold=len(lines))

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
            self._paint_card(painter, self._words, self._beside(self._points, self._size(self._words)))

    def _beside(self, points: Sequence[QPointF], size: QSizeF) -> QPointF:
        """Return where a card covers neither the line between the points nor its ends, if it can."""
        middle = sum(points, QPointF()) / len(points)
        along = points[-1] - points[0]
        n_steps = max(int(math.hypot(along.x(), along.y()) / 8.0), 1)
        line = [points[0] + along * (step / n_steps) for step in range(n_steps + 1)]
        sides = [(x, y) for y in (GAP, -GAP - size.height()) for x in (GAP, -GAP - size.width())]
        sides += [(-size.width() / 2, GAP), (-size.width() / 2, -GAP - size.height())]
        inside = QRectF(self.rect()).adjusted(6, 6, -6, -6)
        places = [QRectF(middle + QPointF(*side), size) for side in sides]
        free = [
            one
            for one in places
            if inside.contains(one) and not any(one.adjusted(-5, -5, 5, 5).contains(at) for at in line)
        ]
        return (free or places)[0].topLeft()

    def _size(self, words: Sequence[str], n_bold: int = 1) -> QSizeF:
        bold, plain = QFontMetricsF(_bold(self.font())), QFontMetricsF(self.font())
        wide = [(bold if at < n_bold else plain).horizontalAdvance(line) for at, line in enumerate(words)]
        return QSizeF(max(wide) + 20, bold.height() * len(words) + 12)

    def _paint_card(self, painter: QPainter, words: Sequence[str], at: QPointF, *, n_bold: int = 1) -> None:
        bold = _bold(self.font())
        metrics = QFontMetricsF(bold)
        size = self._size(words, n_bold)
        width, height = size.width(), size.height()
        left = min(max(at.x(), 6.0), self.width() - width - 6)
        top = min(max(at.y(), 6.0), self.height() - height - 6)
        ground = QColor(self._tokens.surface_raised)
        ground.setAlphaF(0.94)
        painter.setPen(QPen(QColor(self._tokens.border), 1.0))
        painter.setBrush(ground)
        painter.drawRoundedRect(QRectF(left, top, width, height), 6, 6)
        for at_line, line in enumerate(words):
            is_bold = at_line < n_bold
            painter.setFont(bold if is_bold else self.font())
            painter.setPen(QColor(self._tokens.text if is_bold else self._tokens.text_muted))
            place = QRectF(left + 10, top + 6 + at_line * metrics.height(), width - 20, metrics.height())
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, line)


def _bold(font: QFont) -> QFont:
    bold = QFont(font)
    bold.setBold(True)
    return bold
