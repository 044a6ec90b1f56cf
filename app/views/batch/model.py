"""The table of a batch: each part with how far it is, what came out and why, under processes side by side."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from app.state import batch_rows, display_unit, size_words
from app.state.batch import Batch
from app.state.batch_rows import Judgment, Offered
from app.state.session import Session, Stage
from app.state.suitability import Suit
from app.views import glyphs, issue_words
from app.views.batch import verdict_words
from app.views.theme.tokens import Tokens

Index = QModelIndex | QPersistentModelIndex

PART, STATUS, BEST, REASON, SIZE, FORM, N_FACTS = range(7)
"""The columns that are always there; each process has one behind them."""
SORT_KEY = Qt.ItemDataRole.UserRole + 1
STAGES = (
    Stage.FAILED,
    Stage.CANCELLED,
    Stage.CHOSEN,
    Stage.UPLOADING,
    Stage.QUEUED,
    Stage.RUNNING,
    Stage.DONE,
)
"""In the order in which the column of stages is sorted."""


class BatchModel(QAbstractTableModel):
    """Rows in the order the parts came; a proxy sorts them by `SORT_KEY`."""

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tokens = tokens
        self._parts: tuple[Session, ...] = ()
        self._shown: tuple[Offered, ...] = ()
        self._judgment_of: dict[Session, Judgment] = {}

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self._tokens = tokens
        self.refresh()

    def show_batch(self, shown: Batch) -> None:
        """Show these parts as they stand."""
        if len(shown.parts) != len(self._parts):
            self.beginResetModel()
            self._parts = shown.parts
            self._judgment_of = {}
            self.endResetModel()
            return
        self._parts = shown.parts
        self.refresh()

    def show_processes(self, shown: Sequence[Offered]) -> None:
        """Show the verdicts of these, each in a column."""
        self.beginResetModel()
        self._shown = tuple(shown)
        self.endResetModel()

    @property
    def processes(self) -> tuple[Offered, ...]:
        """Those that have a column."""
        return self._shown

    def refresh(self, part: Session | None = None) -> None:
        """Emit `dataChanged` for a part; None: for all."""
        if not self._parts:
            return
        rows = (0, len(self._parts) - 1)
        if part is not None:
            if part not in self._parts:
                return
            rows = (self._parts.index(part),) * 2
        self.dataChanged.emit(self.index(rows[0], 0), self.index(rows[1], self.columnCount() - 1))

    def part(self, row: int) -> Session:
        """Return the part of a row."""
        return self._parts[row]

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._parts)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else N_FACTS + len(self._shown)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is Qt.Orientation.Vertical or role not in (
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.ToolTipRole,
        ):
            return None
        if section >= N_FACTS:
            shown = self._shown[section - N_FACTS]
            if role == Qt.ItemDataRole.ToolTipRole:
                return f"{shown.pack}: {shown.variant or self.tr('whichever suits the part best')}"
            return shown.variant or shown.pack
        if role == Qt.ItemDataRole.ToolTipRole:
            return None
        best, reason, size = self.tr("Suits best"), self.tr("Why"), self._size_words()
        return (self.tr("Part"), self.tr("Status"), best, reason, size, self.tr("Form"))[section]

    def _size_words(self) -> str:
        return self.tr("Size, inches") if display_unit.is_inches() else self.tr("Size, mm")

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        part, column = self._parts[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(part, column)
        if role == SORT_KEY:
            return self._sort_key(part, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(part, column)
        if role == Qt.ItemDataRole.DecorationRole and (column == BEST or column >= N_FACTS):
            suit = self._suit(part, column)
            return None if suit is None else glyphs.icon(_severity(suit), self._tokens)
        if role == Qt.ItemDataRole.ForegroundRole:
            if column in (STATUS, REASON) and part.now.stage is Stage.FAILED:
                return QColor(self._tokens.fail)
            if column == STATUS and _missing(part):
                return QColor(self._tokens.warning)
            if column == STATUS and part.now.stage is not Stage.DONE:
                return QColor(self._tokens.text_muted)
        return None

    def _text(self, part: Session, column: int) -> str:
        if column == PART:
            return part.path.name
        if column == STATUS:
            return self._status(part)
        if column == REASON:
            return batch_rows.reason(part, self._judgment(part))
        if column == SIZE:
            geometry = None if part.now.result is None else part.now.result.geometry
            return "" if geometry is None else size_words.bare_sides(geometry.sides_mm)
        if column == FORM:
            form = None if part.now.result is None else part.now.result.form
            return "" if form is None else form.form.capitalize()
        suit = self._suit(part, column)
        if suit is None:
            return self.tr("Nothing") if column == BEST and part.now.result is not None else ""
        return verdict_words.of_suit(suit, with_label=column == BEST or self._is_any(column))

    def _sort_key(self, part: Session, column: int) -> Any:
        """Return what the proxy compares within a column; ties stay in the order the parts came."""
        if column == STATUS:
            return STAGES.index(part.now.stage)
        if column in (BEST, REASON):
            return batch_rows.urgency_of_part(part, self._judgment(part))
        if column == SIZE:
            geometry = None if part.now.result is None else part.now.result.geometry
            return -1.0 if geometry is None else max(geometry.sides_mm)
        if column >= N_FACTS:
            return batch_rows.urgency(self._suit(part, column))
        return self._text(part, column).casefold()

    def _tip(self, part: Session, column: int) -> str:
        """Return what there is no room for: what went wrong, why a process does not suit, path, patterns."""
        failure = part.now.failure
        if failure is not None:
            return f"{failure.sentence} {failure.next_step}"
        if column == STATUS and _missing(part):
            return "\n".join(_missing(part))
        if column == REASON:
            return batch_rows.reason(part, self._judgment(part))
        result = part.now.result
        if column == FORM and result is not None and result.form is not None:
            return display_unit.in_sentence(result.form.sentence)
        if column == BEST and result is not None and result.order_reason:
            return display_unit.in_sentence(result.order_reason)
        suit = self._suit(part, column) if column == BEST or column >= N_FACTS else None
        if suit is not None and suit.gate is not None:
            return f"{suit.gate}\n{suit.others}." if suit.others else suit.gate
        if suit is not None and suit.n_issues:
            return f"{suit.variant}: {issue_words.both(suit.n_issues, suit.n_places)}"
        patterns = () if column != PART or result is None else result.patterns or ()
        return "\n".join([str(part.path), *(pattern.label for pattern in patterns)])

    def _status(self, part: Session) -> str:
        now = part.now
        if now.stage is Stage.RUNNING and now.log:
            return now.log[-1][:1].upper() + now.log[-1][1:]
        if _missing(part):
            return self.tr("Incomplete: the engine failed at a part of it")
        return {
            Stage.CHOSEN: self.tr("Waits"),
            Stage.UPLOADING: self.tr("Is sent"),
            Stage.QUEUED: self.tr("Queued"),
            Stage.RUNNING: self.tr("Is analyzed"),
            Stage.DONE: self.tr("Done"),
            Stage.FAILED: self.tr("Not judged"),
            Stage.CANCELLED: self.tr("Cancelled"),
        }[now.stage]

    def _is_any(self, column: int) -> bool:
        return column >= N_FACTS and not self._shown[column - N_FACTS].variant

    def _suit(self, part: Session, column: int) -> Suit | None:
        judged = self._judgment(part)
        if judged is None:
            return None
        return judged.best if column == BEST else judged.under(self._shown[column - N_FACTS].process)

    def _judgment(self, part: Session) -> Judgment | None:
        """Return how a part does; sorting and drawing ask for it again and again."""
        known = self._judgment_of.get(part)
        if known is not None and known.result is part.now.result:
            return known
        found = batch_rows.judgment(part)
        if found is not None:
            self._judgment_of[part] = found
        return found


def _missing(part: Session) -> tuple[str, ...]:
    """Return a sentence for each stage of the analysis that failed."""
    return () if part.now.result is None else tuple(one.message for one in part.now.result.failed_stages)


def _severity(suit: Suit) -> Any:
    return None if suit.is_out else suit.severity
