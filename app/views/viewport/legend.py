"""The legend over the part: a card with a layer's scale or its kinds, and what else its colors mean."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.views.theme.tokens import Tokens
from app.views.viewport.colormaps import Scale
from app.views.viewport.kinds_legend import Kind, KindsLegend
from app.views.viewport.scale_legend import WIDTH, ScaleLegend


class Legend(QWidget):
    """One card; what it shows follows the layer."""

    range_asked = Signal(object)
    band_asked = Signal(object)
    off_changed = Signal(object)

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
        self._scale.range_asked.connect(self.range_asked)
        self._scale.band_asked.connect(self.band_asked)
        self._kinds.off_changed.connect(self.off_changed)
        self.setAccessibleName(self.tr("Legend"))
        self.set_tokens(tokens)

    def show_scale(
        self,
        title: str,
        unit: str,
        scale: Scale,
        only: str | None = None,
        notes: Sequence[tuple[str | None, str]] = (),
    ) -> None:
        """Show a scale; `notes` are colors with their words, without a color a sentence."""
        self._scale.show_scale(title, unit, scale, only)
        self._show(self._scale, notes)

    def show_kinds(self, kinds: Sequence[Kind], off: frozenset[str]) -> None:
        """Show kinds of features."""
        self._kinds.show_kinds(kinds, off)
        self._show(self._kinds, ())

    def show_sentence(self, sentence: str) -> None:
        """Show nothing but a sentence."""
        self._show(None, ((None, sentence),))

    def point_at(self, value: float | None) -> None:
        """Point at a value of the scale."""
        self._scale.point_at(value)

    def set_tokens(self, tokens: Tokens) -> None:
        """Take the colors of a theme."""
        self._tokens = tokens
        self._scale.set_tokens(tokens)
        self._kinds.set_tokens(tokens)
        self.setStyleSheet(f"QLabel {{ color: {tokens.text}; }} QPushButton {{ color: {tokens.text}; }}")
        self._note_down(self._noted)
        self.update()

    def settle(self) -> None:
        """Take the height that what is shown needs, no more."""
        shown = [one for one in (self._scale, self._kinds, self._notes) if not one.isHidden()]
        height = 0
        for one in shown:
            inner = one.layout()
            if inner is not None:
                inner.activate()
            wide = inner is not None and inner.hasHeightForWidth()
            height += one.heightForWidth(WIDTH) if wide else one.sizeHint().height()
        self.setFixedHeight(max(height, 1))

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
        for one in (self._scale, self._kinds):
            one.setVisible(one is shown)
        self._note_down(notes)
        self.settle()

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
        self._notes.setVisible(bool(notes))

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
