"""The table of a batch: each part with how far it is and what came out."""

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from app.client.models import Result
from app.state import suitability
from app.state.batch import Batch
from app.state.session import Session, Stage
from app.state.suitability import Suit
from app.views import glyphs, issue_words
from app.views.theme.tokens import Tokens

Index = QModelIndex | QPersistentModelIndex

PART, STATUS, SIZE, FORM, VERDICT, BEST = range(6)


class BatchModel(QAbstractTableModel):
    """Rows in the order the parts came. The verdict is of the process chosen, the best of all."""

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tokens = tokens
        self._parts: tuple[Session, ...] = ()
        self._process: tuple[str, ...] | None = None

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self._tokens = tokens
        self.refresh()

    def show_batch(self, shown: Batch) -> None:
        """Show these parts as they stand."""
        if len(shown.parts) != len(self._parts):
            self.beginResetModel()
            self._parts = shown.parts
            self.endResetModel()
            return
        self._parts = shown.parts
        self.refresh()

    def show_process(self, process: tuple[str, ...] | None) -> None:
        """Show verdicts of this pack and configuration."""
        self._process = process
        self.refresh()

    def refresh(self, part: Session | None = None) -> None:
        """Emit `dataChanged` for a part; None: for all."""
        if not self._parts:
            return
        rows = (0, len(self._parts) - 1)
        if part is not None:
            if part not in self._parts:
                return
            rows = (self._parts.index(part),) * 2
        self.dataChanged.emit(self.index(rows[0], 0), self.index(rows[1], BEST))

    def part(self, row: int) -> Session:
        """Return the part of a row."""
        return self._parts[row]

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._parts)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else BEST + 1

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is Qt.Orientation.Vertical or role != Qt.ItemDataRole.DisplayRole:
            return None
        chosen = self.tr("Verdict")
        size, form, best = self.tr("Size, mm"), self.tr("Form"), self.tr("Suits best")
        return (self.tr("Part"), self.tr("Status"), size, form, chosen, best)[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        part = self._parts[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(part, index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(part, index.column())
        if role == Qt.ItemDataRole.DecorationRole and index.column() in (VERDICT, BEST):
            suit = self._suit(part, index.column())
            return None if suit is None else glyphs.icon(_severity(suit), self._tokens)
        if role == Qt.ItemDataRole.ForegroundRole:
            if index.column() == STATUS and part.now.stage is Stage.FAILED:
                return QColor(self._tokens.fail)
            if index.column() == STATUS and _missing(part):
                return QColor(self._tokens.warning)
            if index.column() == STATUS and part.now.stage is not Stage.DONE:
                return QColor(self._tokens.text_muted)
        return None

    def _text(self, part: Session, column: int) -> str:
        if column == PART:
            return part.path.name
        if column == STATUS:
            return self._status(part)
        if column == SIZE:
            geometry = None if part.now.result is None else part.now.result.geometry
            return "" if geometry is None else " × ".join(f"{side:.1f}" for side in geometry.sides_mm)
        if column == FORM:
            form = None if part.now.result is None else part.now.result.form
            return "" if form is None else form.form.capitalize()
        suit = self._suit(part, column)
        if suit is None:
            return ""
        if suit.gate is not None:
            return suit.gate
        counts = []
        if suit.n_fail:
            counts.append(
                self.tr("{n} rules fail").format(n=suit.n_fail)
                if suit.n_fail > 1
                else self.tr("1 rule fails")
            )
        if suit.n_warning:
            one, many = (
                (self.tr("1 warns"), self.tr("{n} warn"))
                if counts
                else (self.tr("1 rule warns"), self.tr("{n} rules warn"))
            )
            counts.append(many.format(n=suit.n_warning) if suit.n_warning > 1 else one)
        joined = ", ".join(counts) or self.tr("passes")
        return f"{suit.variant}: {joined}" if column == BEST else joined[:1].upper() + joined[1:]

    def _tip(self, part: Session, column: int) -> str:
        """Return what there is no room for: what went wrong, why a process does not suit, path, patterns."""
        failure = part.now.failure
        if failure is not None:
            return f"{failure.sentence} {failure.next_step}"
        if column == STATUS and _missing(part):
            return "\n".join(_missing(part))
        result = part.now.result
        if column == FORM and result is not None and result.form is not None:
            return result.form.sentence
        if column == BEST and result is not None and result.order_reason:
            return result.order_reason
        suit = self._suit(part, column) if column in (VERDICT, BEST) else None
        if suit is not None and suit.gate is not None:
            return f"{suit.gate}\n{suit.others}." if suit.others else suit.gate
        if suit is not None and suit.n_issues:
            return issue_words.both(suit.n_issues, suit.n_places)
        patterns = () if column != PART or result is None else result.patterns or ()
        return "\n".join([str(part.path), *(pattern.label for pattern in patterns)])

    def _status(self, part: Session) -> str:
        now = part.now
        if now.stage is Stage.FAILED:
            return "" if now.failure is None else now.failure.sentence
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
            Stage.CANCELLED: self.tr("Cancelled"),
        }[now.stage]

    def _suit(self, part: Session, column: int) -> Suit | None:
        result: Result | None = part.now.result
        if result is None:
            return None
        if column == BEST:
            return suitability.best(result)
        suits: dict[tuple[str, ...], Suit] = {
            (one.pack_key, one.configuration_key): one for one in suitability.of_result(result)
        }
        return None if self._process is None else suits.get(self._process)


def _missing(part: Session) -> tuple[str, ...]:
    """Return a sentence for each stage of the analysis that failed."""
    return () if part.now.result is None else tuple(one.message for one in part.now.result.failed_stages)


def _severity(suit: Suit) -> Any:
    return None if suit.is_out else suit.severity
