"""A field for a number, written a little off its edge: a style sheet's padding does not reach in there."""

from PySide6.QtWidgets import QDoubleSpinBox, QWidget

OFF_PX = 5


class NumberBox(QDoubleSpinBox):
    """Otherwise as Qt has it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lineEdit().setTextMargins(OFF_PX, 0, 0, 0)
