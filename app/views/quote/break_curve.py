"""The curve of unit price over quantity, with the chosen quantity marked."""

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.state.money import SIGNS, spelled
from app.views.theme.tokens import Tokens

MARGIN_TOP, MARGIN_RIGHT, MARGIN_BOTTOM = 26, 18, 24
DOT = 4.0
WORD_GAP = 5.0
"""Between words at least."""
CLEAR = 2.0
"""Between the axis and the price beside it."""
OVERHANG = 8.0
"""How far a price begins before its quantity."""
REACH = 18.0
"""How near a click has to be to a quantity to mean it."""
N_LINES = 4
"""Price lines the axis has, about."""


@dataclass(frozen=True, slots=True)
class Point:
    """The price of one part when so many are ordered."""

    quantity: int
    unit_price: float
    with_tooling: float | None = None
    """Its share of the tooling included; None: not known."""

    @property
    def highest(self) -> float:
        """The higher of both."""
        return max(self.unit_price, self.with_tooling or 0.0)


class BreakCurve(QWidget):
    """Quantities spread by their logarithm; each can be clicked to choose it."""

    quantity_chosen = Signal(int)

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tokens = tokens
        self._points: tuple[Point, ...] = ()
        self._chosen: int | None = None
        self._currency: str | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Unit price over quantity"))

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self._tokens = tokens
        self.update()

    def show_points(self, points: tuple[Point, ...], chosen: int | None, currency: str | None) -> None:
        """Draw these prices, ascending by quantity."""
        self._points, self._chosen, self._currency = points, chosen, currency
        self.setAccessibleDescription(
            "; ".join(f"{one.quantity}: {spelled(one.unit_price, currency)}" for one in points)
        )
        self.update()

    def minimumSizeHint(self) -> QSize:
        return QSize(280, 170)

    def places(self) -> tuple[QPointF, ...]:
        """Return where each unit price stands, in pixels."""
        return tuple(self._place(one.quantity, one.unit_price) for one in self._points)

    def places_with_tooling(self) -> tuple[QPointF, ...]:
        """Return where each price stands that has its share of the tooling, in pixels."""
        return tuple(
            self._place(one.quantity, one.with_tooling)
            for one in self._points
            if one.with_tooling is not None
        )

    def _place(self, quantity: int, price: float) -> QPointF:
        frame = self._frame()
        first, last = (math.log(self._points[at].quantity) for at in (0, -1))
        top = _ceiling(max(one.highest for one in self._points))
        return QPointF(
            frame.left() + (math.log(quantity) - first) / ((last - first) or 1.0) * frame.width(),
            frame.bottom() - price / top * frame.height(),
        )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = self._under(event.position())
        if at is not None:
            self.quantity_chosen.emit(self._points[at].quantity)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = self._under(event.position())
        self.setCursor(Qt.CursorShape.ArrowCursor if at is None else Qt.CursorShape.PointingHandCursor)
        self.setToolTip("" if at is None else self._sentence(self._points[at]))

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._points:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics = painter.fontMetrics()
        frame = self._frame()
        self._draw_price_lines(painter, metrics, frame)
        places = self.places()
        painter.setPen(QPen(QColor(self._tokens.text_muted), 1.5, Qt.PenStyle.DashLine))
        painter.drawPolyline(QPolygonF(list(self.places_with_tooling())))
        painter.setPen(QPen(QColor(self._tokens.accent), 2))
        painter.drawPolyline(QPolygonF(list(places)))
        self._draw_words(painter, metrics, frame)
        painter.setPen(QPen(QColor(self._tokens.accent), 2))
        for one, place in zip(self._points, places, strict=True):
            is_chosen = one.quantity == self._chosen
            painter.setBrush(QColor(self._tokens.accent if is_chosen else self._tokens.surface))
            radius = DOT + 2 if is_chosen else DOT
            painter.drawEllipse(place, radius, radius)

    def _draw_words(self, painter: QPainter, metrics: QFontMetrics, frame: QRectF) -> None:
        """Write each quantity below and its price above, where there is room; those chosen first."""
        chosen_first = sorted(
            zip(self._points, self.places(), strict=True), key=lambda pair: pair[0].quantity != self._chosen
        )
        taken: dict[bool, list[tuple[float, float]]] = {True: [], False: []}
        for one, place in chosen_first:
            price = spelled(one.unit_price, self._currency)
            is_chosen = one.quantity == self._chosen
            painter.setPen(QColor(self._tokens.text if is_chosen else self._tokens.text_muted))
            for is_price, text in ((False, f"{one.quantity:,}"), (True, price)):
                width = metrics.horizontalAdvance(text)
                left = place.x() - width / 2
                if is_price:  # beside the line, which comes down from the left
                    furthest = frame.right() + MARGIN_RIGHT - width - CLEAR
                    left = min(max(place.x() - OVERHANG, frame.left() + CLEAR), furthest)
                else:
                    left = min(left, self.width() - width - CLEAR)
                span = (left - WORD_GAP, left + width + WORD_GAP)
                if any(span[0] < last and first < span[1] for first, last in taken[is_price]):
                    continue
                taken[is_price].append((left, left + width))
                y = place.y() - 12 if is_price else frame.bottom() + metrics.ascent() + 6
                box = QRectF(left, y - metrics.capHeight() - CLEAR, width, metrics.capHeight() + 2 * CLEAR)
                painter.fillRect(box, QColor(self._tokens.surface_raised))  # no line runs through words
                painter.drawText(QPointF(left, y), text)

    def _draw_price_lines(self, painter: QPainter, metrics: QFontMetrics, frame: QRectF) -> None:
        top = _ceiling(max(one.highest for one in self._points))
        step = _step(top)
        for line in range(1 + round(top / step)):
            y = frame.bottom() - line * step / top * frame.height()
            painter.setPen(QPen(QColor(self._tokens.border), 1))
            painter.drawLine(QPointF(frame.left(), y), QPointF(frame.right(), y))
            text = self._axis_words(line * step, step)
            painter.setPen(QColor(self._tokens.text_muted))
            painter.drawText(
                QPointF(frame.left() - metrics.horizontalAdvance(text) - 8, y + metrics.capHeight() / 2),
                text,
            )

    def _frame(self) -> QRectF:
        top = _ceiling(max((one.highest for one in self._points), default=1.0))
        step = _step(top)
        widest = self.fontMetrics().horizontalAdvance(self._axis_words(top, step))
        left = widest + 14
        return QRectF(
            left,
            MARGIN_TOP,
            max(self.width() - left - MARGIN_RIGHT, 1),
            max(self.height() - MARGIN_TOP - MARGIN_BOTTOM, 1),
        )

    def _axis_words(self, amount: float, step: float) -> str:
        sign = SIGNS.get(self._currency or "", "")
        return f"{sign}{amount:,.{_decimals(step)}f}"

    def _under(self, place: QPointF) -> int | None:
        apart = [math.hypot(one.x() - place.x(), one.y() - place.y()) for one in self.places()]
        nearest = min(range(len(apart)), key=apart.__getitem__, default=None)
        return nearest if nearest is not None and apart[nearest] <= REACH else None

    def _sentence(self, point: Point) -> str:
        words = self.tr("{quantity} parts at {price} each").format(
            quantity=f"{point.quantity:,}", price=spelled(point.unit_price, self._currency)
        )
        if point.with_tooling is None:
            return words
        price = spelled(point.with_tooling, self._currency)
        return words + self.tr(", {price} with tooling").format(price=price)


def _step(top: float) -> float:
    """Return a round step that cuts an axis into about N_LINES: 1, 2, 2.5 or 5 times a power of ten."""
    rough = top / N_LINES
    power = 10.0 ** math.floor(math.log10(rough))
    return next(factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power >= rough * 0.999)


def _ceiling(highest: float) -> float:
    """Return the round number an axis ends at, so that the highest price stands a little below it."""
    if highest <= 0:
        return 1.0
    step = _step(highest * 1.05)
    return step * math.ceil(highest * 1.05 / step - 1e-9)


def _decimals(step: float) -> int:
    return 0 if step >= 1 and step == int(step) else max(1, -math.floor(math.log10(step)))
