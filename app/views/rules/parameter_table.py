"""The numbers of a pack: parameters as rows, configurations as columns."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QInputDialog,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.state import display_unit, rule_draft
from app.views.inspect.panel_widgets import PanelTitle
from app.views.rules.editor import Editor, Refusal
from app.views.theme.tokens import Tokens


class ParameterTable(QWidget):
    """Edits the numbers where they stand; one that differs from what was saved is marked with what it was."""

    def __init__(self, editor: Editor, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editor = editor
        self._tokens = tokens
        self._names: list[str] = []
        self._keys: list[str] = []
        self._title = PanelTitle(self.tr("Parameters"), tokens)
        self.table = QTableWidget()
        self.table.setAccessibleName(self.tr("Parameters by configuration"))
        self.table.verticalHeader().setDefaultSectionSize(24)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.add_button = QPushButton(self.tr("Add parameter…"))
        self.remove_button = QPushButton(self.tr("Remove"))
        self.variant_button = QPushButton(self.tr("Add configuration…"))
        buttons = QHBoxLayout()
        buttons.setSpacing(4)
        for button in (self.add_button, self.remove_button, self.variant_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._title)
        layout.addWidget(self.table, 1)
        layout.addLayout(buttons)
        self.table.itemChanged.connect(self._set_value)
        self.add_button.clicked.connect(self._ask_parameter)
        self.remove_button.clicked.connect(self._remove)
        self.variant_button.clicked.connect(self._ask_configuration)
        editor.opened.connect(self.refresh)
        editor.changed.connect(lambda _: self.refresh())
        editor.refused_changed.connect(self.refresh)
        editor.context.units_changed.connect(self.refresh)

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self._tokens = tokens
        self._title.set_tokens(tokens)
        self.refresh()

    def refresh(self) -> None:
        """Show the numbers of the open pack."""
        draft = self._editor.draft
        document = {} if draft is None else draft.document
        configurations = document.get("configurations") if isinstance(document, dict) else None
        found = configurations if isinstance(configurations, dict) else {}
        before = {} if draft is None else draft.modified_paths()
        self._keys = list(found)
        held = {
            key: one.get("parameters") or {} if isinstance(one, dict) else {} for key, one in found.items()
        }
        self._names = list(dict.fromkeys(name for one in held.values() for name in one))
        self.table.blockSignals(True)
        self.table.setRowCount(len(self._names))
        self.table.setColumnCount(len(self._keys))
        names = [str(one.get("name", key)) if isinstance(one, dict) else key for key, one in found.items()]
        self.table.setHorizontalHeaderLabels([name.partition(",")[0] for name in names])
        self.table.setVerticalHeaderLabels([_header(name) for name in self._names])
        for column, key in enumerate(self._keys):
            header = self.table.horizontalHeaderItem(column)
            if header is not None:
                header.setToolTip(f"{names[column]} ({key})")
            for row, name in enumerate(self._names):
                path = ("configurations", key, "parameters", name)
                cell = self._cell(name, held[key].get(name), path in before, before.get(path))
                self._mark_refused(cell, self._editor.refused.get(path))
                self.table.setItem(row, column, cell)
        self.table.blockSignals(False)
        for button in (self.add_button, self.remove_button, self.variant_button):
            button.setVisible(self._editor.is_editable)

    def _cell(self, name: str, value: object, is_changed: bool, was: object) -> QTableWidgetItem:
        cell = QTableWidgetItem(_text(name, value))
        cell.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if not self._editor.is_editable:
            cell.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
        if is_changed:
            font = cell.font()
            font.setBold(True)
            cell.setFont(font)
            cell.setForeground(QColor(self._tokens.accent))
            cell.setToolTip(self.tr("Saved as {}").format(_text(name, was) or self.tr("nothing")))
        return cell

    def _mark_refused(self, cell: QTableWidgetItem, refusal: Refusal | None) -> None:
        """Leave what was typed where it stands, in the color of what is wrong."""
        if refusal is not None:
            cell.setText(refusal.typed)
            cell.setForeground(QColor(self._tokens.fail))
            cell.setToolTip(refusal.sentence)

    def _set_value(self, cell: QTableWidgetItem) -> None:
        name, key = self._names[cell.row()], self._keys[cell.column()]
        try:
            value = float(cell.text().replace(",", ".").replace("−", "-"))
        except ValueError:
            sentence = self.tr("{typed} is no number; the pack has {value}.").format(
                typed=f'"{cell.text()[:40]}"', value=self._value_words(name, key)
            )
            self._editor.refuse(("configurations", key, "parameters", name), cell.text(), sentence)
            return
        value = display_unit.entered(value, display_unit.unit_of_name(name))
        if not self._has_parameters(key):
            self._editor.set(("configurations", key, "parameters"), {}, self.tr("Add parameters"))
        self._editor.set(("configurations", key, "parameters", name), value, self.tr("Set {}").format(name))

    def _value_words(self, name: str, key: str) -> str:
        """Return the number that the pack has."""
        draft = self._editor.draft
        found = {} if draft is None else rule_draft.parameters(draft.document, key)
        return _text(name, found.get(name)) or self.tr("none")

    def _has_parameters(self, key: str) -> bool:
        draft = self._editor.draft
        document = {} if draft is None else draft.document
        return isinstance(document.get("configurations", {}).get(key, {}).get("parameters"), dict)

    def _ask_parameter(self) -> None:
        name, is_given = QInputDialog.getText(self, self.tr("Add parameter"), self.tr("Name, as wall_min_mm"))
        if is_given:
            self.add_parameter(name.strip())

    def add_parameter(self, name: str) -> None:
        """Add a parameter to every configuration, as 1."""
        draft = self._editor.draft
        if draft is None or not name or name in self._names:
            return
        configurations = draft.document.get("configurations", {})
        for one in configurations.values():
            one["parameters"] = {**(one.get("parameters") or {}), name: 1.0}
        self._editor.set(("configurations",), configurations, self.tr("Add {}").format(name))

    def _remove(self) -> None:
        """Take the parameter of the current row out of every configuration."""
        draft, row = self._editor.draft, self.table.currentRow()
        if draft is None or not 0 <= row < len(self._names):
            return
        name = self._names[row]
        configurations = draft.document.get("configurations", {})
        for one in configurations.values():
            (one.get("parameters") or {}).pop(name, None)
        self._editor.set(("configurations",), configurations, self.tr("Remove {}").format(name))

    def _ask_configuration(self) -> None:
        key, is_given = QInputDialog.getText(self, self.tr("Add configuration"), self.tr("Key, as steel"))
        if is_given:
            self.add_configuration(key.strip())

    def add_configuration(self, key: str) -> None:
        """Add a configuration with the numbers of the one that is looked at."""
        draft = self._editor.draft
        if draft is None or not key or key in self._keys:
            return
        configurations = draft.document.get("configurations", {})
        like = configurations.get(self._editor.configuration) or {}
        configurations[key] = {"name": key.capitalize(), "parameters": dict(like.get("parameters") or {})}
        self._editor.set(("configurations",), configurations, self.tr("Add configuration {}").format(key))


def _header(name: str) -> str:
    """Return a parameter's name, with the unit it is shown in where that is not the one it is named for."""
    unit = display_unit.unit_of_name(name)
    return name if display_unit.factor(unit) == 1.0 else f"{name}, {display_unit.name(unit)}"


def _text(name: str, value: object) -> str:
    """Return a number as it is shown, six digits of it; nothing of nothing."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{display_unit.shown(value, display_unit.unit_of_name(name)):g}"
    return "" if value is None else f"{value}"
