"""The legend of the features layer: each kind with its color and count; a click turns it gray, or back."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QGridLayout, QLabel, QPushButton, QWidget

from app.views.theme.tokens import Tokens

SWATCH_PX = 12


@dataclass(frozen=True, slots=True)
class Kind:
    """One row."""

    name: str
    """As roles are named: Hole."""
    color: str
    count: int
    """Of features; where none are listed, of faces."""


class KindsLegend(QWidget):
    """Kinds that the part has."""

    off_changed = Signal(object)
    """frozenset of the names that are turned off."""

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tokens = tokens
        self._kinds: tuple[Kind, ...] = ()
        self._off: frozenset[str] = frozenset()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(8, 8, 12, 8)
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(0)

    def show_kinds(self, kinds: Sequence[Kind], off: frozenset[str]) -> None:
        """Show these kinds, those in `off` turned off."""
        self._kinds, self._off = tuple(kinds), off
        self._fill()

    def set_tokens(self, tokens: Tokens) -> None:
        """Use the colors of a theme."""
        self._tokens = tokens
        self._fill()

    def _fill(self) -> None:
        while self._grid.count():
            item = self._grid.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        title = QLabel(self.tr("Features"), self)
        font = title.font()
        font.setBold(True)
        title.setFont(font)
        title.setContentsMargins(4, 0, 0, 4)
        self._grid.addWidget(title, 0, 0, 1, 2)
        for row, kind in enumerate(self._kinds, start=1):
            button = QPushButton(kind.name, self)
            button.setFlat(True)
            button.setCheckable(True)
            button.setChecked(kind.name not in self._off)
            button.setIcon(_swatch(kind.color, self._tokens, is_on=button.isChecked()))
            button.setIconSize(QSize(SWATCH_PX, SWATCH_PX))
            muted = "" if button.isChecked() else f"color: {self._tokens.text_muted};"
            button.setStyleSheet(
                "QPushButton { border: none; background: transparent; text-align: left; padding: 2px 4px;"
                f"{muted} border-radius: 3px; }}"
                f"QPushButton:hover, QPushButton:focus {{ background: {self._tokens.border}; }}"
            )
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            button.setToolTip(self.tr("Click to gray it out, Ctrl+click to show it alone."))
            button.setAccessibleName(self.tr("{kind}, {count}").format(kind=kind.name, count=kind.count))
            button.clicked.connect(lambda _=False, name=kind.name: self._toggle(name))
            count = QLabel(str(kind.count), self)
            count.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            count.setStyleSheet(f"color: {self._tokens.text_muted};")
            self._grid.addWidget(button, row, 0)
            self._grid.addWidget(count, row, 1)
        for at in range(self._grid.count()):
            item = self._grid.itemAt(at)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.show()  # else the card is measured before Qt gets to it, and comes out empty
        self._grid.setColumnStretch(0, 1)

    def _toggle(self, name: str) -> None:
        others = frozenset(kind.name for kind in self._kinds) - {name}
        if QApplication.keyboardModifiers() & Qt.KeyboardModifier.ControlModifier:
            off = frozenset[str]() if self._off == others else others
        else:
            off = self._off ^ {name}
        self.off_changed.emit(off)


def _swatch(color: str, tokens: Tokens, *, is_on: bool) -> QIcon:
    pixmap = QPixmap(2 * SWATCH_PX, 2 * SWATCH_PX)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QColor(tokens.border) if is_on else QColor(tokens.text_muted))
    painter.setBrush(QColor(color) if is_on else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(1, 1, 2 * SWATCH_PX - 2, 2 * SWATCH_PX - 2, 5, 5)
    painter.end()
    return QIcon(pixmap)
