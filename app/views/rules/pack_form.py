"""The open pack as a form: its name, its numbers, its rules, and the rule that is chosen."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QListWidget,
    QMessageBox,
    QPushButton,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from app.state.pack_library import NEW_PACK
from app.state.rule_draft import Path
from app.views import glyphs
from app.views.inspect.panel_widgets import PanelTitle
from app.views.rules.card_area import CardArea
from app.views.rules.editor import Editor
from app.views.rules.json_tab import JsonTab
from app.views.rules.live import Live
from app.views.rules.parameter_table import ParameterTable
from app.views.rules.problems_strip import ProblemsStrip
from app.views.rules.rule_form import RuleForm
from app.views.theme.tokens import Tokens

RULES_PX = 136
"""The list of rules is at least so wide: most names take a line or two."""


class PackForm(QWidget):
    """Form and text of one pack, with undo, redo and save above, and its problems below."""

    def __init__(self, editor: Editor, live: Live, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editor = editor
        self._tokens = tokens
        self._live = live
        self.rule_form = RuleForm(editor, tokens)
        self.parameters = ParameterTable(editor, tokens)
        self.sliders = self.rule_form.sliders
        self.json = JsonTab(editor, tokens)
        self.problems = ProblemsStrip(editor, tokens)
        self._build(tokens)
        self.set_tokens(tokens)
        editor.opened.connect(self._open)
        editor.changed.connect(lambda _: self.refresh())
        live.changed.connect(self.problems.refresh)
        editor.refused_changed.connect(self.refresh)
        live.changed.connect(self._mark_rules)
        self.problems.jump_asked.connect(self.jump)
        self.rules.currentRowChanged.connect(self._choose_rule)
        self.sliders.moved.connect(live.preview)
        self._open()

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self._tokens = tokens
        for part in (
            self.rule_form,
            self.parameters,
            self.json,
            self.problems,
            self._rules_title,
        ):
            part.set_tokens(tokens)
        self.banner.setStyleSheet(
            f"background: {tokens.surface_raised}; border-left: 3px solid {tokens.accent}; padding: 6px 8px;"
        )
        self._mark_rules()

    def jump(self, path: Path) -> None:
        """Show the field of a problem, and put the cursor there."""
        self.tabs.setCurrentIndex(0)
        if len(path) > 1 and path[0] == "rules" and isinstance(path[1], int):
            self.rules.setCurrentRow(path[1])
            self.rule_form.focus_on(path[2:])
        elif path[:1] == ("configurations",):
            self.parameters.table.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            (self.key_line if path == ("key",) else self.name_line).setFocus(Qt.FocusReason.OtherFocusReason)

    def save(self) -> bool:
        """Keep the pack; one with errors only where that is wanted. Return whether it was kept."""
        draft, n_refused = self._editor.draft, len(self._editor.refused)
        n_errors = 0 if draft is None else sum(len(each) for each in draft.problems.values())
        if n_errors + n_refused and not self._is_wanted(n_errors, n_refused):
            return False
        return self._editor.save()

    def _is_wanted(self, n_errors: int, n_refused: int) -> bool:
        """Ask whether a pack that does not hold together is to be saved as it is."""
        words = self.tr("The pack has 1 problem.") if n_errors == 1 else self.tr("The pack has {n} problems.")
        if not n_errors:
            words = self.tr("A number that was typed was refused; the pack has the one before.")
        more = self.tr("No part can be judged by it until that is mended. Save it all the same?")
        if not n_errors:
            more = self.tr("Save it with that?")
        asked = f"{words.format(n=n_errors)} {more}"
        button = QMessageBox.StandardButton
        answer = QMessageBox.question(
            self, self.tr("Save the pack"), asked, button.Save | button.Cancel, button.Cancel
        )
        return answer is button.Save

    # --- what it is made of -------------------------------------------------------------------------

    def _build(self, tokens: Tokens) -> None:
        self.undo_button = self._button(self.tr("Undo"), QKeySequence.StandardKey.Undo, self._editor.undo)
        self.redo_button = self._button(self.tr("Redo"), QKeySequence.StandardKey.Redo, self._editor.redo)
        self.save_button = self._button(self.tr("Save"), QKeySequence.StandardKey.Save, self.save)
        self._heading = QLabel()
        self._heading.setTextFormat(Qt.TextFormat.PlainText)
        font = self._heading.font()
        font.setPointSizeF(font.pointSizeF() * 1.3)
        font.setBold(True)
        self._heading.setFont(font)
        bar = QHBoxLayout()
        bar.addWidget(self._heading, 1)
        for button in (self.undo_button, self.redo_button, self.save_button):
            bar.addWidget(button)
        self.banner = QLabel(self.tr("A shipped pack is only read. Clone it to edit your own copy."))
        self.banner.setWordWrap(True)

        self.name_line, self.key_line = QLineEdit(), QLineEdit()
        self.name_line.setAccessibleName(self.tr("Name of the pack"))
        self.key_line.setAccessibleName(self.tr("Key of the pack"))
        self.name_line.editingFinished.connect(lambda: self._set_member("name", self.name_line))
        self.key_line.editingFinished.connect(lambda: self._set_member("key", self.key_line))
        names = QFormLayout()
        row = QHBoxLayout()
        row.addWidget(self.name_line, 2)
        row.addWidget(self.key_line, 1)
        names.addRow(self.tr("Pack"), row)

        self._rules_title = PanelTitle(self.tr("Rules"), tokens)
        self.rules = QListWidget()
        self.rules.setIconSize(QSize(16, 16))
        self.rules.setSpacing(1)
        self.rules.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.rules.setWordWrap(True)
        self.rules.setMinimumWidth(RULES_PX)
        self.rules.setResizeMode(QListView.ResizeMode.Adjust)
        self.rules.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.rules.setAccessibleName(self.tr("Rules of the pack"))
        self.add_button = QPushButton(self.tr("Add"))
        self.add_button.setAccessibleName(self.tr("Add a rule"))
        self.remove_button = QPushButton(self.tr("Remove"))
        self.remove_button.setAccessibleName(self.tr("Remove the rule"))
        self.add_button.clicked.connect(self._add)
        self.remove_button.clicked.connect(self._remove)
        buttons = QHBoxLayout()
        buttons.setSpacing(4)
        buttons.addWidget(self.add_button)
        buttons.addWidget(self.remove_button)
        list_side = QWidget()
        list_layout = QVBoxLayout(list_side)
        list_layout.setContentsMargins(0, 0, 4, 0)
        list_layout.setSpacing(4)
        list_layout.addWidget(self._rules_title)
        list_layout.addWidget(self.rules, 1)
        list_layout.addLayout(buttons)

        card = QWidget()
        card_layout = QVBoxLayout(card)
        card_layout.setContentsMargins(4, 2, 8, 2)
        card_layout.addWidget(self.rule_form)
        card_layout.addStretch(1)
        scroll = CardArea()
        scroll.setAccessibleName(self.tr("The rule"))
        scroll.setWidget(card)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.viewport().setAutoFillBackground(False)
        card.setAutoFillBackground(False)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        across = QSplitter(Qt.Orientation.Horizontal)
        across.setChildrenCollapsible(False)
        across.addWidget(list_side)
        across.addWidget(scroll)
        across.setStretchFactor(1, 1)
        across.setSizes([140, 565])
        down = QSplitter(Qt.Orientation.Vertical)
        down.setChildrenCollapsible(False)
        down.addWidget(across)
        down.addWidget(self.parameters)
        down.setStretchFactor(0, 3)
        down.setStretchFactor(1, 2)
        form = QWidget()
        form_layout = QVBoxLayout(form)
        form_layout.setContentsMargins(6, 6, 6, 6)
        form_layout.addLayout(names)
        form_layout.addWidget(down, 1)
        self.tabs = QTabWidget()
        self.tabs.setAccessibleName(self.tr("Form or text of the pack"))
        self.tabs.addTab(form, self.tr("Form"))
        self.tabs.addTab(self.json, self.tr("JSON"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 6, 4, 6)
        layout.setSpacing(6)
        layout.addLayout(bar)
        layout.addWidget(self.banner)
        layout.addWidget(self.tabs, 1)
        layout.addWidget(self.problems)

    def _button(self, text: str, key: QKeySequence.StandardKey, does: object) -> QPushButton:
        button = QPushButton(text)
        button.setToolTip(QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText))
        button.clicked.connect(lambda: does())  # type: ignore[operator]
        return button

    # --- what is shown ------------------------------------------------------------------------------

    def _open(self) -> None:
        self.refresh()
        if self.rules.count():
            self.rules.setCurrentRow(0)
        self._choose_rule(self.rules.currentRow())

    def refresh(self) -> None:
        """Show what the open pack is called, its rules, and what can be done."""
        editor, draft = self._editor, self._editor.draft
        document = {} if draft is None else draft.document
        is_editable = editor.is_editable
        self.setEnabled(draft is not None)
        self._heading.setText(str(document.get("name") or ""))
        for line, member in ((self.name_line, "name"), (self.key_line, "key")):
            text = str(document.get(member) or "")
            if line.text() != text:
                line.setText(text)
            line.setReadOnly(not is_editable)
        rules = document.get("rules")
        titles = [
            str(one.get("name") or one.get("key") or row + 1) if isinstance(one, dict) else str(row + 1)
            for row, one in enumerate(rules if isinstance(rules, list) else [])
        ]
        if [self.rules.item(row).text() for row in range(self.rules.count())] != titles:
            row = max(self.rules.currentRow(), 0)
            self.rules.blockSignals(True)
            self.rules.clear()
            self.rules.addItems(titles)
            for at, words in enumerate(titles):
                self.rules.item(at).setToolTip(words)
            self.rules.setCurrentRow(min(row, len(titles) - 1))
            self.rules.blockSignals(False)
            self._choose_rule(self.rules.currentRow())
            self._mark_rules()
        self._rules_title.set_note(f"{len(titles)}")
        self.banner.setVisible(draft is not None and draft.is_shipped)
        undo, redo = (None, None) if draft is None else (draft.undo_text, draft.redo_text)
        for button, what in ((self.undo_button, undo), (self.redo_button, redo)):
            button.setEnabled(what is not None or (button is self.undo_button and bool(self._editor.refused)))
            button.setToolTip(what or "")
            button.setVisible(is_editable)
        self.save_button.setVisible(is_editable)
        self.save_button.setEnabled(draft is not None and draft.is_modified)
        for button in (self.add_button, self.remove_button):
            button.setVisible(is_editable)
        self.remove_button.setEnabled(bool(titles))
        self.problems.refresh()

    def _mark_rules(self) -> None:
        """Put before each rule what it says of the open part."""
        verdict = self._live.verdict
        verdicts = {} if verdict is None else {one.key: one for one in verdict.rules}
        draft = self._editor.draft
        rules = [] if draft is None else draft.document.get("rules") or []
        for row in range(self.rules.count()):
            key = rules[row].get("key") if row < len(rules) and isinstance(rules[row], dict) else None
            found = verdicts.get(str(key))
            level = found.severity if found is not None and found.applicable else None
            self.rules.item(row).setIcon(glyphs.icon(level, self._tokens))

    def _choose_rule(self, row: int) -> None:
        self.rule_form.show_rule(row)

    def _set_member(self, member: str, line: QLineEdit) -> None:
        self._editor.set((member,), line.text(), self.tr("Change the {} of the pack").format(member))

    def _add(self) -> None:
        """Put a rule behind the others, under a key of its own."""
        draft = self._editor.draft
        if draft is None:
            return
        rules = draft.document.get("rules") or []
        taken = {one.get("key") for one in rules if isinstance(one, dict)}
        n = next(n for n in range(1, len(taken) + 2) if f"rule-{n}" not in taken)
        rule = {**NEW_PACK["rules"][0], "key": f"rule-{n}", "name": self.tr("New rule")}
        rule["tiers"] = [{"level": "warning", "op": "lt", "rhs": 1.0}, {"level": "pass"}]
        self._editor.insert(("rules", len(rules)), rule, self.tr("Add a rule"))
        self.rules.setCurrentRow(len(rules))

    def _remove(self) -> None:
        row = self.rules.currentRow()
        if row >= 0:
            self._editor.remove_member(("rules", row), self.tr("Remove a rule"))
