"""The controls of a section: which axis, where along it, which side; below the part while it is cut open."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QSlider, QToolButton, QVBoxLayout, QWidget

from app.state import display_unit
from app.views.theme.number_box import NumberBox
from app.views.theme.tokens import Tokens
from app.views.viewport.section import AXES, Section

STEPS = 1000
SLIDER_PX = 90
ROOMY_PX = 400
"""Where the bar is narrower, slider and number stand in two rows."""


class SectionBar(QWidget):
    """Emits the section as it is dragged, and once more when it is let go."""

    changed = Signal(object, bool)
    """Section, and whether it is still being dragged."""
    closed = Signal()
    axis_asked = Signal(str)

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tokens = tokens
        self._section: Section | None = None
        self._reach = (0.0, 1.0)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(10, 5, 6, 5)
        rows.setSpacing(2)
        row = QHBoxLayout()
        row.setSpacing(4)
        self._row, self._second_row = row, QHBoxLayout()
        rows.addLayout(row)
        rows.addLayout(self._second_row)
        self._rows, self._is_tight = rows, False
        self._axes = QButtonGroup(self)
        for axis in AXES:
            button = QToolButton(self)
            button.setText(axis.upper())
            button.setCheckable(True)
            button.setAutoRaise(True)
            button.setAccessibleName(self.tr("Section across {axis}").format(axis=axis.upper()))
            button.clicked.connect(lambda _=False, name=axis: self.axis_asked.emit(name))
            self._axes.addButton(button, AXES.index(axis))
            row.addWidget(button)
        self._slider = QSlider(Qt.Orientation.Horizontal, self)
        self._slider.setRange(0, STEPS)
        self._slider.setMinimumWidth(SLIDER_PX)
        self._slider.setAccessibleName(self.tr("Place of the section"))
        self._slider.valueChanged.connect(self._slid)
        self._slider.sliderReleased.connect(lambda: self._emit_changed(is_dragged=False))
        row.addWidget(self._slider, 1)
        self._place = NumberBox(self)
        self._place.setKeyboardTracking(False)
        self._place.setAccessibleName(self.tr("Place of the section as a number"))
        self._place.valueChanged.connect(self._typed)
        row.addWidget(self._place)
        for text, tip, slot in (
            ("⇄", self.tr("Keep the other side"), self._flip),
            ("✕", self.tr("Close the section"), self.closed.emit),
        ):
            button = QToolButton(self)
            button.setText(text)
            button.setToolTip(tip)
            button.setAccessibleName(tip)
            button.setAutoRaise(True)
            button.clicked.connect(slot)
            row.addWidget(button)

    def show_section(self, section: Section, reach: tuple[float, float]) -> None:
        """Show where the part is cut; `reach` is from where to where it can be."""
        self._section, self._reach = section, reach
        button = self._axes.button(AXES.index(section.axis))
        if button is not None:
            button.setChecked(True)
        for one in (self._slider, self._place):
            one.blockSignals(True)
        low, high = reach
        self._place.setDecimals(display_unit.digits(2))
        self._place.setSuffix(f" {display_unit.name()}")
        self._place.setRange(display_unit.shown(low), display_unit.shown(high))
        self._place.setSingleStep(display_unit.shown(max((high - low) / 100.0, 0.01)))
        self._place.setValue(display_unit.shown(section.offset_mm))
        self._slider.setValue(round((section.offset_mm - low) / ((high - low) or 1.0) * STEPS))
        for one in (self._slider, self._place):
            one.blockSignals(False)

    def set_room(self, width: int) -> None:
        """Give the slider a row of its own where there is little room beside the number."""
        is_tight = width < ROOMY_PX
        if is_tight == self._is_tight:
            return
        self._is_tight = is_tight
        if is_tight:
            self._row.removeWidget(self._slider)
            self._second_row.addWidget(self._slider)
        else:
            self._second_row.removeWidget(self._slider)
            self._row.insertWidget(len(AXES), self._slider, 1)
        self._rows.activate()

    def set_tokens(self, tokens: Tokens) -> None:
        """Use the colors of a theme."""
        self._tokens = tokens
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the card."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = QColor(self._tokens.surface_raised)
        ground.setAlphaF(0.94)
        painter.setBrush(ground)
        painter.setPen(QPen(QColor(self._tokens.border), 1.0))
        painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), 7, 7)

    def _slid(self, step: int) -> None:
        low, high = self._reach
        self._move(low + step / STEPS * (high - low), is_dragged=self._slider.isSliderDown())

    def _typed(self, value: float) -> None:
        self._move(display_unit.entered(value), is_dragged=False)

    def _flip(self) -> None:
        if self._section is not None:
            self._section = Section(self._section.axis, self._section.offset_mm, not self._section.is_flipped)
            self._emit_changed(is_dragged=False)

    def _move(self, offset_mm: float, *, is_dragged: bool) -> None:
        if self._section is not None:
            section = Section(self._section.axis, offset_mm, self._section.is_flipped)
            self.show_section(section, self._reach)
            self._emit_changed(is_dragged=is_dragged)

    def _emit_changed(self, *, is_dragged: bool) -> None:
        if self._section is not None:
            self.changed.emit(self._section, is_dragged)
