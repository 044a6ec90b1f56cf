"""The ladder of a rule: one row a tier, each with a comparison, a limit and a level; last: otherwise."""

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from app.client.models import Severity
from app.state import bounds, rule_catalog, rule_draft
from app.views import glyphs
from app.views.rules.choice import Choice
from app.views.rules.editor import Editor
from app.views.theme.tokens import Tokens

LEVELS: tuple[Severity, ...] = ("fail", "warning", "pass")


class Ladder(QWidget):
    """Edits `rules[i].tiers`; the first tier that holds gives the severity."""

    def __init__(self, editor: Editor, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editor = editor
        self._tokens = tokens
        self._rule = -1
        self._shown: list[Any] | None = None
        self._body: QWidget | None = None
        self.add_button = QPushButton(self.tr("Add a step"))
        self.add_button.clicked.connect(self._add)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)
        self._layout.addWidget(self.add_button, 0, Qt.AlignmentFlag.AlignLeft)

    def set_tokens(self, tokens: Tokens) -> None:
        """Take other colors."""
        self._tokens = tokens
        self._shown = None
        self.show_rule(self._rule)

    def show_rule(self, row: int) -> None:
        """Show the tiers of a rule; what is being typed stays where nothing else changed."""
        self._rule = row
        draft = self._editor.draft
        document = {} if draft is None else draft.document
        rules = document.get("rules") or []
        rule = rules[row] if 0 <= row < len(rules) else {}
        tiers = rule.get("tiers") if isinstance(rule, dict) else None
        parameters = rule_draft.parameters(document, self._editor.configuration)
        shown = [tiers, parameters, self._editor.is_editable, row, rule.get("unit"), rule.get("metric")]
        if shown == self._shown:
            return
        self._shown = shown
        unit = str(rule.get("unit") or rule_catalog.metric_unit(self._editor.schema, str(rule.get("metric"))))
        if self._body is not None:
            self._layout.removeWidget(self._body)
            self._body.hide()
            self._body.deleteLater()
        self._body = self._rows(tiers if isinstance(tiers, list) else [], parameters, unit)
        self._layout.insertWidget(0, self._body)
        self.add_button.setVisible(self._editor.is_editable and bool(rule))

    def _rows(self, tiers: list[Any], parameters: dict[str, float], unit: str) -> QWidget:
        body = QWidget()
        grid = QGridLayout(body)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(6)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(4, 1)
        for at, tier in enumerate(tiers):
            if not isinstance(tier, dict):
                continue
            glyph = QLabel()
            level = tier.get("level")
            glyph.setPixmap(glyphs.pixmap(level if level in LEVELS else None, self._tokens, 16, 2.0))
            grid.addWidget(glyph, at, 0)
            grid.addWidget(self._level(at, tier), at, 1)
            if "op" in tier:
                grid.addWidget(self._op(at, tier), at, 2)
                grid.addWidget(self._bound(at, tier, parameters), at, 3)
                grid.addWidget(self._value(tier, parameters, unit), at, 4)
            else:
                words = self.tr("if") if "where" in tier else self.tr("otherwise")
                grid.addWidget(QLabel(words), at, 2, 1, 2)
            more = tier.get("where")
            if more:
                note = QLabel(self.tr("and {} conditions").format(len(more)))
                note.setToolTip("\n".join(condition_words(one) for one in more))
                grid.addWidget(note, at, 5)
            if self._editor.is_editable:
                grid.addWidget(self._remove_button(at), at, 6)
        return body

    def _level(self, at: int, tier: dict[str, Any]) -> QComboBox:
        box = Choice()
        for level in LEVELS:
            box.addItem(glyphs.word(level), level)
        box.setCurrentIndex(box.findData(tier.get("level")))
        box.set_read_only(not self._editor.is_editable)
        box.setAccessibleName(self.tr("Level of step {}").format(at + 1))
        box.activated.connect(lambda row: self._set(at, "level", box.itemData(row)))
        return box

    def _op(self, at: int, tier: dict[str, Any]) -> QComboBox:
        box = Choice()
        for op, sign in rule_catalog.OPS.items():
            box.addItem(sign, op)
        box.setCurrentIndex(box.findData(tier["op"]))
        box.set_read_only(not self._editor.is_editable)
        box.setAccessibleName(self.tr("Comparison of step {}").format(at + 1))
        box.activated.connect(lambda row: self._set(at, "op", box.itemData(row)))
        return box

    def _bound(self, at: int, tier: dict[str, Any], parameters: dict[str, float]) -> QComboBox:
        box = Choice()
        box.setEditable(True)
        box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        box.addItems(list(parameters))
        box.setEditText(bounds.text(tier.get("rhs")))
        box.setMinimumContentsLength(14)
        box.set_read_only(not self._editor.is_editable)
        box.setAccessibleName(self.tr("Limit of step {}").format(at + 1))
        box.setToolTip(self.tr("A number, a parameter, or a parameter × a number"))

        def take() -> None:
            try:
                self._set(at, "rhs", bounds.read(box.currentText(), parameters))
            except ValueError as error:
                box.setToolTip(f"{error}")
                box.setStyleSheet(f"QComboBox {{ color: {self._tokens.fail}; }}")

        line = box.lineEdit()
        if line is not None:
            line.editingFinished.connect(take)
            line.setAccessibleName(box.accessibleName())
        box.activated.connect(lambda _: take())
        return box

    def _value(self, tier: dict[str, Any], parameters: dict[str, float], unit: str) -> QLabel:
        """Say the number a parameter stands for, in the configuration that is looked at."""
        bound = tier.get("rhs")
        value = bounds.value(bound, parameters)
        words = "" if value is None else f"{value:g} {unit}".strip()
        if isinstance(bound, dict):
            words = f"= {words}" if words else self.tr("no such parameter")
        else:
            words = unit
        label = QLabel(words)
        label.setStyleSheet(f"color: {self._tokens.text_muted if value is not None else self._tokens.fail};")
        return label

    def _remove_button(self, at: int) -> QToolButton:
        button = QToolButton()
        button.setText("✕")
        button.setAutoRaise(True)
        words = self.tr("Remove step {}").format(at + 1)
        button.setToolTip(words)
        button.setAccessibleName(words)
        path = ("rules", self._rule, "tiers", at)
        button.clicked.connect(lambda: self._editor.take_out(path, words))
        return button

    def _set(self, at: int, member: str, value: object) -> None:
        self._editor.set(("rules", self._rule, "tiers", at, member), value, self.tr("Change a step"))

    def _add(self) -> None:
        """Put a step before the last, which is otherwise."""
        draft = self._editor.draft
        if draft is None:
            return
        tiers = draft.document["rules"][self._rule].get("tiers") or []
        at = max(len(tiers) - 1, 0)
        step = {"level": "warning", "op": "lt", "rhs": 1.0}
        self._editor.insert(("rules", self._rule, "tiers", at), step, self.tr("Add a step"))


def condition_words(clause: Any) -> str:
    """Return a condition as people read it: `area_mm2 ≥ sliver_mm2`."""
    if not isinstance(clause, dict):
        return f"{clause}"
    sign = rule_catalog.OPS.get(str(clause.get("op")), "?")
    return f"{clause.get('metric')} {sign} {bounds.text(clause.get('rhs'))}"
