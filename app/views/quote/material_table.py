"""The table of metals: what each is, what the part weighs in it and costs, and why it cannot be had."""

from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QPersistentModelIndex,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QSizePolicy, QTableView, QWidget

from app.client.casting import Choice
from app.state import size_words
from app.state.money import rate, spelled
from app.state.quote_draft import Offer
from app.views.quote.pricing import Pricing
from app.views.theme.tokens import Tokens

Index = QModelIndex | QPersistentModelIndex

MASSES = ((1.0, "kg"), (1e3, "g"), (1e6, "mg"))
"""Units of mass, largest first, with how many make a kilogram."""
N_ROWS_LEAST, N_ROWS_MOST = 5, 14
"""Rows the table keeps on a low screen, and those it asks for room for."""

NAME, DENSITY, METAL_PRICE, MASS, UNIT_PRICE, LEAD_TIME = range(6)


class MaterialModel(QAbstractTableModel):
    """Rows in the server's order; those the part does not fit are grey and cannot be chosen."""

    def __init__(self, pricing: Pricing, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pricing = pricing
        self._tokens = tokens
        self._offers: tuple[Offer, ...] = ()
        self._choices: dict[str, Choice] = {}

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors, from the next look on."""
        self._tokens = tokens

    def refresh(self) -> None:
        """Show the draft as it stands."""
        draft = self._pricing.draft
        offers = () if draft is None else draft.offers
        if offers != self._offers:
            self.beginResetModel()
            self._offers = offers
            self.endResetModel()
        chosen = None if draft is None else draft.choice
        self._choices = (
            {} if draft is None or chosen is None else {one.material_id: one for one in draft.comparison()}
        )
        if offers:
            self.dataChanged.emit(self.index(0, 0), self.index(len(offers) - 1, LEAD_TIME))

    def offer(self, row: int) -> Offer:
        """Return the material of a row."""
        return self._offers[row]

    def row_of(self, material_id: str) -> int | None:
        """Return the row of a material."""
        return next((row for row, one in enumerate(self._offers) if one.material.id == material_id), None)

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._offers)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._headers())

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._headers()[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(section)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        offer = self._offers[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(offer, index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return offer.reason or offer.material.description
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(index.column())
        if role == Qt.ItemDataRole.ForegroundRole and offer.reason is not None:
            return QColor(self._tokens.text_muted)
        if role == Qt.ItemDataRole.FontRole and index.column() == UNIT_PRICE:
            font = QFont()
            font.setBold(True)
            return font
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if self._offers[index.row()].reason is not None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def _text(self, offer: Offer, column: int) -> str:
        material = offer.material
        if column == NAME:
            return material.name
        if column == DENSITY:
            return f"{material.density_kg_m3 / 1000:.2f}"
        if column == METAL_PRICE:
            return rate(material.cost_per_kg, self._pricing.currency)
        if column == MASS:
            return _mass(offer.mass_kg)
        if offer.reason is not None:
            heavy = QCoreApplication.translate("MaterialModel", "too heavy")
            large = QCoreApplication.translate("MaterialModel", "too large")
            return (heavy if offer.is_too_heavy else large) if column == UNIT_PRICE else ""
        choice = self._choices.get(material.id)
        draft = self._pricing.draft
        price = None if choice is None or draft is None else draft.known([choice]).get(choice)
        if price is None:
            return "–"
        if column == UNIT_PRICE:
            return spelled(price.unit_price, self._pricing.currency)
        if price.is_lead_time_by_arrangement:
            return QCoreApplication.translate("MaterialModel", "by arrangement")
        return QCoreApplication.translate("MaterialModel", "{n} days").format(n=price.lead_time_days)

    def _headers(self) -> tuple[str, ...]:
        return (
            self.tr("Metal"),
            self.tr("g/cm³"),
            self.tr("Metal per kg"),
            self.tr("Part weighs"),
            self.tr("One part"),
            self.tr("Lead time"),
        )


class MaterialTable(QTableView):
    """Choosing a row chooses the metal."""

    def __init__(self, pricing: Pricing, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pricing = pricing
        self._model = MaterialModel(pricing, tokens, self)
        self.setModel(self._model)
        self.setAccessibleName(self.tr("Metals"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 12)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.selectionModel().currentRowChanged.connect(self._choose)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self._model.set_tokens(tokens)
        self._model.refresh()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._height(min(self._model.rowCount(), N_ROWS_MOST)))

    def minimumSizeHint(self) -> QSize:
        least = min(self._model.rowCount(), N_ROWS_LEAST)
        header = self.horizontalHeader()
        columns = range(self._model.columnCount())
        width = sum(max(self.sizeHintForColumn(at), header.sectionSizeHint(at)) for at in columns)
        return QSize(width + 2 * self.frameWidth(), self._height(least))

    def refresh(self) -> None:
        """Show the draft as it stands."""
        n_rows = self._model.rowCount()
        self._model.refresh()
        if self._model.rowCount() != n_rows:
            self.updateGeometry()
        draft = self._pricing.draft
        row = None if draft is None or draft.choice is None else self._model.row_of(draft.choice.material_id)
        if row is not None and row != self.currentIndex().row():
            self.selectRow(row)

    def _height(self, n_rows: int) -> int:
        rows = n_rows * self.verticalHeader().defaultSectionSize()
        return rows + self.horizontalHeader().sizeHint().height() + 2 * self.frameWidth() + 1

    def _choose(self, current: QModelIndex) -> None:
        draft = self._pricing.draft
        if draft is not None and current.isValid() and self._model.offer(current.row()).reason is None:
            draft.choose_material(self._model.offer(current.row()).material.id)


def _side(column: int) -> Qt.AlignmentFlag:
    across = Qt.AlignmentFlag.AlignLeft if column == NAME else Qt.AlignmentFlag.AlignRight
    return across | Qt.AlignmentFlag.AlignVCenter


def _mass(mass_kg: float) -> str:
    """Return a mass in the unit that suits it, three figures of it."""
    scale, unit = next((pair for pair in MASSES if mass_kg * pair[0] >= 1), MASSES[-1])
    return f"{size_words.figures(mass_kg * scale)} {unit}"
