"""The legend over the part: a card with a layer's scale or its kinds, and what else its colors mean."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from app.state import display_unit
from app.views.theme.tokens import Tokens
from app.views.viewport.colormaps import Scale
from app.views.viewport.kinds_legend import Kind, KindsLegend
from app.views.viewport.scale_legend import WIDTH, ScaleLegend

FOLD_PX, FOLDED_PX = 20, 28
"""Sides of the button that folds it; its height when folded."""


class Legend(QWidget):
    """One card; what it shows follows the layer."""

    range_asked = Signal(object)
    band_asked = Signal(object)
    off_changed = Signal(object)
    opened = Signal(bool)
    """Whether it was unfolded or folded."""

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tokens = tokens
        self._noted: Sequence[tuple[str | None, str]] = ()
        self._scale = ScaleLegend(tokens, self)
        self._kinds = KindsLegend(tokens, self)
        self._notes = QWidget(self)
        self._note_column = QVBoxLayout(self._notes)
        self._note_column.setContentsMargins(12, 0, 12, 10)
        self._note_column.setSpacing(3)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for one in (self._scale, self._kinds, self._notes):
            column.addWidget(one)
            one.hide()
        self.setFixedWidth(WIDTH)
        self.is_open = True
        self._is_crowded = self._is_peeked = False
        self._parts: tuple[QWidget, ...] = ()
        self.fold_button = QToolButton(self)
        self.fold_button.setAutoRaise(True)
        self.fold_button.setGeometry(WIDTH - FOLD_PX - 4, 4, FOLD_PX, FOLD_PX)
        self.fold_button.clicked.connect(self._toggle)
        self._title = QLabel(self.tr("Legend"), self)
        self._title.setGeometry(12, 0, WIDTH - FOLD_PX - 16, FOLDED_PX)
        self._factor = 1.0
        self._scale.range_asked.connect(self._ask_range)
        self._scale.band_asked.connect(self.band_asked)
        self._kinds.off_changed.connect(self.off_changed)
        self.setAccessibleName(self.tr("Legend"))
        self.set_tokens(tokens)

    def set_open(self, is_open: bool) -> None:
        """Unfold it, or fold it to its title."""
        self.is_open = is_open
        self._fold()

    def set_crowded(self, is_crowded: bool) -> None:
        """Fold it where it would leave no room for the part, until it is asked for; its setting stays."""
        if is_crowded != self._is_crowded:
            self._is_crowded, self._is_peeked = is_crowded, False
            self._fold()

    @property
    def is_unfolded(self) -> bool:
        """Whether more than its title is to be seen."""
        return self._is_peeked if self._is_crowded else self.is_open

    def _fold(self) -> None:
        is_open = self.is_unfolded
        words = self.tr("Fold the legend") if is_open else self.tr("Unfold the legend")
        self.fold_button.setArrowType(Qt.ArrowType.DownArrow if is_open else Qt.ArrowType.LeftArrow)
        self.fold_button.setToolTip(words)
        self.fold_button.setAccessibleName(words)
        self._title.setVisible(not is_open)
        for one in (self._scale, self._kinds, self._notes):
            one.setVisible(is_open and one in self._parts)
        self.settle()

    def show_scale(
        self,
        title: str,
        unit: str,
        scale: Scale,
        only: str | None = None,
        notes: Sequence[tuple[str | None, str]] = (),
    ) -> None:
        """Show a scale in the unit of its layer, as lengths are shown.

        `notes` are colors with their words, without a color a sentence.
        """
        self._factor = display_unit.factor(unit)
        self._scale.show_scale(title, display_unit.name(unit), scale.times(1.0 / self._factor), only)
        self._show(self._scale, notes)

    def show_kinds(self, kinds: Sequence[Kind], off: frozenset[str]) -> None:
        """Show kinds of features."""
        self._kinds.show_kinds(kinds, off)
        self._show(self._kinds, ())

    def show_sentence(self, sentence: str) -> None:
        """Show nothing but a sentence."""
        self._show(None, ((None, sentence),))

    def point_at(self, value: float | None) -> None:
        """Point at a value of the layer."""
        self._scale.point_at(None if value is None else value / self._factor)

    def set_tokens(self, tokens: Tokens) -> None:
        """Use the colors of a theme."""
        self._tokens = tokens
        self._scale.set_tokens(tokens)
        self._kinds.set_tokens(tokens)
        self.setStyleSheet(f"QLabel {{ color: {tokens.text}; }} QPushButton {{ color: {tokens.text}; }}")
        self._note_down(self._noted)
        self.update()

    def settle(self) -> None:
        """Take the height that what is shown needs, no more."""
        shown = [one for one in (self._scale, self._kinds, self._notes) if not one.isHidden()]
        self.setFixedHeight(max(sum(map(_needed_px, shown)), FOLDED_PX))
        self.fold_button.raise_()

    @property
    def unfolded_px(self) -> int:
        """How high it is, or would be, unfolded."""
        return sum(map(_needed_px, self._parts))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the card."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = QColor(self._tokens.surface_raised)
        ground.setAlphaF(0.94)
        painter.setBrush(ground)
        painter.setPen(QPen(QColor(self._tokens.border), 1.0))
        painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), 7, 7)

    def _show(self, shown: QWidget | None, notes: Sequence[tuple[str | None, str]]) -> None:
        self._note_down(notes)
        self._parts = tuple(one for one in (shown, self._notes if notes else None) if one is not None)
        self.set_open(self.is_open)

    def _ask_range(self, asked: tuple[float, float] | None) -> None:
        self.range_asked.emit(None if asked is None else (asked[0] * self._factor, asked[1] * self._factor))

    def _toggle(self) -> None:
        if self._is_crowded:
            self._is_peeked = not self._is_peeked
            self._fold()
            return
        self.set_open(not self.is_open)
        self.opened.emit(self.is_open)

    def _note_down(self, notes: Sequence[tuple[str | None, str]]) -> None:
        self._noted = notes
        while self._note_column.count():
            item = self._note_column.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for color, words in notes:
            note = self._note(color, words)
            self._note_column.addWidget(note)
            note.show()  # else the card is measured before Qt gets to it

    def _note(self, color: str | None, words: str) -> QWidget:
        row = QWidget(self._notes)
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(7)
        if color is not None:
            swatch = QLabel(row)
            swatch.setFixedSize(12, 12)
            swatch.setStyleSheet(
                f"background: {color}; border: 1px solid {self._tokens.border}; border-radius: 3px;"
            )
            line.addWidget(swatch, 0, Qt.AlignmentFlag.AlignTop)
        text = QLabel(words, row)
        text.setWordWrap(True)
        text.setStyleSheet(f"color: {self._tokens.text_muted};")
        line.addWidget(text, 1, Qt.AlignmentFlag.AlignTop)
        return row


def _needed_px(part: QWidget) -> int:
    inner = part.layout()
    if inner is not None:
        inner.activate()
    is_wrapped = inner is not None and inner.hasHeightForWidth()
    return part.heightForWidth(WIDTH) if is_wrapped else part.sizeHint().height()
