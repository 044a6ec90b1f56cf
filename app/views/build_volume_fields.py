"""A field for the build volume of each process; an empty one leaves it to the rule pack."""

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFormLayout, QLabel, QLineEdit, QWidget

from app.state import build_volumes, display_unit
from app.state.build_volumes import Process
from app.state.settings import Settings
from app.views.theme.labels import muted

FRAME_PX = 44
"""Pixels of a field besides its words: its frame, and what empties it."""


class BuildVolumeFields(QWidget):
    """What is typed and cannot be stays where it was typed, with the reason below."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self.fields: dict[str, QLineEdit] = {}
        self.problems: dict[str, QLabel] = {}
        self._form = QFormLayout(self)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._form.setHorizontalSpacing(18)
        pack = ""
        for process in build_volumes.processes():
            if process.pack != pack:
                pack = process.pack
                self._form.addRow(muted(QLabel(pack)))
            self._add_row(process)
        self.show_unit()
        leave = settings.changed.subscribe(self._follow)
        self.destroyed.connect(lambda: leave())

    def show_unit(self) -> None:
        """Write what is set and what holds otherwise, in the unit of lengths."""
        held = build_volumes.of_setting(self._settings[build_volumes.SETTING])
        for process in build_volumes.processes():
            field = self.fields[process.key]
            field.setPlaceholderText(build_volumes.words(process.largest_mm))
            sides = held.get(process.key)
            field.setText("" if sides is None else build_volumes.words(sides))
            self.problems[process.key].hide()
            needed = field.fontMetrics().horizontalAdvance(field.placeholderText())
            field.setMinimumWidth(needed + FRAME_PX)

    def _add_row(self, process: Process) -> None:
        field, problem = QLineEdit(), _Sentence()
        field.setClearButtonEnabled(True)
        field.setObjectName(process.key)
        field.setAccessibleName(f"{process.pack}: {process.name}")
        field.setToolTip(process.source)
        field.editingFinished.connect(lambda: self._take(process))
        problem.hide()
        self.fields[process.key], self.problems[process.key] = field, problem
        self._form.addRow(process.name, field)
        self._form.addRow(problem)

    def _take(self, process: Process) -> None:
        field, problem = self.fields[process.key], self.problems[process.key]
        text = field.text().strip()
        held = build_volumes.of_setting(self._settings[build_volumes.SETTING])
        if text and process.key in held and text == build_volumes.words(held[process.key]):
            return  # as it was: rounded to be shown, it would be set anew
        held.pop(process.key, None)
        try:
            if text:
                held[process.key] = build_volumes.read(text)
        except ValueError:
            words = self.tr("“{text}” is no build volume; type its three sides, as {example}.")
            problem.setText(words.format(text=text[:40], example=build_volumes.words(process.largest_mm)))
            problem.show()
            return
        problem.hide()
        order = [each.key for each in build_volumes.processes()]
        known = {key: held[key] for key in order if key in held}
        others = {key: sides for key, sides in held.items() if key not in known}
        try:
            self._settings.set(build_volumes.SETTING, build_volumes.to_setting({**known, **others}))
        except OSError:
            pass  # it holds for this session
        if text:
            field.setText(build_volumes.words(known[process.key]))

    def _follow(self, name: str) -> None:
        if name == display_unit.SETTING:
            display_unit.choose(self._settings[name])
            self.show_unit()


class _Sentence(QLabel):
    """Has the height of all its lines, which a form would not give it."""

    def __init__(self) -> None:
        super().__init__(wordWrap=True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setMinimumHeight(self.heightForWidth(self.width()))
