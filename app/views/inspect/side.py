"""A side of Inspect: its panels, or where they were folded a strip with their name, which unfolds them."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QStyle, QStyleOptionToolButton, QToolButton, QWidget

STRIP_PX = 26
UNBOUNDED = 16_777_215
"""The largest width that Qt has."""


class Side(QWidget):
    """One column. Its width is the splitter's while it is unfolded."""

    unfold_asked = Signal()

    def __init__(self, name: str, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content = content
        self._is_folded = False
        self.strip = _Strip(name)
        self.strip.setToolTip(self.tr("Show {panels}").format(panels=name))
        self.strip.clicked.connect(self.unfold_asked)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(content)
        layout.addWidget(self.strip)
        self.strip.hide()

    @property
    def is_folded(self) -> bool:
        """Whether the strip is all there is of it."""
        return self._is_folded

    def fold(self, is_folded: bool) -> None:
        """Show the strip, or the panels again."""
        self._is_folded = is_folded
        self._content.setHidden(is_folded)
        self.strip.setVisible(is_folded)
        self.setMaximumWidth(STRIP_PX if is_folded else UNBOUNDED)

    def minimumSizeHint(self) -> QSize:
        """Let a window become narrower than the panels are: they are folded then."""
        return QSize(STRIP_PX, super().minimumSizeHint().height())

    @property
    def least_px(self) -> int:
        """How wide it has to be unfolded."""
        return self._content.minimumSizeHint().width()


class _Strip(QToolButton):
    """Its name, written from below."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setText(name)
        self.setAccessibleName(name)
        self.setSizePolicy(self.sizePolicy().horizontalPolicy(), self.sizePolicy().Policy.Expanding)

    def sizeHint(self) -> QSize:
        return QSize(STRIP_PX, 2 * STRIP_PX + self.fontMetrics().horizontalAdvance(self.text()))

    minimumSizeHint = sizeHint  # noqa: N815 - Qt's

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.text = ""
        painter = QPainter(self)
        style = self.style()
        style.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option, painter, self)
        painter.setPen(self.palette().buttonText().color())
        painter.rotate(-90.0)
        painter.drawText(
            -self.height(), 0, self.height(), self.width(), Qt.AlignmentFlag.AlignCenter, self.text()
        )
