"""Which process suits this part: all processes in a table, the best first; a click looks at its findings."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    Qt,
    QTimer,
)
from PySide6.QtGui import QColor, QPainter, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLabel,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from app.client.models import Severity
from app.state import display_unit, suitability
from app.state.suitability import Suit
from app.views import glyphs, issue_words
from app.views.inspect.panel_widgets import PanelTitle
from app.views.inspect.shortened_label import ShortenedLabel
from app.views.theme.labels import muted
from app.views.theme.tokens import Tokens
from app.views.window_context import WindowContext

PROCESS, FAIL, WARNING, PASS = range(4)
COUNTS: dict[int, Severity] = {FAIL: "fail", WARNING: "warning", PASS: "pass"}
Index = QModelIndex | QPersistentModelIndex
NONE = QModelIndex()
ROW_HEIGHT = 25
PROCESS_ROLE = Qt.ItemDataRole.UserRole + 1
COUNT_WIDTH = 30
LEAST_ROWS = 6
"""Of the table: where there is no room for more, the sentences round it are shortened."""
MOST_LINES = 2
"""Of what the part looks like."""
ICON_AND_GAPS, GAP = 34, 4
"""Pixels that the glyph takes before the words, and that stay free behind them, above and below."""
MOST_PX = 200
"""Of a row."""


class ProcessModel(QAbstractTableModel):
    """One row a configuration."""

    def __init__(self, tokens: Tokens, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.suits: Sequence[Suit] = ()
        self.set_tokens(tokens)

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self._tokens = tokens
        levels: tuple[Severity, ...] = ("pass", "warning", "fail")
        self._icons = {level: glyphs.icon(level, tokens) for level in levels}
        self.layoutChanged.emit()

    def show(self, suits: Sequence[Suit]) -> None:
        """Show these."""
        self.beginResetModel()
        self.suits = suits
        self.endResetModel()

    def rowCount(self, parent: Index = NONE) -> int:
        return 0 if parent.isValid() else len(self.suits)

    def columnCount(self, parent: Index = NONE) -> int:
        return 4

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole and section == PROCESS:
            return self.tr("Process")
        if role == Qt.ItemDataRole.DecorationRole and section in COUNTS:
            return self._icons[COUNTS[section]]
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole) and section in COUNTS:
            words = {FAIL: self.tr("Rules that fail"), WARNING: self.tr("Rules that warn")}
            return words.get(section, self.tr("Rules that pass"))
        return None

    def data(self, index: Index, role: int = 0) -> Any:
        suit, column = self.suits[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return suit.label if column == PROCESS else self._count(suit, column)
        if role == Qt.ItemDataRole.DecorationRole and column == PROCESS:
            return self._icons[suit.severity]
        if role == Qt.ItemDataRole.TextAlignmentRole and column != PROCESS:
            return Qt.AlignmentFlag.AlignCenter
        if role == Qt.ItemDataRole.ForegroundRole and (suit.is_out or self._is_nothing(suit, column)):
            return QColor(self._tokens.text_muted)
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{suit.process}: {suit.variant}\n{self._sentence(suit)}"
        if role == PROCESS_ROLE:
            return "" if self._names_process(suit) else suit.process
        if role == Qt.ItemDataRole.AccessibleTextRole and column == PROCESS:
            return f"{suit.process}, {suit.variant}, {glyphs.word(suit.severity)}. {self._sentence(suit)}"
        return None

    def _names_process(self, suit: Suit) -> bool:
        """Return whether the variant names its process already, as `Investment casting` does."""
        return bool(set(suit.process.lower().split()) & set(suit.label.lower().split()))

    def _count(self, suit: Suit, column: int) -> str:
        """Return a count; of a process that does not suit at all words that run across all three."""
        if suit.is_out:
            return self.tr("does not suit") if column == FAIL else ""
        return f"{(0, suit.n_fail, suit.n_warning, suit.n_pass)[column]}"

    def _is_nothing(self, suit: Suit, column: int) -> bool:
        return (column == FAIL and not suit.n_fail) or (column == WARNING and not suit.n_warning)

    def _sentence(self, suit: Suit) -> str:
        if suit.gate is not None:
            return f"{suit.gate}\n{suit.others}." if suit.others else suit.gate
        if suit.reason:
            return suit.reason
        if not suit.n_fail and not suit.n_warning:
            return self.tr("Nothing speaks against it.")
        words = self.tr("{} rules fail and {} warn: {}.")
        return words.format(suit.n_fail, suit.n_warning, issue_words.both(suit.n_issues, suit.n_places))


class ProcessDelegate(QStyledItemDelegate):
    """Writes the process behind its variant, fainter, where there is room; a long variant takes two lines."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        process = index.data(PROCESS_ROLE)
        used = option.fontMetrics.horizontalAdvance(index.data() or "") + ICON_AND_GAPS
        room = option.rect.width() - used - GAP
        if not process or room < option.fontMetrics.horizontalAdvance("nnnn…"):
            return
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        role = QPalette.ColorRole.HighlightedText if is_selected else QPalette.ColorRole.PlaceholderText
        painter.save()
        painter.setPen(option.palette.color(role))
        where = option.rect.adjusted(used, 0, -GAP, 0)
        text = option.fontMetrics.elidedText(process, Qt.TextElideMode.ElideRight, room)
        painter.drawText(where, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
        painter.restore()


class ProcessMatrix(QWidget):
    """The table with its title."""

    def __init__(self, context: WindowContext, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._title = PanelTitle(self.tr("Processes"), tokens)
        self.model = ProcessModel(tokens, self)
        self.table = QTableView()
        self.table.setModel(self.model)
        self.table.setAccessibleName(self.tr("Processes, the one that suits the part best first"))
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setItemDelegateForColumn(PROCESS, ProcessDelegate(self.table))
        self.table.setShowGrid(False)
        self.table.setTabKeyNavigation(False)
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        self.table.verticalHeader().setMinimumSectionSize(ROW_HEIGHT)
        self.table.setWordWrap(True)
        self._empty = muted(QLabel(self.tr("Which process suits the part appears here.")))
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setWordWrap(True)
        layout = self._layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 6)
        layout.setSpacing(6)
        self._form, self._order = ShortenedLabel(MOST_LINES), muted(ShortenedLabel(1))
        self.table.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.table.setMinimumHeight(3 * ROW_HEIGHT)
        layout.addWidget(self._title)
        layout.addWidget(self._form)
        layout.addWidget(self._empty, 1)
        layout.addWidget(self.table, 1)
        layout.addWidget(self._order)
        self._size_columns()
        self._fitting = QTimer(self, singleShot=True, interval=0)  # once its columns have their widths
        self._fitting.timeout.connect(self._fit_rows)
        for changed in (self.table.horizontalHeader().sectionResized, self.model.modelReset):
            changed.connect(lambda *_: self._fitting.start())
        self.set_tokens(tokens)

        self.table.selectionModel().currentRowChanged.connect(lambda index, _: self._choose(index))
        self.table.clicked.connect(self._choose)
        context.result_changed.connect(self._refresh)
        context.verdict_chosen.connect(self._follow)
        context.body_chosen.connect(lambda _: self._refresh())
        context.units_changed.connect(self._refresh)
        self._refresh()

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self._title.set_tokens(tokens)
        self.model.set_tokens(tokens)

    def _size_columns(self) -> None:
        header = self.table.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(24)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(PROCESS, QHeaderView.ResizeMode.Stretch)
        for column in COUNTS:
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            header.resizeSection(column, COUNT_WIDTH)

    def _fit_rows(self) -> None:
        """Give two lines to a name that is longer than one; Qt would ask every cell for it at every turn."""
        metrics, table = self.table.fontMetrics(), self.table
        room = QRect(0, 0, table.columnWidth(PROCESS) - ICON_AND_GAPS - 2 * GAP, MOST_PX)
        for row, suit in enumerate(self.model.suits):
            lines = metrics.boundingRect(room, Qt.TextFlag.TextWordWrap.value, suit.label).height()
            height = max(lines + GAP, ROW_HEIGHT)
            if table.rowHeight(row) != height:
                table.setRowHeight(row, height)

    def _widen_counts(self) -> None:
        """Make the counts as wide as words need that run across all of them."""
        words = [self.model.index(row, FAIL) for row, suit in enumerate(self.model.suits) if suit.is_out]
        needed = max((self.table.sizeHintForIndex(index).width() for index in words), default=0)
        for column in COUNTS:
            width = max(COUNT_WIDTH, -(-needed // len(COUNTS)))
            self.table.horizontalHeader().resizeSection(column, width)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Give the reason of the order the lines that the table does not need."""
        n_rows = min(len(self.model.suits), LEAST_ROWS)
        least = self.table.horizontalHeader().height() + n_rows * ROW_HEIGHT
        margins, gaps = self._layout.contentsMargins(), 3 * self._layout.spacing()
        taken = margins.top() + margins.bottom() + gaps + self._title.height() + least
        taken += self._form.sizeHint().height()
        self._order.set_most_lines(max(1, (self.height() - taken) // self.fontMetrics().lineSpacing()))

    def _refresh(self) -> None:
        result = self._context.judged
        suits = () if result is None else suitability.of_result(result)
        self.model.show(suits)
        self.table.clearSpans()
        for row, suit in enumerate(suits):
            if suit.is_out:
                self.table.setSpan(row, FAIL, 1, len(COUNTS))
        self._widen_counts()
        self.table.setVisible(bool(suits))
        self._empty.setVisible(not suits)
        n_good = sum(not one.n_fail and not one.is_out for one in suits)
        self._title.set_note(self.tr("{} of {} without a fail").format(n_good, len(suits)) if suits else "")
        form = "" if result is None or result.form is None else display_unit.in_sentence(result.form.sentence)
        reason = "" if result is None else display_unit.in_sentence(result.order_reason)
        for label, sentence in ((self._form, form), (self._order, reason)):
            label.set_words(sentence)
            label.setVisible(bool(sentence))
        self._make_room()
        self._follow()

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            suit = self.model.suits[index.row()]
            self._context.choose_verdict(suit.pack_key, suit.configuration_key)

    def _follow(self, *_: str) -> None:
        """Mark the process that is looked at."""
        for row, suit in enumerate(self.model.suits):
            if (suit.pack_key, suit.configuration_key) == self._context.verdict:
                at = self.model.index(row, 0)
                flags = (
                    QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
                )
                self.table.selectionModel().setCurrentIndex(at, flags)
                return
