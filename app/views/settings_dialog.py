"""The settings, as a form made of their table."""

from collections.abc import Callable

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from app.state.settings import TABLE, Setting, Settings, Value

ELSEWHERE = frozenset({"server", "recent", "inspect_sizes", "language"})
"""What is set where it is used."""


class SettingsDialog(QDialog):
    """Every change holds at once; there is nothing to confirm."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self.setWindowTitle(self.tr("Settings"))
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        for setting in TABLE:
            if setting.name not in ELSEWHERE:
                form.addRow(*self._row(setting))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(buttons)
        self.setMinimumWidth(460)

    def _row(self, setting: Setting) -> tuple[str, QWidget]:
        field = self._field(setting, lambda value: self._set(setting, value))
        field.setToolTip(setting.doc)
        field.setAccessibleName(setting.doc)
        field.setObjectName(setting.name)
        return self.tr(_words(setting.name)), field

    def _field(self, setting: Setting, change: Callable[[Value], None]) -> QWidget:
        value = self._settings[setting.name]
        if isinstance(setting.default, bool):
            box = QCheckBox(setting.doc)
            box.setChecked(value)
            box.toggled.connect(change)
            return box
        if setting.accepts:
            choice = QComboBox()
            choice.addItems([str(one) for one in setting.accepts])
            choice.setCurrentText(value)
            choice.currentTextChanged.connect(change)
            return choice
        if isinstance(setting.default, int | float):
            number = QDoubleSpinBox()
            number.setDecimals(0 if isinstance(setting.default, int) else 1)
            low, high = setting.is_within or (0.0, 1e6)
            number.setRange(low, high)
            number.setValue(value)
            kind = type(setting.default)
            number.valueChanged.connect(lambda entered: change(kind(entered)))
            return number
        is_list = isinstance(setting.default, list)
        line = QLineEdit(", ".join(value) if is_list else value)
        line.editingFinished.connect(
            lambda: change([one.strip() for one in line.text().split(",")] if is_list else line.text())
        )
        return line

    def _set(self, setting: Setting, value: Value) -> None:
        try:
            self._settings.set(setting.name, value)
        except (ValueError, OSError):
            return  # it holds for this session, or the field shows what cannot be


def _words(name: str) -> str:
    words = name.removeprefix("is_").removeprefix("n_").replace("_deg", ", °").replace("_", " ")
    return words[:1].upper() + words[1:]
