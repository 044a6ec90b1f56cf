"""The table of a batch as it is looked at: rows to choose, and sentences as wide as there is room for."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from app.state.session import Session, Stage
from app.views.batch.model import BEST, FORM, PART, SIZE, STATUS, VERDICT, BatchModel

WIDTHS = {PART: 260, STATUS: 220, SIZE: 170, FORM: 90, VERDICT: 210}
"""Pixels at first; the last column has the rest."""


class BatchTable(QTableView):
    """Shows a batch; rows are chosen whole."""

    def __init__(self, model: BatchModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.setModel(model)
        self.setAccessibleName(self.tr("Parts of the batch"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 12)
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setStretchLastSection(True)
        for column, width in WIDTHS.items():
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
            self.setColumnWidth(column, width)

    def chosen(self) -> list[Session]:
        """Return the parts of the rows that are chosen, from above."""
        rows = sorted({index.row() for index in self.selectionModel().selectedRows()})
        return [self._model.part(row) for row in rows]

    def widen_sentences(self, parts: tuple[Session, ...]) -> None:
        """Let the sentence of a part that could not be judged have the room of the verdicts it lacks."""
        for row, part in enumerate(parts):
            n_columns = BEST - STATUS + 1 if part.now.stage is Stage.FAILED else 1
            if self.columnSpan(row, STATUS) != n_columns:
                self.setSpan(row, STATUS, 1, n_columns)
