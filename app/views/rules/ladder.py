"""The ladder of a rule: one row a tier, each with a comparison, a limit and a level; last: otherwise."""

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from app.client.models import Severity
from app.state import display_unit, rule_catalog, rule_draft
from app.state.rule_draft import Path
from app.views import glyphs
from app.views.rules import conditions
from app.views.rules.comparison import BUTTON_PX, Comparison
from app.views.rules.conditions import Conditions
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
        self._metrics: tuple[str, ...] = ()
        self._body: QWidget | None = None
        self.add_button = QPushButton(self.tr("Add a step"))
        self.add_button.clicked.connect(self._add)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)
        self._layout.addWidget(self.add_button, 0, Qt.AlignmentFlag.AlignLeft)

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self._tokens = tokens
        self._shown = None
        self.show_rule(self._rule)

    def forget(self) -> None:
        """Make the fields anew when they are shown next."""
        self._shown = None

    def show_rule(self, row: int) -> None:
        """Show the tiers of a rule; what is being typed stays where nothing else changed."""
        self._rule = row
        draft = self._editor.draft
        document = {} if draft is None else draft.document
        rules = document.get("rules") or []
        rule = rules[row] if 0 <= row < len(rules) else {}
        tiers = rule.get("tiers") if isinstance(rule, dict) else None
        parameters = rule_draft.parameters(document, self._editor.configuration)
        metrics = rule_catalog.metrics_of(self._editor.schema, rule)
        named = rule.get("unit"), rule.get("metric")
        shown = [tiers, parameters, self._editor.is_editable, row, named, metrics, display_unit.name()]
        if shown == self._shown:
            return
        self._shown, self._metrics = shown, metrics
        unit = str(rule.get("unit") or rule_catalog.metric_unit(self._editor.schema, str(rule.get("metric"))))
        if self._body is not None:
            self._layout.removeWidget(self._body)
            self._body.hide()
            self._body.deleteLater()
        self._body = self._rows(tiers if isinstance(tiers, list) else [], parameters, unit)
        self._layout.insertWidget(0, self._body)
        self._body.show()  # at once, for it to be counted when room is made
        self.add_button.setVisible(self._editor.is_editable and bool(rule))

    def _rows(self, tiers: list[Any], parameters: dict[str, float], unit: str) -> QWidget:
        body = QWidget()
        grid = QGridLayout(body)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(4)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(3, 1)
        grid.setColumnStretch(4, 2)
        row = 0
        for at, tier in enumerate(tiers):
            if not isinstance(tier, dict):
                continue
            glyph = QLabel()
            level = tier.get("level")
            glyph.setPixmap(glyphs.pixmap(level if level in LEVELS else None, self._tokens, 16, 2.0))
            path: Path = ("rules", self._rule, "tiers", at)
            one = Comparison(self._editor, path, tier, parameters, self.tr("Change a step"))
            levels: dict[str, str] = {level: glyphs.word(level) for level in LEVELS}
            grid.addWidget(glyph, row, 0)
            grid.addWidget(one.choice("level", self.tr("Level of step {}").format(at + 1), levels), row, 1)
            if "op" in tier:
                grid.addWidget(one.op(self.tr("Comparison of step {}").format(at + 1)), row, 2)
                grid.addWidget(
                    one.bound(self.tr("Limit of step {}").format(at + 1), self._tokens, unit), row, 3
                )
                grid.addWidget(one.value(unit, self._tokens), row, 4)
            else:
                words = self.tr("if") if "where" in tier else self.tr("otherwise")
                grid.addWidget(QLabel(words), row, 2, 1, 2)
            where = tier.get("where")
            if self._editor.is_editable:
                if "op" in tier or where:
                    grid.addWidget(self._and_button(path, where), row, 5)
                grid.addWidget(one.remove_button(self.tr("Remove step {}").format(at + 1)), row, 6)
            if where:
                held = Conditions(self._editor, self._tokens)
                held.show_conditions(path, where, self._metrics)
                held.add_button.hide()
                grid.addWidget(held, row + 1, 1, 1, 6)
            row += 2
        return body

    def _and_button(self, path: Path, where: object) -> QToolButton:
        """Return the button that has a step hold under one condition more."""
        button = QToolButton()
        button.setText("+")
        button.setFixedWidth(BUTTON_PX)
        button.setAutoRaise(True)
        words = self.tr("Add a condition to step {}").format(int(path[-1]) + 1)
        button.setToolTip(words)
        button.setAccessibleName(words)
        button.clicked.connect(lambda: conditions.add(self._editor, path, where, self._metrics))
        button.setEnabled(bool(self._metrics))
        return button

    def _add(self) -> None:
        """Put a step before the last, which is otherwise."""
        draft = self._editor.draft
        if draft is None:
            return
        tiers = draft.document["rules"][self._rule].get("tiers") or []
        at = max(len(tiers) - 1, 0)
        step = {"level": "warning", "op": "lt", "rhs": 1.0}
        self._editor.insert(("rules", self._rule, "tiers", at), step, self.tr("Add a step"))
