"""The fields of one comparison, `< wall_min_mm × 0.5`: those of a tier, and those of a condition."""

from collections.abc import Mapping
from typing import Any, TypeGuard

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QComboBox, QLabel, QToolButton

from app.state import bounds, display_unit, rule_catalog
from app.state.rule_draft import Path
from app.views.rules.editor import Editor
from app.views.theme.choice import Choice
from app.views.theme.tokens import Tokens

LEAST_LETTERS, MOST_LETTERS = 7, 21
"""Of a limit that a field has room for: names that begin alike are told apart by their ends."""
FRAME_PX = 40
"""Of such a field besides the letters."""
BUTTON_PX = 22
"""Of a button beside such fields, which is one sign."""


class Comparison:
    """Makes the fields of the clause at a path of the open pack; each sets its member there."""

    def __init__(
        self,
        editor: Editor,
        path: Path,
        clause: Mapping[str, Any],
        parameters: Mapping[str, float],
        text: str,
    ) -> None:
        self._editor = editor
        self._path = path
        self._clause = clause
        self._parameters = parameters
        self._text = text
        """What undo calls a change of it."""

    def choice(self, member: str, words: str, shown_of_value: Mapping[str, str]) -> Choice:
        """Return a box of the values a member may have; one that the pack has besides is kept, and marked."""
        box = Choice()
        for value, shown in shown_of_value.items():
            box.addItem(shown, value)
        now = self._clause.get(member)
        if now not in shown_of_value:
            box.addItem(_tr("{} (not known)").format(now), now)
        box.setCurrentIndex(box.findData(now))
        box.set_read_only(not self._editor.is_editable)
        box.setAccessibleName(words)
        box.activated.connect(lambda row: self._set(member, box.itemData(row)))
        return box

    def op(self, words: str) -> Choice:
        """Return the box of `op`."""
        return self.choice("op", words, rule_catalog.OPS)

    def bound(self, words: str, tokens: Tokens, unit: str = "") -> Choice:
        """Return the field of `rhs`: a number of `unit` as it is shown, a parameter, or one × a number."""
        box = Choice()
        box.setEditable(True)
        box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        box.addItems(list(self._parameters))
        now = self._clause.get("rhs")
        box.setEditText(bounds.text(display_unit.shown(now, unit) if _is_number(now) else now))
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        names = (*self._parameters, box.currentText())
        longest = max((box.fontMetrics().horizontalAdvance(each[:MOST_LETTERS]) for each in names), default=0)
        box.setMinimumContentsLength(LEAST_LETTERS)
        box.setMinimumWidth(max(longest + FRAME_PX, box.minimumSizeHint().width()))
        box.set_read_only(not self._editor.is_editable)
        box.setAccessibleName(words)
        box.setToolTip(_tr("A number, a parameter, or a parameter × a number"))

        def choose() -> None:
            try:
                typed = bounds.read(box.currentText(), self._parameters)
                self._set("rhs", display_unit.entered(typed, unit) if _is_number(typed) else typed)
            except ValueError as error:
                box.setToolTip(f"{error}")
                box.setStyleSheet(f"QComboBox {{ color: {tokens.fail}; }}")
                self._editor.refuse((*self._path, "rhs"), box.currentText(), f"{error}")

        line = box.lineEdit()
        if line is not None:
            line.setCursorPosition(0)  # a long name is read from its beginning
            line.editingFinished.connect(choose)
            line.setAccessibleName(words)
        box.activated.connect(lambda _: choose())
        return box

    def value(self, unit: str, tokens: Tokens) -> QLabel:
        """Show the number a parameter stands for, in the configuration that is looked at."""
        label = QLabel()
        bound = self._clause.get("rhs")
        value = bounds.value(bound, self._parameters)
        shown = "" if value is None else f"{display_unit.shown(value, unit):g} {display_unit.name(unit)}"
        words = shown.strip()
        if isinstance(bound, dict):
            words = f"= {words}" if words else _tr("no such parameter")
        else:
            words = display_unit.name(unit)
        label.setText(words)
        label.setToolTip(words)
        label.setMinimumWidth(label.sizeHint().width())  # a number without its end reads as another one
        label.setStyleSheet(f"color: {tokens.text_muted if value is not None else tokens.fail};")
        return label

    def remove_button(self, words: str) -> QToolButton:
        """Return the button that takes the clause out of its list."""
        button = QToolButton()
        button.setText("✕")
        button.setFixedWidth(BUTTON_PX)
        button.setAutoRaise(True)
        button.setToolTip(words)
        button.setAccessibleName(words)
        button.clicked.connect(lambda: self._editor.remove_member(self._path, words))
        return button

    def _set(self, member: str, value: object) -> None:
        self._editor.set((*self._path, member), value, self._text)


def _is_number(bound: object) -> TypeGuard[float]:
    return isinstance(bound, int | float) and not isinstance(bound, bool)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Comparison", text)
