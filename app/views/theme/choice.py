"""A combo box that can be read alone, and that the wheel does not change in passing."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent

from app.views.theme.elided_combo_box import ElidedComboBox


class Choice(ElidedComboBox):
    """Legible where it may not be changed, as a box that is disabled is not."""

    def __init__(self) -> None:
        super().__init__()
        self._is_read_only = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # the wheel alone gives it no focus

    def set_read_only(self, is_read_only: bool) -> None:
        """Let it be read, or changed as well."""
        self._is_read_only = is_read_only
        line = self.lineEdit()
        if line is not None:
            line.setReadOnly(is_read_only)

    @property
    def is_read_only(self) -> bool:
        """Whether it can only be read."""
        return self._is_read_only

    def showPopup(self) -> None:
        if not self._is_read_only:
            super().showPopup()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self._is_read_only:
            super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._is_read_only:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self._is_read_only or not self.hasFocus():
            event.ignore()  # what is around it scrolls
        else:
            super().wheelEvent(event)
