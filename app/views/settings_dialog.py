"""The settings, as a form made of their table."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from app.state import build_volumes
from app.state.settings import TABLE, Setting, Settings, Value
from app.views import setting_words
from app.views.build_volume_fields import BuildVolumeFields
from app.views.scrolled import Scrolled, on_screen
from app.views.theme.choice import Choice
from app.views.theme.labels import heading, muted
from app.views.theme.number_box import NumberBox

ELSEWHERE = frozenset({"server", "recent", "batch_processes", "inspect_sizes", "language"})
"""What is set where it is used."""
EXPLAINED = frozenset({"currency"})
"""What would be taken for something else, were its hint not to be read below it."""


class SettingsDialog(QDialog):
    """Every change holds at once; there is nothing to confirm."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self.setWindowTitle(self.tr("Settings"))
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setHorizontalSpacing(18)
        known = {setting.name: setting for setting in TABLE if setting.name not in ELSEWHERE}
        for words, names in setting_words.headings().items():
            form.addRow(self._heading(words, is_first=form.rowCount() == 0))
            for name in names:
                self._add_row(form, known.pop(name))
        for setting in known.values():
            self._add_row(form, setting)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 14)
        layout.setSpacing(14)
        page = QWidget()
        form.setContentsMargins(0, 0, 0, 0)
        page.setLayout(form)
        layout.addWidget(Scrolled(page, self.tr("Settings"), across=False))
        layout.addWidget(buttons)
        self.setMinimumWidth(460)
        self.resize(on_screen(self, self.sizeHint()))
        close = buttons.button(QDialogButtonBox.StandardButton.Close)
        close.setAutoDefault(False)  # Enter takes what was typed, and why it cannot be is still seen
        close.setFocus()  # so that the wheel changes nothing

    def _heading(self, words: str, *, is_first: bool) -> QLabel:
        label = heading(QLabel(words))
        label.setContentsMargins(0, 0 if is_first else 10, 0, 2)
        return label

    def _add_row(self, form: QFormLayout, setting: Setting) -> None:
        words, hint = setting_words.label(setting.name), setting_words.hint(setting.name)
        field = self._field(setting, words, lambda value: self._set(setting, value))
        field.setToolTip(hint)
        field.setAccessibleName(words)
        field.setAccessibleDescription(hint)
        field.setObjectName(setting.name)
        if isinstance(field, BuildVolumeFields):
            explained = muted(QLabel(hint))
            explained.setWordWrap(True)
            form.addRow(explained)
            form.addRow(field)
        else:
            form.addRow("" if isinstance(field, QCheckBox) else words, field)
        if setting.name in EXPLAINED:
            explained = muted(QLabel(hint, wordWrap=True, alignment=Qt.AlignmentFlag.AlignTop))
            form.addRow("", explained)

    def _field(self, setting: Setting, words: str, change: Callable[[Value], None]) -> QWidget:
        if setting.name == build_volumes.SETTING:
            return BuildVolumeFields(self._settings)
        value = self._settings[setting.name]
        if isinstance(setting.default, bool):
            box = QCheckBox(words)
            box.setChecked(value)
            box.toggled.connect(change)
            return box
        if setting.accepts:
            choice = Choice()
            for one in setting.accepts:
                choice.addItem(setting_words.choice(str(one)), one)
            choice.setCurrentIndex(choice.findData(value))
            choice.currentIndexChanged.connect(lambda at: change(choice.itemData(at)))
            return choice
        if isinstance(setting.default, int | float):
            number = NumberBox()
            number.setDecimals(0 if isinstance(setting.default, int) else 1)
            number.setKeyboardTracking(False)
            low, high = setting.is_within or (0.0, 1e6)
            number.setRange(low, high)
            number.setSuffix(self.tr("°") if setting.name.endswith("_deg") else "")
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
