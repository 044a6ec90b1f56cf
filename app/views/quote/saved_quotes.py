"""The quotes that the server keeps, newest first."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QLabel, QTreeWidget, QTreeWidgetItem, QWidget

from app.client.casting import Material, Quote, QuotePage
from app.state.money import spelled
from app.views.theme.labels import muted
from app.views.window_context import WindowContext

N_SHOWN = 100
QUANTITY, TOTAL = 2, 3
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
ROOM = 8
"""Pixels before what is said of an empty list."""


class SavedQuotes(QTreeWidget):
    """One line a quote; a double click asks for its page."""

    quote_asked = Signal(object)
    """Quote."""

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._names: dict[str, str] = {}
        self._none = muted(QLabel(self.tr("Quotes you save stand here."), self.viewport()))
        self._none.move(ROOM, ROOM)
        self.setAccessibleName(self.tr("Saved quotes"))
        self.setHeaderLabels(
            [self.tr("Part"), self.tr("Metal"), self.tr("Quantity"), self.tr("Total"), self.tr("Made")]
        )
        for column in (QUANTITY, TOTAL):
            self.headerItem().setTextAlignment(column, RIGHT)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.itemActivated.connect(
            lambda item, _: self.quote_asked.emit(item.data(0, Qt.ItemDataRole.UserRole))
        )

    def name_materials(self, materials: tuple[Material, ...]) -> None:
        """Know metals by name from now on."""
        self._names = {one.id: one.name for one in materials}

    def refresh(self) -> None:
        """Ask the server anew."""
        client = self._context.client
        if client is not None:
            self._context.tasks.run(
                lambda: client.quotes(N_SHOWN), self.show_page, self._context.failure_reported.emit
            )

    def show_page(self, page: QuotePage | None) -> None:
        """Show these quotes; None: the server lists none."""
        self.clear()
        for quote in () if page is None else page.quotes:
            self.addTopLevelItem(self._line(quote))
        self._none.setVisible(not self.topLevelItemCount())

    def _line(self, quote: Quote) -> QTreeWidgetItem:
        currency = quote.currency or self._context.settings["currency"] or None
        made = (quote.created_at or "")[:10]
        total = quote.total_price if quote.total_with_tooling is None else quote.total_with_tooling
        item = QTreeWidgetItem(
            [
                quote.file_name or quote.id,
                self._names.get(quote.material_id or "", "–"),
                "–" if quote.quantity is None else f"{quote.quantity:,}",
                spelled(total, currency),
                made,
            ]
        )
        for column in (QUANTITY, TOTAL):
            item.setTextAlignment(column, RIGHT)
        item.setData(0, Qt.ItemDataRole.UserRole, quote)
        item.setToolTip(0, self.tr("Open as a page"))
        return item
