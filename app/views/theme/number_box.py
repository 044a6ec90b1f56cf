"""A field for a number, written a little off its edge: a style sheet's padding does not reach in there."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QDoubleSpinBox, QWidget

OFF_PX = 5


class NumberBox(QDoubleSpinBox):
    """Otherwise as Qt has it, but for the wheel, which does not change it in passing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lineEdit().setTextMargins(OFF_PX, 0, 0, 0)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # the wheel alone gives it no focus either

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()  # what is around it scrolls
