"""The parameters of a rule as sliders: while one moves, the verdict and the legend's lines follow."""

from math import ceil, floor, log10

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QSlider, QWidget

from app.state import bounds, display_unit, rule_draft
from app.views.rules.editor import Editor
from app.views.theme.number_box import NumberBox

STEPS = 200
REACH = 2.0
"""A slider reaches from 0 to as many times what stood in the pack when it was opened."""
STEP_SIZES = (1.0, 2.0, 2.5, 5.0, 10.0)
"""A slider moves by one of these, or by a tenth of it, a hundredth and so on."""


class Sliders(QWidget):
    """Previews a number before it is set; in a pack that is read alone it stays a preview."""

    moved = Signal(object)
    """Parameters that differ from the pack, by name."""

    def __init__(self, editor: Editor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editor = editor
        self._rule = -1
        self._shown: object = None
        self.sliders: dict[str, QSlider] = {}
        self._boxes: dict[str, NumberBox] = {}
        self._values: dict[str, float] = {}
        self._overrides: dict[str, float] = {}
        self._ranges: dict[tuple[object, ...], tuple[float, int]] = {}
        """Step and number of steps of each slider, by pack, configuration, unit and name: they stay."""
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(3)
        self._grid.setColumnStretch(1, 1)
        editor.opened.connect(self.refresh)
        editor.changed.connect(lambda _: self.refresh())
        editor.configuration_chosen.connect(lambda _: self.refresh())
        editor.context.units_changed.connect(self.refresh)

    def show_rule(self, row: int) -> None:
        """Show the parameters of a rule."""
        self._rule = row
        self.refresh()

    def refresh(self) -> None:
        """Show the parameters as they stand in the pack."""
        draft = self._editor.draft
        document = {} if draft is None else draft.document
        rules = document.get("rules") or []
        rule = rules[self._rule] if 0 <= self._rule < len(rules) else {}
        values = rule_draft.parameters(document, self._editor.configuration)
        names = [one for one in bounds.parameters_of(rule if isinstance(rule, dict) else {}) if one in values]
        numbers = [(one, values[one]) for one in names]
        shown = (self._editor.place, self._editor.configuration, display_unit.name(), numbers)
        if shown == self._shown:
            return
        self._shown = shown
        self._overrides = {}
        self._values = {one: values[one] for one in names}
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.sliders, self._boxes = {}, {}
        for row, name in enumerate(names):
            self._add(row, name, values[name])
        self.setVisible(bool(names))

    def _add(self, row: int, name: str, value: float) -> None:
        unit = display_unit.unit_of_name(name)
        at = (self._editor.place, self._editor.configuration, display_unit.name(), name)
        size = abs(display_unit.shown(value, unit))
        if at not in self._ranges:
            self._ranges[at] = _range(REACH * size or 1.0)
        step, n_steps = self._ranges[at]
        slider = _Slider(Qt.Orientation.Horizontal)
        slider.setRange(0, max(n_steps, ceil(size / step)))
        slider.setValue(round(size / step))
        slider.setAccessibleName(name)
        box = NumberBox()
        box.setRange(-1e6, 1e6)
        box.setDecimals(display_unit.digits(3 if abs(value) < 1.0 else 2, unit))
        box.setSuffix(f" {display_unit.name(unit)}" if unit else "")
        box.setValue(display_unit.shown(value, unit))
        box.setKeyboardTracking(False)
        box.setAccessibleName(self.tr("{} as a number").format(name))
        slider.valueChanged.connect(
            lambda at: self._move(name, display_unit.entered(round(_sign(value) * at * step, 6), unit))
        )
        slider.sliderReleased.connect(lambda: self._settle(name))
        box.valueChanged.connect(lambda typed: self._type(name, display_unit.entered(typed, unit)))
        label = QLabel(name)
        label.setBuddy(box)
        for column, widget in enumerate((label, slider, box)):
            self._grid.addWidget(widget, row, column)
        self.sliders[name], self._boxes[name] = slider, box

    def _move(self, name: str, value: float) -> None:
        box = self._boxes[name]
        box.blockSignals(True)
        box.setValue(display_unit.shown(value, display_unit.unit_of_name(name)))
        box.blockSignals(False)
        self._note(name, value)
        if not self.sliders[name].isSliderDown():
            self._settle(name)

    def _type(self, name: str, value: float) -> None:
        self._note(name, value)
        self._settle(name)

    def _note(self, name: str, value: float) -> None:
        self._overrides[name] = value
        if value == self._values[name]:
            del self._overrides[name]
        self.moved.emit(dict(self._overrides))

    def _settle(self, name: str) -> None:
        """Set in the pack what a slider was let go at."""
        value = self._overrides.get(name)
        if value is None or not self._editor.is_editable:
            return
        path = ("configurations", self._editor.configuration, "parameters", name)
        self._overrides.pop(name)
        self.moved.emit(dict(self._overrides))
        self._editor.set(path, value, self.tr("Set {}").format(name))


class _Slider(QSlider):
    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()  # what is around it scrolls


def _range(top: float) -> tuple[float, int]:
    """Return a round step, and how many of them lead to `top` or just beyond: at most `STEPS`."""
    power = 10.0 ** floor(log10(top / STEPS))
    step = next(power * size for size in STEP_SIZES if power * size * STEPS >= top * (1.0 - 1e-9))
    return step, ceil(top / step - 1e-9)


def _sign(value: float) -> float:
    return -1.0 if value < 0.0 else 1.0
