"""The list of changes: heads and rules run across, numbers are never cut off, what is unchanged is folded.

So is each rule behind a gate that failed, whose sentence stands over the list.
"""

from PySide6.QtCore import QModelIndex, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeView, QWidget

from app.views.compare.diff_model import MARGIN, SAME, TITLE, DiffModel
from app.views.theme.tokens import Tokens

PADDING = 19
"""Pixels of a cell besides its number."""
LEAST_TITLE = 150
"""Pixels that names need; where there is less the margin goes, which the other two numbers give."""
MANY = 60
"""A change with more issues than this begins with its rules folded."""


class DiffTree(QTreeView):
    """A view of its own model."""

    def __init__(self, headers: tuple[str, ...], tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._margin_width = 0
        self.changes = DiffModel(headers, tokens, self)
        self.setModel(self.changes)
        self.setUniformRowHeights(True)
        self.setIndentation(11)
        self.setIconSize(QSize(16, 16))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setExpandsOnDoubleClick(False)
        header = self.header()
        header.setMinimumSectionSize(40)
        header.setStretchLastSection(len(headers) <= MARGIN)

    def refresh(self) -> None:
        """Make room for what the model shows now, and fold what is unchanged."""
        model, header, metrics = self.changes, self.header(), self.fontMetrics()
        rows = [row for head in model.root.rows for row in head.places()]
        if model.columnCount() > MARGIN:
            header.setSectionResizeMode(TITLE, QHeaderView.ResizeMode.Stretch)
            for column in range(1, model.columnCount()):
                texts = [row.texts[column] for row in rows]
                texts.append(str(model.headerData(column, Qt.Orientation.Horizontal)))
                width = max(metrics.horizontalAdvance(one) for one in texts) + PADDING
                header.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
                header.resizeSection(column, width)
                if column == MARGIN:
                    self._margin_width = width
        else:
            names = [metrics.horizontalAdvance(row.texts[TITLE]) for row in rows]
            header.resizeSection(TITLE, max([*names, LEAST_TITLE]) + 3 * self.indentation() + PADDING)
        for row, head in enumerate(model.root.rows):
            index = model.index(row, 0)
            self.setFirstColumnSpanned(row, QModelIndex(), True)
            for at, rule in enumerate(head.rows):
                self.setFirstColumnSpanned(at, index, True)
                n = sum(1 for _ in head.items())
                is_open = not rule.is_folded and (n <= MANY or len(rule.rows) <= 3)
                self.setExpanded(model.index(at, 0, index), is_open)
            self.setExpanded(index, head.mark not in SAME)
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Leave the margins out where names would be cut off for them."""
        if self.changes.columnCount() > MARGIN:
            numbers = sum(self.header().sectionSize(column) for column in range(1, MARGIN))
            left = self.viewport().width() - numbers - self._margin_width
            self.setColumnHidden(MARGIN, left < LEAST_TITLE)
