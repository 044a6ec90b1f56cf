"""The tree of rules, issues and findings: titles run across, numbers are never cut off."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QSize, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeView, QWidget

from app.client.models import Result
from app.state import severity
from app.state.rule_rows import RuleRows
from app.views.inspect.findings_model import LIMIT, MARGIN, MEASURED, TITLE, FindingNode, FindingsModel
from app.views.theme.tokens import Tokens

PADDING = 18
"""Pixels of a cell besides its number."""
LEAST_TITLE, MOST_TITLE = 104, 180
"""Pixels that names need; where there is less, the margin goes, which the other two numbers give."""
SHORTEST_TITLE = 100
"""With indent and glyph. Where names have less yet, the limit goes: rows without a name are all alike."""
BOLD = 1.08
"""Bold is as much wider."""


class FindingsTree(QTreeView):
    """A view of its own model."""

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._margin_width, self._limit_width, self._title_width = 0, 0, LEAST_TITLE
        self.rules = FindingsModel(tokens, self)
        self.setModel(self.rules)
        self.setAccessibleName(self.tr("Rules, issues and their places"))
        self.setUniformRowHeights(True)
        self.setIndentation(11)
        self.setIconSize(QSize(16, 16))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setExpandsOnDoubleClick(False)
        header = self.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(40)
        header.setSectionResizeMode(TITLE, QHeaderView.ResizeMode.Stretch)

    def show_rules(self, result: Result | None, rows: RuleRows | None) -> None:
        """Show the rules of a configuration; None: nothing."""
        self.rules.show(result, rows)
        metrics, header = self.fontMetrics(), self.header()
        for column in (MEASURED, LIMIT, MARGIN):
            title = str(self.rules.headerData(column, Qt.Orientation.Horizontal))
            widest = max(metrics.horizontalAdvance(text) for text in (*self.rules.widest(column), title))
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
            width = round(widest * (BOLD if column == MARGIN else 1.0)) + PADDING
            header.resizeSection(column, width)
            if column == MARGIN:
                self._margin_width = width
            elif column == LIMIT:
                self._limit_width = width
        named = [self._width_of_name(node) for node in self.rules.root.below()]
        self._title_width = max(LEAST_TITLE, min(MOST_TITLE, max(named, default=0)))
        self._fold(self.rules.heads(), QModelIndex())
        self._make_room()

    def _width_of_name(self, node: FindingNode) -> int:
        """Return the width of the name of an issue or a finding, 0 of what runs across the numbers."""
        if node.placed is None and node.issue is None:
            return 0
        icon = 0 if node.severity is None else self.iconSize().width()
        indent = self.indentation() * (self.rules.depth(node) + 1)
        return self.fontMetrics().horizontalAdvance(node.texts[TITLE]) + indent + icon + PADDING

    def _fold(self, nodes: Sequence[FindingNode], above: QModelIndex) -> None:
        """Unfold the rules that are broken, and let rows without numbers run across; issues stay folded."""
        for row, node in enumerate(nodes):
            if node.placed is None and node.issue is None:
                index = self.rules.index(row, 0, above)
                self.setFirstColumnSpanned(row, above, True)
                self._fold(node.rows, index)
                self.setExpanded(index, severity.rank(node.severity) > 0)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._limit_width:
            self.show_rules(None, None)  # so that the heads of an empty list have their room

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Leave the margins out where names would be cut for them, and limits where no name would be left."""
        room = self.viewport().width() - self.header().sectionSize(MEASURED) - self._limit_width
        self.setColumnHidden(MARGIN, room - self._margin_width < self._title_width)
        self.setColumnHidden(LIMIT, room < SHORTEST_TITLE)
