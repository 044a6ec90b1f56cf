"""One rule as a form: what it is called, what it looks at, what it measures, its ladder and its sentences."""

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from app.state import rule_catalog
from app.state.rule_draft import Path
from app.views.rules.conditions import Conditions
from app.views.rules.editor import Editor
from app.views.rules.ladder import Ladder
from app.views.rules.placeholders import Placeholders
from app.views.rules.sliders import Sliders
from app.views.theme.choice import Choice
from app.views.theme.tokens import Tokens

SCOPES = ("per_feature", "whole_part")
MESSAGES = ("fail", "warning", "pass")
TEXTS = ("name", "key", "unit", "advice", "source")
"""Members of a rule that are lines of text."""


class RuleForm(QWidget):
    """Shows the rule that is chosen, and sets what is changed in the open pack."""

    def __init__(self, editor: Editor, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editor = editor
        self._tokens = tokens
        self.row = -1
        self.fields: dict[Path, QWidget] = {}
        """Where each member of a rule is edited, by its path within the rule."""
        self.ladder = Ladder(editor, tokens)
        self.sliders = Sliders(editor)
        self.conditions = Conditions(editor, tokens)
        self.fields[("selector", "where")] = self.conditions
        self._samples: dict[str, QLabel] = {}
        self._build()
        editor.opened.connect(self.refresh)
        editor.changed.connect(lambda _: self.refresh())
        editor.schema_learned.connect(self.refresh)
        editor.configuration_chosen.connect(lambda _: self.refresh())
        editor.context.units_changed.connect(self.refresh)
        editor.refusal_undone.connect(self._show_fields_again)
        self.set_tokens(tokens)

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self._tokens = tokens
        self.ladder.set_tokens(tokens)
        self.conditions.set_tokens(tokens)
        for label in (*self._samples.values(), self._metric_doc):
            label.setStyleSheet(f"color: {tokens.text_muted};")
        self.refresh()

    def show_rule(self, row: int) -> None:
        """Show the rule at this place of the pack; there may be none."""
        self.row = row
        self.refresh()

    def _show_fields_again(self) -> None:
        """Show what the pack has where something else was typed."""
        self.ladder.forget()
        self.conditions.forget()
        self.refresh()

    def focus_on(self, path: Path) -> None:
        """Put the cursor where a member of the rule is edited, or as near as there is a field."""
        for length in range(len(path), 0, -1):
            field = self.fields.get(path[:length])
            if field is not None:
                field.setFocus(Qt.FocusReason.OtherFocusReason)
                return
        self.ladder.setFocus(Qt.FocusReason.OtherFocusReason)

    # --- what it is made of -------------------------------------------------------------------------

    def _build(self) -> None:
        form = QFormLayout()
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setHorizontalSpacing(10)
        form.setVerticalSpacing(5)
        self._gate = QCheckBox(self.tr("Gate: a part that fails it is not made by this process"))
        self._gate.clicked.connect(self._set_gate)
        self.fields[("gate",)] = self._gate
        form.addRow(
            self.tr("Name"), _beside(self._line("name", self.tr("Name")), (self._line("key", self.tr("Key"))))
        )
        form.addRow(self.tr("Looks at"), _beside(self._scope(), self._set_box()))
        self._where_title = QLabel(self.tr("Only where"))
        form.addRow(self._where_title)  # what follows is as wide as the form: its fields are many
        form.addRow(self.conditions)
        form.addRow(self.tr("Measures"), _beside(self._metric(), self._line("unit", self.tr("Unit"))))
        self._metric_doc = QLabel()
        self._metric_doc.setWordWrap(True)
        form.addRow("", self._metric_doc)
        form.addRow(QLabel(self.tr("Ladder")))
        form.addRow(self.ladder)
        self._try = QLabel(self.tr("Try"))
        self._try.setToolTip(self.tr("Move a limit and see at once what it does to the part"))
        form.addRow(self._try, self.sliders)
        titles = {
            "fail": self.tr("If it fails"),
            "warning": self.tr("If it warns"),
            "pass": self.tr("If it passes"),
        }
        for level in MESSAGES:
            form.addRow(titles[level], self._message(level, titles[level]))
        form.addRow(self.tr("Advice"), self._line("advice", self.tr("Advice")))
        form.addRow(self.tr("Source"), self._line("source", self.tr("Source")))
        form.addRow("", self._gate)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(form)
        layout.addStretch(1)

    def _line(self, member: str, words: str) -> QLineEdit:
        line = QLineEdit()
        line.setAccessibleName(words)
        line.setPlaceholderText(words)
        line.editingFinished.connect(lambda: self._set_text((member,), line))
        self.fields[(member,)] = line
        return line

    def _message(self, level: str, words: str) -> QWidget:
        """Return a line with completion of placeholders, and under it how it could read."""
        line = QLineEdit()
        line.setAccessibleName(words)
        line.editingFinished.connect(lambda: self._set_text(("messages", level), line))
        self.fields[("messages", level)] = line
        Placeholders(line, self._editor)
        sample = QLabel()
        sample.setWordWrap(True)
        self._samples[level] = sample
        line.textChanged.connect(lambda text: sample.setText(self._sample_text(text)))
        holder = QWidget()
        layout = QVBoxLayout(holder)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(1)
        layout.addWidget(line)
        layout.addWidget(sample)
        return holder

    def _scope(self) -> QComboBox:
        box = self._box(("scope",), self.tr("Scope"))
        box.activated.connect(lambda row: self._set_scope(box.itemData(row)))
        return box

    def _set_box(self) -> QComboBox:
        box = self._box(("selector", "set"), self.tr("What the rule looks at"))
        box.activated.connect(lambda row: self._set(("selector", "set"), box.itemData(row)))
        return box

    def _metric(self) -> QComboBox:
        box = self._box(("metric",), self.tr("What the rule measures"))
        box.activated.connect(lambda row: self._set(("metric",), box.itemData(row)))
        return box

    def _box(self, path: Path, words: str) -> Choice:
        box = Choice()
        box.setAccessibleName(words)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(9)
        self.fields[path] = box
        return box

    # --- what is shown ------------------------------------------------------------------------------

    def rule(self) -> dict[str, Any]:
        """Return the rule that is shown; empty where there is none."""
        draft = self._editor.draft
        rules = [] if draft is None else draft.document.get("rules") or []
        found = rules[self.row] if 0 <= self.row < len(rules) else {}
        return found if isinstance(found, dict) else {}

    def refresh(self) -> None:
        """Show the rule as it stands; a field that is right already is left alone, with its cursor."""
        rule, schema = self.rule(), self._editor.schema
        self.setEnabled(bool(rule))
        for member in TEXTS:
            self._show_text((member,), rule.get(member))
        messages = rule.get("messages")
        for level in MESSAGES:
            self._show_text(("messages", level), messages.get(level) if isinstance(messages, dict) else None)
        scope = str(rule.get("scope", SCOPES[0]))
        selector = rule.get("selector")
        chosen = str(selector.get("set", "")) if isinstance(selector, dict) else ""
        metric = str(rule.get("metric", ""))
        known_sets = () if schema is None else rule_catalog.sets(schema, scope)
        known_metrics = () if schema is None else rule_catalog.metrics(schema, scope, chosen)
        words = {"per_feature": self.tr("each of"), "whole_part": self.tr("the whole part")}
        self._fill(("scope",), SCOPES, scope, words)
        self._fill(("selector", "set"), known_sets, chosen, {})
        self._fill(("metric",), known_metrics, metric, {})
        self._metric_doc.setText(rule_catalog.metric_doc(schema, metric))
        self._show_conditions(rule)
        self._gate.setChecked(rule.get("gate") is True)
        self._gate.setEnabled(self._editor.is_editable)
        self.ladder.show_rule(self.row)
        self.sliders.show_rule(self.row)
        self._try.setVisible(bool(self.sliders.sliders))

    def _show_conditions(self, rule: dict[str, Any]) -> None:
        selector = rule.get("selector")
        found = selector.get("where") if isinstance(selector, dict) else None
        metrics = rule_catalog.metrics_of(self._editor.schema, rule)
        self.conditions.show_conditions(("rules", self.row, "selector"), found, metrics)
        for widget in (self._where_title, self.conditions):
            widget.setVisible(bool(found) or (self._editor.is_editable and bool(metrics)))

    def _show_text(self, path: Path, value: Any) -> None:
        field = self.fields[path]
        if isinstance(field, QLineEdit):
            text = "" if value is None else str(value)
            if field.text() != text:
                field.setText(text)
                field.setCursorPosition(0)
            field.setReadOnly(not self._editor.is_editable)
            field.setToolTip(text)

    def _fill(self, path: Path, known: tuple[str, ...], chosen: str, words: dict[str, str]) -> None:
        """Offer what is known; what a pack has besides is kept, and marked."""
        box = self.fields[path]
        if not isinstance(box, Choice):
            return
        box.blockSignals(True)
        box.clear()
        for one in known:
            box.addItem(words.get(one, one.replace("_", " ") if path == ("selector", "set") else one), one)
        if chosen and chosen not in known:
            box.addItem(self.tr("{} (not known)").format(chosen), chosen)
        box.setCurrentIndex(box.findData(chosen))
        box.blockSignals(False)
        box.set_read_only(not self._editor.is_editable)

    def _sample_text(self, template: str) -> str:
        if not template:
            return ""
        strange = rule_catalog.unknown_placeholders(template, rule_catalog.placeholders(self._editor.schema))
        if strange:
            return self.tr("{} means nothing here.").format(", ".join(strange))
        return self.tr("Reads: {}").format(rule_catalog.sample(template))

    # --- what is changed ----------------------------------------------------------------------------

    def _set(self, path: Path, value: object) -> None:
        words = self.tr("Change {} of a rule").format(path[-1])
        if path[0] == "messages" and not isinstance(self.rule().get("messages"), dict):
            self._editor.set(("rules", self.row, "messages"), {path[-1]: value}, words)
        elif path[0] == "selector" and not isinstance(self.rule().get("selector"), dict):
            self._editor.set(("rules", self.row, "selector"), {path[-1]: value}, words)
        else:
            self._editor.set(("rules", self.row, *path), value, words)

    def _set_text(self, path: Path, line: QLineEdit) -> None:
        """Take a line; an empty one takes the member out, where it may be missing."""
        held: Any = self.rule()
        for step in path:
            held = held.get(step) if isinstance(held, dict) else None
        if line.text() == ("" if held is None else str(held)):
            return
        if line.text() or path in (("name",), ("key",)):
            self._set(path, line.text())
        else:
            self._editor.remove_member(("rules", self.row, *path), self.tr("Clear {}").format(path[-1]))

    def _set_scope(self, scope: str) -> None:
        """Take another scope with a set and a metric that fit it, as one change."""
        rule, schema = self.rule(), self._editor.schema
        rule["scope"] = scope
        if schema is not None:
            fitting = rule_catalog.sets(schema, scope)
            chosen = (rule.get("selector") or {}).get("set")
            if chosen not in fitting and fitting:
                rule["selector"] = {"set": fitting[0]}
            measured = rule_catalog.metrics(schema, scope, rule["selector"]["set"])
            if rule.get("metric") not in measured and measured:
                rule["metric"] = measured[0]
        self._editor.set(("rules", self.row), rule, self.tr("Change scope of a rule"))

    def _set_gate(self, is_gate: bool) -> None:
        if is_gate:
            self._set(("gate",), True)
        elif "gate" in self.rule():
            self._editor.remove_member(("rules", self.row, "gate"), self.tr("Make it no gate"))


def _beside(*widgets: QWidget) -> QWidget:
    """Put fields into one row, the first the widest."""
    holder = QWidget()
    layout = QHBoxLayout(holder)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(6)
    for at, widget in enumerate(widgets):
        layout.addWidget(widget, 2 if at == 0 else 1)
    return holder
