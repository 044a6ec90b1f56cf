"""The table of a batch as it is looked at: rows to choose, in the order of any column."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSortFilterProxyModel, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from app.state.session import Session
from app.views.batch.model import BEST, FORM, N_FACTS, PART, REASON, SIZE, SORT_KEY, STATUS, BatchModel

Index = QModelIndex | QPersistentModelIndex

WIDTHS = {PART: 210, STATUS: 120, BEST: 310, REASON: 330, SIZE: 160, FORM: 80}
"""Pixels at first."""
OF_PROCESS = 210
"""Pixels of the column of a process at first."""


class BatchTable(QTableView):
    """Shows a batch, the most urgent first until another order is asked for; rows are chosen whole."""

    def __init__(self, model: BatchModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._order = _Order(self)
        self._order.setSourceModel(model)
        self._order.setDynamicSortFilter(True)
        self.setModel(self._order)
        self.setAccessibleName(self.tr("Parts of the batch"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 12)
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.setSortingEnabled(True)
        self.sortByColumn(BEST, Qt.SortOrder.AscendingOrder)
        self.fit_columns()
        model.modelReset.connect(self.fit_columns)

    def fit_columns(self) -> None:
        """Give each column its width; those of processes come and go."""
        for column in range(self._model.columnCount()):
            if column >= N_FACTS or self.columnWidth(column) < WIDTHS[column] // 2 or not self._is_fitted():
                self.setColumnWidth(column, WIDTHS.get(column, OF_PROCESS))
        self.setProperty("fitted", True)

    def part(self, index: Index) -> Session:
        """Return the part of a row of the table, as it is ordered now."""
        return self._model.part(self._order.mapToSource(index).row())

    def shown(self) -> tuple[Session, ...]:
        """Return every part, from above."""
        return tuple(self.part(self._order.index(row, 0)) for row in range(self._order.rowCount()))

    def chosen(self) -> list[Session]:
        """Return the parts of the rows that are chosen, from above."""
        rows = sorted({index.row() for index in self.selectionModel().selectedRows()})
        return [self.part(self._order.index(row, 0)) for row in rows]

    def _is_fitted(self) -> bool:
        return bool(self.property("fitted"))


class _Order(QSortFilterProxyModel):
    """Compares what the model says that a column is sorted by; Qt would turn it into text.

    Qt puts a row whose data changed behind all that equal it, so that ties are told apart here.
    """

    def lessThan(self, left: Index, right: Index) -> bool:
        first, second = left.data(SORT_KEY), right.data(SORT_KEY)
        if first != second:
            return bool(first < second)
        is_ascending = self.sortOrder() is Qt.SortOrder.AscendingOrder
        return (left.row() < right.row()) == is_ascending
