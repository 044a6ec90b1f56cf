"""Rules, issues and findings of one configuration as Qt asks for them: problems first, the rest folded.

Where a gate failed, every other rule is folded into one row.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, Qt
from PySide6.QtGui import QColor

from app.client.models import Finding, Result, Severity
from app.state import display_unit, quantity_words
from app.state.acceptances import Accepted
from app.state.findings import Placed
from app.state.issues import PlacedIssue
from app.state.rule_rows import RuleRow, RuleRows
from app.views import glyphs, issue_words, places
from app.views.theme.tokens import Tokens
from app.views.tree_model import Index, Node, TreeModel

NOT_ACCEPTED = Accepted(0, 0, ())
COLUMNS = range(4)
TITLE, MEASURED, LIMIT, MARGIN = COLUMNS
LEVELS: tuple[Severity, ...] = ("pass", "warning", "fail")


@dataclass(eq=False, slots=True, kw_only=True)
class FindingNode(Node):
    """One row: a rule, an issue, a finding of it, or the head of what is folded."""

    issue: PlacedIssue | None = None
    """Of an issue's row; where it has a single finding, that is `placed`."""
    placed: Placed | None = None
    is_muted: bool = False
    accepted: Accepted = NOT_ACCEPTED
    """How much of an issue or a finding was accepted."""

    @property
    def title(self) -> str:
        """The words of the first column, with how much was accepted behind them."""
        return " – ".join(filter(None, (self.texts[TITLE], issue_words.accepted(self.accepted))))

    @property
    def fids(self) -> tuple[str, ...]:
        """Every face that the row, or any row under it, is about."""
        own = self.placed or self.issue
        return own.fids if own is not None else tuple(fid for row in self.rows for fid in row.fids)

    def below(self) -> "Iterable[FindingNode]":
        """Yield every row under this one."""
        for row in self.rows:
            yield row
            yield from row.below()


