"""A combo box that ends in dots what does not fit, and shows the whole of it as a tool tip."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPaintEvent, QPalette
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QStylePainter

ICON_GAP, SIDE_PX = 4, 1
"""Pixels that Qt's styles leave between an icon and the words, and beside them."""


class ElidedComboBox(QComboBox):
    """Qt's own cuts words in the middle of a letter."""

    def whole_px(self) -> int:
        """Return how wide it has to be for its words to be read to their end."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        words = self.fontMetrics().horizontalAdvance(self.currentText())
        return self.width() - self._words_px(option) + words + 1

    def sizeHint(self) -> QSize:
        """Ask for the width of the longest words: under a style sheet Qt asks for a pixel or two less."""
        return super().sizeHint() + QSize(2 * SIDE_PX + 1, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.isEditable():  # the field shows its words itself
            super().paintEvent(event)
            return
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        self.elide(option)
        painter = QStylePainter(self)
        painter.setPen(self.palette().color(QPalette.ColorRole.Text))
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def elide(self, option: QStyleOptionComboBox) -> None:
        """Cut the words to be drawn to the room they have, and set the tool tip."""
        whole = self.currentText()
        words = self.fontMetrics().elidedText(whole, Qt.TextElideMode.ElideRight, self._words_px(option))
        option.currentText = words
        if words != whole:
            self.setToolTip(whole)
            self._is_own_tip = True
        elif self._is_own_tip:
            self.setToolTip("")
            self._is_own_tip = False

    _is_own_tip = False
    """Whether the tool tip is the words that were cut."""

    def _words_px(self, option: QStyleOptionComboBox) -> int:
        """Return how wide words may be."""
        field = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        icon = 0 if self.itemIcon(self.currentIndex()).isNull() else self.iconSize().width() + ICON_GAP
        return int(field.width()) - icon - 2 * SIDE_PX
