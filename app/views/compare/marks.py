"""What became of a finding or feature as a shape, a color and a word."""

from collections.abc import Callable
from functools import cache

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap, QPolygonF

from app.state.feature_changes import FeatureChange
from app.state.revisions import Change
from app.views.theme.tokens import Tokens

Mark = Change | FeatureChange
SIZES = (14, 16, 20, 28, 32, 40)

PLUS = (((5.0, 8.0), (11.0, 8.0)), ((8.0, 5.0), (8.0, 11.0)))
MINUS = (((5.0, 8.0), (11.0, 8.0)),)
DOWN = (((8.0, 4.5), (8.0, 11.2)), ((5.2, 8.4), (8.0, 11.4), (10.8, 8.4)))
UP = (((8.0, 11.5), (8.0, 4.8)), ((5.2, 7.6), (8.0, 4.6), (10.8, 7.6)))
TICK = (((4.8, 8.3), (7.1, 10.6), (11.4, 5.8)),)
EQUALS = (((5.2, 6.6), (10.8, 6.6)), ((5.2, 9.4), (10.8, 9.4)))
SWAP = (((4.8, 6.4), (11.0, 6.4), (9.2, 4.6)), ((11.2, 9.6), (5.0, 9.6), (6.8, 11.4)))
ASK = (((6.2, 6.4), (6.6, 5.2), (8.0, 4.8), (9.6, 5.6), (9.4, 7.2), (8.0, 8.2), (8.0, 9.2)),
       ((8.0, 11.3), (8.0, 11.4)))  # fmt: skip
LINES: dict[Mark, tuple[tuple[tuple[float, float], ...], ...]] = {
    Change.NEW: PLUS,
    Change.WORSE: DOWN,
    Change.FIXED: TICK,
    Change.BETTER: UP,
    Change.UNJUDGED: ASK,
    Change.SAME: EQUALS,
    FeatureChange.ADDED: PLUS,
    FeatureChange.REMOVED: MINUS,
    FeatureChange.CHANGED: SWAP,
    FeatureChange.SAME: EQUALS,
}
SQUARE = frozenset({Change.NEW, Change.WORSE})
"""What is bad news has corners; what is good or none is round."""


@cache
def icon(mark: Mark, tokens: Tokens) -> QIcon:
    """Return the sign of a change, drawn once for each theme."""
    found = QIcon()
    for size in SIZES:
        drawn = QPixmap(size, size)
        drawn.fill(Qt.GlobalColor.transparent)
        painter = QPainter(drawn)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(size / 16.0, size / 16.0)
        _paint(painter, mark, tokens)
        painter.end()
        for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected):
            found.addPixmap(drawn, mode)
    return found


def color(mark: Mark, tokens: Tokens) -> QColor:
    """Return the color that goes with a change."""
    if mark in (Change.NEW, Change.WORSE):
        return QColor(tokens.fail)
    if mark in (Change.FIXED, Change.BETTER):
        return QColor(tokens.passed)
    if mark in (Change.SAME, FeatureChange.SAME, Change.UNJUDGED):
        return QColor(tokens.text_muted)
    return QColor(tokens.accent)


def word(mark: Mark) -> str:
    """Return a change in a word, as heads of a list have it."""
    words: dict[Mark, Callable[[], str]] = {
        Change.NEW: lambda: _tr("New"),
        Change.WORSE: lambda: _tr("Worse"),
        Change.FIXED: lambda: _tr("Fixed"),
        Change.BETTER: lambda: _tr("Better"),
        Change.UNJUDGED: lambda: _tr("Not judged in both"),
        Change.SAME: lambda: _tr("Unchanged"),
        FeatureChange.ADDED: lambda: _tr("Added"),
        FeatureChange.REMOVED: lambda: _tr("Removed"),
        FeatureChange.CHANGED: lambda: _tr("Changed"),
    }
    return words.get(mark, words[Change.SAME])()


def _paint(painter: QPainter, mark: Mark, tokens: Tokens) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color(mark, tokens))
    if mark in SQUARE:
        painter.drawRoundedRect(QRectF(1, 1, 14, 14), 3, 3)
    else:
        painter.drawEllipse(QRectF(1, 1, 14, 14))
    ink = QPen(QColor(tokens.surface), 1.8)
    ink.setCapStyle(Qt.PenCapStyle.RoundCap)
    ink.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(ink)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for line in LINES[mark]:
        painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in line]))


def _tr(text: str) -> str:
    return QCoreApplication.translate("Change", text)
