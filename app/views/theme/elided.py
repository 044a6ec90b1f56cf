"""A box to choose from that says so where it is too narrow for what is chosen."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox

GAP = 6
"""Pixels between an icon and the words."""


class ElidedComboBox(QComboBox):
    """Ends in dots what does not fit; a tool tip shows the whole of it."""

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:
        super().initStyleOption(option)
        field = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        icon = 0 if self.itemIcon(self.currentIndex()).isNull() else self.iconSize().width() + GAP
        words = self.fontMetrics().elidedText(
            self.currentText(), Qt.TextElideMode.ElideRight, field.width() - icon - GAP
        )
        option.currentText = words
        self.setToolTip(self.currentText() if words != self.currentText() else "")
