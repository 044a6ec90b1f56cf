"""What the pack says of the open part as it is written: findings, and what changed since it was saved."""

from PySide6.QtCore import QModelIndex, QSize, Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.state import diff_words, rule_rows
from app.state.selection import Source
from app.state.verdict_diff import VerdictDiff
from app.views import glyphs
from app.views.inspect.findings_tree import FindingsTree
from app.views.inspect.panel_widgets import Badge, Chip, PanelTitle
from app.views.inspect.verdict_header import CHIPS
from app.views.rules.editor import Editor
from app.views.rules.live import Live
from app.views.theme.elided_combo_box import ElidedComboBox
from app.views.theme.tokens import Tokens

KEY = Qt.ItemDataRole.UserRole
MOST_HIGH = 92


class LivePanel(QWidget):
    """Shows the verdict; a click on what changed goes to the part."""

    def __init__(self, editor: Editor, live: Live, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editor = editor
        self._live = live
        self._tokens = tokens
        self._title = PanelTitle(self.tr("On the open part"), tokens)
        self.busy = Badge(self.tr("judging…"), tokens)
        self.configuration_box = ElidedComboBox()
        self.configuration_box.setAccessibleName(self.tr("Configuration to judge by"))
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self.busy)
        self.summary = QLabel()
        self.summary.setWordWrap(True)
        self.summary.setAccessibleName(self.tr("Change against the saved version"))
        self.summary.setToolTip(self.tr("Click to select the faces at which the verdict changed"))
        self.summary.linkActivated.connect(lambda _: self._go_to_changes())
        self.chips = {level: Chip(level, tokens) for level in CHIPS}
        counts = QHBoxLayout()
        counts.setSpacing(4)
        counts.addWidget(self.summary, 1)
        for chip in self.chips.values():
            counts.addWidget(chip)
        self.changes = QListWidget()
        self.changes.setAccessibleName(self.tr("Rules whose verdict changed"))
        self.changes.setIconSize(QSize(16, 16))
        self.tree = FindingsTree(tokens)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 6)
        layout.setSpacing(6)
        layout.addLayout(head)
        layout.addWidget(self.configuration_box)
        layout.addLayout(counts)
        layout.addWidget(self.changes)
        layout.addWidget(self.tree, 1)
        self.configuration_box.activated.connect(
            lambda row: editor.choose_configuration(self.configuration_box.itemData(row))
        )
        self.changes.itemClicked.connect(self._go_to_change)
        self.tree.selectionModel().currentRowChanged.connect(lambda index, _: self._select(index))
        self.tree.doubleClicked.connect(self._fly)
        live.changed.connect(self.refresh)
        editor.opened.connect(self._fill_configurations)
        editor.changed.connect(lambda _: self._fill_configurations())
        editor.configuration_chosen.connect(lambda _: self._fill_configurations())
        self._shown: object = None
        self._fill_configurations()
        self.refresh()

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self._tokens = tokens
        self._title.set_tokens(tokens)
        self.busy.set_tokens(tokens)
        self.tree.rules.set_tokens(tokens)
        for chip in self.chips.values():
            chip.set_tokens(tokens)
        self.refresh()

    def refresh(self) -> None:
        """Show the verdict; while the next is made, the last one stays."""
        live, context = self._live, self._editor.context
        self.busy.setVisible(live.is_busy)
        verdict, diff = live.verdict, live.diff
        for chip in self.chips.values():
            chip.setVisible(verdict is not None)
        if verdict is not None:
            for level, n in rule_rows.counts(verdict).items():
                self.chips[level].set_count(n)
        self.summary.setText(self._words(diff))
        self._show_changes(diff)
        if verdict is not self._shown:
            self._shown = verdict
            place = self._editor.place
            key = "" if place is None else place[1]
            rows = None if verdict is None else rule_rows.of_verdict(key, self._editor.configuration, verdict)
            self.tree.show_rules(context.result, rows)

    def _words(self, diff: VerdictDiff | None) -> str:
        if self._editor.context.result is None:
            return self.tr("Open a part to see what these rules say of it.")
        if self._live.problem:
            return self.tr("{}; the verdict below is of before.").format(self._live.problem)
        draft = self._editor.draft
        if diff is None or draft is None or not (draft.is_modified or self._live.overrides):
            return ""
        words = diff_words.summary(diff)
        link = f'<a href="part" style="color: {self._tokens.accent}">{words}</a>'
        return f"<b>{link}</b>" if diff.changed_fids else f"<b>{words}</b>"

    def _show_changes(self, diff: VerdictDiff | None) -> None:
        self.changes.clear()
        names = {} if self._live.verdict is None else {one.key: one.name for one in self._live.verdict.rules}
        for change in () if diff is None else diff.rules:
            icon = glyphs.icon(change.after, self._tokens)
            words = f"{names.get(change.rule_key) or change.rule_key}: {diff_words.of_rule(change)}"
            item = QListWidgetItem(icon, words)
            item.setData(KEY, change.rule_key)
            self.changes.addItem(item)
        self.changes.setVisible(self.changes.count() > 0)
        self.changes.setFixedHeight(min(MOST_HIGH, 6 + 21 * self.changes.count()))

    def _fill_configurations(self) -> None:
        draft = self._editor.draft
        configurations = {} if draft is None else draft.document.get("configurations")
        self.configuration_box.blockSignals(True)
        self.configuration_box.clear()
        for key, one in (configurations if isinstance(configurations, dict) else {}).items():
            name = one.get("name") if isinstance(one, dict) else None
            self.configuration_box.addItem(str(name or key), key)
        self.configuration_box.setCurrentIndex(self.configuration_box.findData(self._editor.configuration))
        self.configuration_box.blockSignals(False)

    def _go_to_changes(self) -> None:
        """Select every face whose verdict changed."""
        diff = self._live.diff
        if diff is not None:
            self._editor.context.selection.select(diff.changed_fids, Source.RULES)

    def _go_to_change(self, item: QListWidgetItem) -> None:
        """Select the faces at which a rule says otherwise now, or what it says at all."""
        verdict, diff = self._live.verdict, self._live.diff
        for rule in () if verdict is None else verdict.rules:
            if rule.key == item.data(KEY):
                fids = {
                    fid
                    for one in rule.findings
                    for fid in (*one.related_fids, *([] if one.fid is None else [one.fid]))
                }
                changed = frozenset() if diff is None else diff.changed_fids & fids
                self._editor.context.selection.select(changed or fids, Source.RULES)

    def _select(self, index: QModelIndex) -> None:
        node = self.tree.rules.node(index)
        if node is not None and node.fids:
            self._editor.context.selection.select(node.fids, Source.RULES)

    def _fly(self, index: QModelIndex) -> None:
        node = self.tree.rules.node(index)
        about = None if node is None else node.issue or node.placed
        if about is not None:
            self._editor.context.fly_to(about)
