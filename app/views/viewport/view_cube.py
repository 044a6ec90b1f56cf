"""A small cube that turns with the part: it shows the directions, and a click on a side looks at it."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF, QTransform
from PySide6.QtWidgets import QWidget

from app.views.theme.tokens import Tokens
from app.views.viewport.camera import View

SIZE = 104
LETTER = 8
"""Half of the square that a letter has."""
HALF = 24.0
"""Half of an edge, in pixels."""
AXIS_COLORS = ("#e05252", "#4caf50", "#4c8dff")
"""X red, Y green, Z blue, as everywhere; light enough for dark and dark enough for light."""

SIDES: dict[str, tuple[tuple[int, int, int], tuple[int, int, int]]] = {
    "front": ((0, -1, 0), (0, 0, 1)),
    "back": ((0, 1, 0), (0, 0, 1)),
    "right": ((1, 0, 0), (0, 0, 1)),
    "left": ((-1, 0, 0), (0, 0, 1)),
    "top": ((0, 0, 1), (0, 1, 0)),
    "bottom": ((0, 0, -1), (0, -1, 0)),
}
"""Where each side faces, and what is up on it."""


Corner = NDArray[np.float64]


class ViewCube(QWidget):
    """The cube."""

    side_clicked = Signal(str)
    """front, back, right, left, top, bottom, or iso where it was clicked beside the cube."""

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tokens = tokens
        self._right, self._up, self._back = (
            np.array([1.0, 0, 0]),
            np.array([0, 0, 1.0]),
            np.array([0, -1.0, 0]),
        )
        self._hovered = ""
        self.setFixedSize(SIZE, SIZE)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(self.tr("View cube"))
        self.setToolTip(self.tr("Click a side to look at it, beside the cube for the isometric view."))
        self._words = {
            "front": self.tr("FRONT"),
            "back": self.tr("BACK"),
            "right": self.tr("RIGHT"),
            "left": self.tr("LEFT"),
            "top": self.tr("TOP"),
            "bottom": self.tr("BOTTOM"),
        }

    def follow(self, view: View) -> None:
        """Turn as the part is turned."""
        self._right, self._up, self._back = view.right, view.up, -view.forward
        self.update()

    def set_tokens(self, tokens: Tokens) -> None:
        """Use the colors of a theme."""
        self._tokens = tokens
        self.update()

    def sizeHint(self) -> QSize:
        """Return its one size."""
        return QSize(SIZE, SIZE)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the axes that point away, the sides that are seen, and the axes that point here."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for name, (normal, up) in SIDES.items():
            facing = float(np.array(normal) @ self._back)
            if facing > 0.02:
                self._paint_side(painter, name, normal, up, facing)
        for axis in range(3):
            self._paint_axis(painter, axis)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show which side a click would look at."""
        name = self.side_at(event.position())
        if name != self._hovered:
            self._hovered = name
            self.update()

    def leaveEvent(self, event: object) -> None:
        """Show no side any more."""
        self._hovered = ""
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Emit which side was clicked."""
        self.side_clicked.emit(self.side_at(event.position()) or "iso")

    def side_at(self, at: QPointF) -> str:
        """Return the side that is seen there; empty beside the cube."""
        for name, (normal, up) in SIDES.items():
            if float(np.array(normal) @ self._back) > 0.02 and self._quad(normal, up).containsPoint(
                at, Qt.FillRule.OddEvenFill
            ):
                return name
        return ""

    def _paint_side(
        self,
        painter: QPainter,
        name: str,
        normal: tuple[int, int, int],
        up: tuple[int, int, int],
        facing: float,
    ) -> None:
        quad = self._quad(normal, up)
        ground = QColor(self._tokens.accent if name == self._hovered else self._tokens.surface_raised)
        ground = ground.darker(round(100 + 28 * (1.0 - facing)))
        ground.setAlphaF(0.95)
        painter.setPen(QPen(QColor(self._tokens.border), 1.2))
        painter.setBrush(ground)
        painter.drawPolygon(quad)
        if facing < 0.25:
            return  # too narrow to be read
        square = QPolygonF([QPointF(0, 0), QPointF(100, 0), QPointF(100, 100), QPointF(0, 100)])
        turn = QTransform()
        if not QTransform.quadToQuad(square, quad, turn):
            return
        painter.save()
        painter.setTransform(turn, True)
        font = QFont(self.font())
        font.setPixelSize(24)
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(QColor(self._tokens.accent_text if name == self._hovered else self._tokens.text))
        painter.drawText(QRectF(0, 0, 100, 100), Qt.AlignmentFlag.AlignCenter, self._words[name])
        painter.restore()

    def _paint_axis(self, painter: QPainter, axis: int) -> None:
        """Draw an axis along an edge of the cube's outline, the lower or the left one, and its letter."""
        start = self._outer_edge(axis)
        along = np.zeros(3)
        along[axis] = 2 * HALF
        if np.hypot(float(along @ self._right), float(along @ self._up)) < 6.0:
            return  # seen end on
        color = QColor(AXIS_COLORS[axis])
        painter.setPen(QPen(color, 2.2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(self._seen(start), self._seen(start + along))
        font = QFont(self.font())
        font.setPixelSize(12)
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(color)
        end, middle = self._seen(start + along), QPointF(SIZE / 2, SIZE / 2)
        away = end - middle
        length = max(float(np.hypot(away.x(), away.y())), 1.0)
        at = end + away * (9.0 / length)
        place = _within(at)
        painter.drawText(
            QRectF(place.x() - LETTER, place.y() - LETTER, 2 * LETTER, 2 * LETTER),
            Qt.AlignmentFlag.AlignCenter,
            "XYZ"[axis],
        )

    def _outer_edge(self, axis: int) -> Corner:
        """Return the low end of the edge along an axis to draw it at."""
        one, other = (each for each in range(3) if each != axis)
        edges = []
        for sides in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
            start = np.full(3, -HALF)
            start[one], start[other] = sides[0] * HALF, sides[1] * HALF
            seen = [sides[0] * self._back[one] > 0.02, sides[1] * self._back[other] > 0.02]
            middle = start.copy()
            middle[axis] = 0.0
            lower = -float(middle @ self._up) - 0.6 * float(middle @ self._right)
            # of the outline: one side of the edge is seen and the other is not
            edges.append((sum(seen) == 1, sum(seen) > 0, lower, start))
        return max(edges, key=lambda edge: edge[:3])[3]

    def _quad(self, normal: tuple[int, int, int], up: tuple[int, int, int]) -> QPolygonF:
        """Return the corners of a side as seen: upper left, upper right, lower right, lower left."""
        out, over = np.array(normal) * HALF, np.array(up) * HALF
        right = np.cross(over, out) / HALF
        corners = (out + over - right, out + over + right, out - over + right, out - over - right)
        return QPolygonF([self._seen(corner) for corner in corners])

    def _seen(self, point: Corner) -> QPointF:
        return QPointF(SIZE / 2 + float(point @ self._right), SIZE / 2 - float(point @ self._up))


def _within(at: QPointF) -> QPointF:
    """Return the place nearest to one where a letter is seen whole."""
    least, most = float(LETTER), float(SIZE - LETTER)
    return QPointF(min(max(at.x(), least), most), min(max(at.y(), least), most))
