"""The tree of rules and findings: titles run across, numbers never cut off, what is wrong unfolded."""

from PySide6.QtCore import QModelIndex, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeView, QWidget

from app.client.models import Result
from app.state import severity
from app.state.rule_rows import RuleRows
from app.views.inspect.findings_model import LIMIT, MARGIN, MEASURED, TITLE, FindingsModel
from app.views.theme.tokens import Tokens

PADDING = 18
"""Pixels of a cell besides its number."""
LEAST_TITLE = 104
"""Pixels that names need; where there is less, the margin goes, which the other two numbers give."""
BOLD = 1.08
"""Bold is as much wider."""


class FindingsTree(QTreeView):
    """A view of its own model."""

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._margin_width = 0
        self.rules = FindingsModel(tokens, self)
        self.setModel(self.rules)
        self.setAccessibleName(self.tr("Rules and findings"))
        self.setUniformRowHeights(True)
        self.setIndentation(14)
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
        for row, head in enumerate(self.rules.heads()):
            index = self.rules.index(row, 0)
            self.setFirstColumnSpanned(row, QModelIndex(), True)
            for at, one in enumerate(head.rows):
                if one.placed is None:
                    self.setFirstColumnSpanned(at, index, True)
            self.setExpanded(index, severity.rank(head.severity) > 0)
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Leave the margins out where names would be cut off for them."""
        numbers = sum(self.header().sectionSize(column) for column in (MEASURED, LIMIT))
        margin = self._margin_width
        self.setColumnHidden(MARGIN, self.viewport().width() - numbers - margin < LEAST_TITLE)