class FindingsModel(TreeModel[FindingNode]):
    """A tree of nodes, made anew with every verdict."""

    def __init__(self, tokens: Tokens, parent: QObject | None = None) -> None:
        super().__init__(FindingNode(()), len(COLUMNS), parent)
        self._tokens = tokens
        self.set_tokens(tokens)

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self._tokens = tokens
        self._icons = {level: glyphs.icon(level, tokens) for level in (*LEVELS, None)}
        self.layoutChanged.emit()

    def show(self, result: Result | None, rows: RuleRows | None) -> None:
        """Show the rules of a configuration; None: nothing."""
        self.beginResetModel()
        self.root = FindingNode(())
        self._node_of = {}
        if result is not None and rows is not None:
            self._add_rules(self.root, result, rows)
        self.endResetModel()

    def place(self, placed: Placed) -> QModelIndex:
        """Return the index of a finding; an invalid one where it is not shown."""
        return self._place(placed.finding)

    def place_of_issue(self, issue: PlacedIssue) -> QModelIndex:
        """Return the index of an issue; an invalid one where it is not shown."""
        return self._place(issue)

    def mark_accepted(self, of: Callable[[Sequence[Placed]], Accepted]) -> None:
        """Show how much of each issue was accepted."""
        for node in self.root.below():
            if node.issue is not None:
                node.accepted = of(node.issue.placed)
            elif node.placed is not None:
                node.accepted = of((node.placed,))
        self.layoutChanged.emit()

    def heads(self) -> Sequence[FindingNode]:
        """Return the rows of the first level."""
        return self.root.rows

    def widest(self, column: int) -> Sequence[str]:
        """Return all texts of a column, to make room for the widest."""
        return [one.texts[column] for one in self.root.below()]

    def _add_rules(self, above: FindingNode, result: Result, rows: RuleRows) -> None:
        for row in rows.problems:
            self._add_problem(above, result, row)
        self._add_folded(above, self._passed_words(len(rows.passed)), "pass", rows.passed)
        self._add_folded(above, self._idle_words(len(rows.idle)), None, rows.idle)
        if rows.folded is not None:
            words = (rows.folded_words, "", "", "")
            self._add_rules(above.add(FindingNode(words, is_muted=True)), result, rows.folded)

    def _add_problem(self, above: FindingNode, result: Result, row: RuleRow) -> None:
        n_findings = sum(len(each.placed) for each in row.issues)
        counted = f"{row.title}  ({issue_words.both(len(row.issues), n_findings)})"
        title = counted if len(row.issues) > 1 else row.title
        head = above.add(
            FindingNode(
                (title, "", "", ""),
                row.rule.severity,
                display_unit.in_sentence(row.rule.message),
                is_bold=True,
            )
        )
        are_alike = all(each.is_single for each in row.issues)
        for each in row.issues:
            node = self._issue(result, each, row.rule.severity if are_alike else None)
            self._node_of[id(each)] = head.add(node)
            if each.is_single:
                self._node_of[id(each.worst.finding)] = node
                continue
            for placed in each.placed:
                texts = (places.words(result, placed), *self._numbers(placed.finding))
                severity = _other(placed.finding.severity, each.issue.severity)
                self._node_of[id(placed.finding)] = node.add(
                    FindingNode(texts, severity, placed.finding.message, placed=placed)
                )

    def _issue(self, result: Result, each: PlacedIssue, of_rule: Severity | None) -> FindingNode:
        """Return the row of an issue; beside rows with a glyph, `of_rule` is None, it has one too."""
        finding = each.worst.finding
        measured, limit, margin = self._numbers(finding)
        if not each.is_single:
            measured = quantity_words.measured_range(each.issue, finding.unit)
        return FindingNode(
            (issue_words.title(result, each), measured, limit, margin),
            _other(each.issue.severity, of_rule) if each.is_single else each.issue.severity,
            each.message,
            issue=each,
            placed=each.worst if each.is_single else None,
        )

    def _numbers(self, finding: Finding) -> tuple[str, str, str]:
        return (
            quantity_words.measured(finding),
            quantity_words.limit(finding, is_short=True),
            quantity_words.margin(finding, is_short=True),
        )

    def _add_folded(
        self, above: FindingNode, words: str, severity: Severity | None, rows: Sequence[RuleRow]
    ) -> None:
        if not rows:
            return
        head = above.add(FindingNode((words, "", "", ""), severity, "", is_muted=severity is None))
        for row in rows:
            message = display_unit.in_sentence(
                row.rule.message if row.rule.applicable else row.rule.reason or row.rule.message
            )
            text = row.title if row.rule.applicable else f"{row.title} – {message}"
            head.add(FindingNode((text, "", "", ""), None, message, is_muted=not row.rule.applicable))

    def _passed_words(self, n: int) -> str:
        return self.tr("1 rule passes") if n == 1 else self.tr("{} rules pass").format(n)

    def _idle_words(self, n: int) -> str:
        return self.tr("1 rule does not apply") if n == 1 else self.tr("{} rules do not apply").format(n)

    # --- what Qt asks for ---------------------------------------------------------------------------

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            return (self.tr("Issue"), self.tr("Measured"), self.tr("Limit"), self.tr("Margin"))[section]
        if role == Qt.ItemDataRole.TextAlignmentRole and section != TITLE:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.ToolTipRole and section == MARGIN:
            return self.tr("How far within the limit; negative: beyond it")
        return None

    def data(self, index: Index, role: int = 0) -> Any:
        node = self.node(index)
        if node is None:
            return None
        column = index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return node.title if column == TITLE else node.texts[column]
        if role == Qt.ItemDataRole.DecorationRole and column == TITLE and self._has_glyph(node):
            return self._icons[node.severity]
        if role == Qt.ItemDataRole.TextAlignmentRole and column != TITLE:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.FontRole and (
            node.is_bold or (column == MARGIN and self._is_beyond(node))
        ):
            return self._bold
        if role == Qt.ItemDataRole.ForegroundRole and (node.is_muted or node.accepted.is_whole):
            return QColor(self._tokens.text_muted)
        if role == Qt.ItemDataRole.ToolTipRole:
            return node.tip or None
        if role == Qt.ItemDataRole.AccessibleTextRole and column == TITLE:
            return self._spoken(node)
        return None

    def _has_glyph(self, node: FindingNode) -> bool:
        return node.above is self.root or node.severity is not None

    def _is_beyond(self, node: FindingNode) -> bool:
        return (node.placed or node.issue) is not None and node.texts[MARGIN].startswith(quantity_words.MINUS)

    def _spoken(self, node: FindingNode) -> str:
        """Return a row as screen readers say it: the word of its severity with it."""
        severity, tip = node.severity, ""
        if node.placed is not None:
            severity, tip = node.placed.finding.severity, node.tip
        elif node.issue is not None:
            severity, tip = node.issue.issue.severity, node.tip
        words = [node.title, "" if severity is None else glyphs.word(severity), tip]
        return ", ".join(filter(None, words))


def _other(severity: Severity, of_row_above: Severity | None) -> Severity | None:
    """Return a severity where it is not that of the row above, whose glyph says it for all."""
    return None if severity == of_row_above else severity
