"""Severity as a shape, a color and a word: a cross in a square, a mark in a triangle, a tick in a circle."""

from functools import cache

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap, QPolygonF

from app.client.models import Severity
from app.views.theme.tokens import Tokens

SIZES = (14, 16, 20, 28, 32, 40, 56)
"""Pixels; one is at hand for every place at once and twice the resolution."""


@cache
def icon(severity: Severity | None, tokens: Tokens) -> QIcon:
    """Return the glyph of a severity, drawn once for each theme; a dash of what was not judged."""
    found = QIcon()
    for size in SIZES:
        drawn = pixmap(severity, tokens, size)
        for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected):  # a style would tint it where it is selected
            found.addPixmap(drawn, mode)
    return found


def pixmap(severity: Severity | None, tokens: Tokens, size: int, ratio: float = 1.0) -> QPixmap:
    """Draw the glyph, `size` wide in pixels of the window."""
    drawn = QPixmap(round(size * ratio), round(size * ratio))
    drawn.setDevicePixelRatio(ratio)
    drawn.fill(Qt.GlobalColor.transparent)
    painter = QPainter(drawn)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint(painter, QRectF(0, 0, size, size), severity, tokens)
    painter.end()
    return drawn


def paint(painter: QPainter, where: QRectF, severity: Severity | None, tokens: Tokens) -> None:
    """Draw the glyph into a square."""
    painter.save()
    painter.translate(where.topLeft())
    painter.scale(where.width() / 16.0, where.height() / 16.0)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color(severity, tokens))
    ink = QPen(QColor(tokens.surface), 1.9)
    ink.setCapStyle(Qt.PenCapStyle.RoundCap)
    ink.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if severity == "fail":
        painter.drawRoundedRect(QRectF(1, 1, 14, 14), 3, 3)
        painter.setPen(ink)
        painter.drawLine(QPointF(5.2, 5.2), QPointF(10.8, 10.8))
        painter.drawLine(QPointF(10.8, 5.2), QPointF(5.2, 10.8))
    elif severity == "warning":
        outline = QPen(color(severity, tokens), 1.6)
        outline.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(outline)
        painter.drawPolygon(QPolygonF([QPointF(8, 1.8), QPointF(15, 14.2), QPointF(1, 14.2)]))
        painter.setPen(ink)
        painter.drawLine(QPointF(8, 6.2), QPointF(8, 9.6))
        painter.drawPoint(QPointF(8, 12.3))
    elif severity == "pass":
        painter.drawEllipse(QRectF(1, 1, 14, 14))
        painter.setPen(ink)
        painter.drawPolyline(QPolygonF([QPointF(4.8, 8.3), QPointF(7.1, 10.6), QPointF(11.4, 5.8)]))
    else:
        ink.setColor(color(None, tokens))
        painter.setPen(ink)
        painter.drawLine(QPointF(5, 8), QPointF(11, 8))
    painter.restore()


def color(severity: Severity | None, tokens: Tokens) -> QColor:
    """Return the color that goes with a severity."""
    of_severity = {"fail": tokens.fail, "warning": tokens.warning, "pass": tokens.passed}
    return QColor(tokens.text_muted if severity is None else of_severity[severity])


def word(severity: Severity | None) -> str:
    """Return a severity as screen readers say it."""
    if severity == "fail":
        return QCoreApplication.translate("Severity", "fails")
    if severity == "warning":
        return QCoreApplication.translate("Severity", "warns")
    if severity == "pass":
        return QCoreApplication.translate("Severity", "passes")
    return QCoreApplication.translate("Severity", "not judged")
