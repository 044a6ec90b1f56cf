"""What changed, as Qt asks for it: by change, under that by rule or kind, then each issue or feature."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, Qt
from PySide6.QtGui import QColor

from app.client.models import Severity
from app.state import comparison_words, display_unit, feature_words, quantity_words
from app.state.comparison import Comparison
from app.state.feature_changes import FeatureChange, MatchedFeature
from app.state.issue_changes import MatchedIssue
from app.state.revisions import Change, Matched
from app.state.rule_rows import RuleRow
from app.views import glyphs, issue_words, places
from app.views.compare import marks
from app.views.compare.marks import Mark
from app.views.theme.tokens import Tokens
from app.views.tree_model import Index, Node, TreeModel

Change_ = Matched | MatchedIssue | MatchedFeature
LEVELS: tuple[Severity, ...] = ("pass", "warning", "fail")
SAME: tuple[Mark, ...] = (Change.SAME, FeatureChange.SAME)
TITLE, MARGIN = 0, 3


@dataclass(eq=False, slots=True, kw_only=True)
class ChangeNode(Node):
    """One row: a change, a rule or kind under it, an issue or a feature, or one place of an issue."""

    mark: Mark | None = None
    """Of the head of a change."""
    item: Change_ | None = None
    is_folded: bool = False
    """Whether this is a rule behind a gate that failed."""

    def items(self) -> "Iterable[ChangeNode]":
        """Return all issues or features under this row, itself where it is one; no places of issues."""
        if self.item is not None:
            yield self
            return
        for row in self.rows:
            yield from row.items()

    def places(self) -> "Iterable[ChangeNode]":
        """Return the issues or features under this row, each with its places behind it."""
        for node in self.items():
            yield node
            yield from node.rows


class DiffModel(TreeModel[ChangeNode]):
    """A tree of nodes, made anew with every comparison."""

    def __init__(self, headers: Sequence[str], tokens: Tokens, parent: QObject | None = None) -> None:
        super().__init__(ChangeNode(()), len(headers), parent)
        self._headers = tuple(headers)
        self.set_tokens(tokens)

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self._tokens = tokens
        self._icons = {level: glyphs.icon(level, tokens) for level in LEVELS}
        self._marks = {mark: marks.icon(mark, tokens) for mark in marks.LINES}
        self.layoutChanged.emit()

    def show_issues(self, comparison: Comparison | None) -> None:
        """Show issues by change and rule, each opening into its findings."""
        self._begin()
        for change, matched in _grouped(() if comparison is None else comparison.issues):
            head = self._head(change, len(matched))
            rules: dict[str, ChangeNode] = {}
            for one in matched:
                rule = RuleRow(one.placed.rule)
                above = rules.get(rule.rule.key)
                if above is None:
                    tip = display_unit.in_sentence(rule.rule.message)
                    above = rules[rule.rule.key] = head.add(self._blank(rule.title, tip))
                    above.is_folded = comparison is not None and comparison.is_folded(one)
                self._add_issue(above, comparison, one)
            for above in rules.values():
                if len(above.rows) > 1:
                    n_places = sum(max(len(node.rows), 1) for node in above.rows)
                    _append(above, issue_words.both(len(above.rows), n_places))
        self.endResetModel()

    def show_features(self, comparison: Comparison | None) -> None:
        """Show features by change and kind."""
        self._begin()
        features = () if comparison is None else comparison.alignment.features
        for change, matched in _grouped(features):
            head = self._head(change, len(matched))
            kinds: dict[str, ChangeNode] = {}
            for one in matched:
                kind = one.feature.kind
                if kind not in kinds:
                    kinds[kind] = head.add(self._blank(feature_words.kind(kind, is_many=True), ""))
                self._add(kinds[kind], one, self._feature(one))
            for above in kinds.values():
                if len(above.rows) > 1:
                    _append(above, f"{len(above.rows)}")
        self.endResetModel()

    def place(self, item: Change_) -> QModelIndex:
        """Return the index of an issue, a finding or a feature; an invalid one where it is not shown."""
        return self._place(item)

    def changed(self) -> list[ChangeNode]:
        """Return every issue or feature that changed, in the order of the list."""
        return [node for head in self.root.rows if head.mark not in SAME for node in head.items()]

    def _begin(self) -> None:
        self.beginResetModel()
        self.root = ChangeNode(self._pad(""))
        self._node_of = {}

    def _head(self, change: Mark, n: int) -> ChangeNode:
        return self.root.add(ChangeNode(self._pad(f"{marks.word(change)}  ({n})"), mark=change, is_bold=True))

    def _blank(self, title: str, tip: str) -> ChangeNode:
        return ChangeNode(self._pad(title), tip=tip)

    def _pad(self, title: str) -> tuple[str, ...]:
        return (title, *[""] * (len(self._headers) - 1))

    def _add(self, above: ChangeNode, item: Change_, node: ChangeNode) -> None:
        node.item = item
        self._node_of[id(item)] = above.add(node)

    def _add_issue(self, above: ChangeNode, comparison: Comparison | None, each: MatchedIssue) -> None:
        """Put an issue under its rule, and its findings under it where it has several."""
        assert comparison is not None
        both = comparison.alignment
        result = both.before if each.after is None else both.after
        words = places.words(result, each.placed)
        if not each.is_single:
            words = issue_words.title(result, each.issue)
        node = self._finding(each.worst, words, each.issue.message)
        self._add(above, each, node)
        for one in () if each.is_single else each.findings:
            result = both.before if one.after is None else both.after
            place = self._finding(one, places.words(result, one.placed), one.placed.message)
            self._add(node, one, place)

    def _finding(self, one: Matched, words: str, message: str) -> ChangeNode:
        finding = one.placed.finding
        texts = (
            words,
            comparison_words.measured(one),
            quantity_words.limit(finding, is_short=True),
            quantity_words.margin(finding, is_short=True),
        )
        lines = [message, comparison_words.level(one)]
        return ChangeNode(texts, severity=finding.severity, tip=" · ".join(filter(None, lines)))

    def _feature(self, one: MatchedFeature) -> ChangeNode:
        words = comparison_words.feature_size(one)
        return ChangeNode((feature_words.name(one.feature), words), tip=words)

    # --- what Qt asks for ---------------------------------------------------------------------------

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        if role == Qt.ItemDataRole.DisplayRole and orientation is Qt.Orientation.Horizontal:
            return self._headers[section]
        if role == Qt.ItemDataRole.TextAlignmentRole and self._is_number(section):
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = 0) -> Any:
        node = self.node(index)
        if node is None:
            return None
        column = index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return node.texts[column]
        if role == Qt.ItemDataRole.DecorationRole and column == TITLE:
            if node.mark is not None:
                return self._marks[node.mark]
            return None if node.severity is None else self._icons[node.severity]
        if role == Qt.ItemDataRole.TextAlignmentRole and self._is_number(column):
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.FontRole and node.is_bold:
            return self._bold
        if role == Qt.ItemDataRole.ForegroundRole and node.item is None and node.mark is None:
            return QColor(self._tokens.text_muted)
        if role == Qt.ItemDataRole.ToolTipRole:
            return node.tip or None
        if role == Qt.ItemDataRole.AccessibleTextRole and column == TITLE:
            return self._spoken(node)
        return None

    def _is_number(self, column: int) -> bool:
        return 0 < column and len(self._headers) > MARGIN

    def _spoken(self, node: ChangeNode) -> str:
        """Return a row as screen readers say it: what it is, how bad, what became of it."""
        level = glyphs.word(node.severity) if node.severity is not None else ""
        change = "" if node.item is None else marks.word(node.item.change)
        return ", ".join(filter(None, (node.texts[TITLE], level, change, node.tip if node.item else "")))


def _grouped(matched: Iterable[Any]) -> Iterable[tuple[Mark, list[Any]]]:
    groups: dict[Mark, list[Any]] = {}
    for one in matched:
        groups.setdefault(one.change, []).append(one)
    return groups.items()


def _append(node: ChangeNode, counted: str) -> None:
    node.texts = (f"{node.texts[0]}  ({counted})", *node.texts[1:])
