"""The feature tree as Qt asks for it: kinds, and under each its features."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont

from app.client.models import Severity
from app.state import feature_words
from app.state.features import Entry, Group
from app.state.interface import SHIPPED, Interface
from app.views import glyphs
from app.views.theme.tokens import Tokens

FEATURE, SIZE, WORST = range(3)
Index = QModelIndex | QPersistentModelIndex
NONE = QModelIndex()


class FeatureModel(QAbstractItemModel):
    """Groups and entries of `app.state.features.tree`; an index of an entry carries its group's row + 1."""

    def __init__(self, tokens: Tokens, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tokens = tokens
        self._groups: Sequence[Group] = ()
        self._rows: dict[str, tuple[int, int]] = {}
        self._is_judged = False
        self._interface = SHIPPED
        self._draw()

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self._tokens = tokens
        self._draw()
        self.layoutChanged.emit()

    def show(self, groups: Sequence[Group], *, is_judged: bool, interface: Interface = SHIPPED) -> None:
        """Show these; where nothing was judged, a feature without findings is not called sound."""
        self.beginResetModel()
        self._groups = groups
        self._is_judged = is_judged
        self._interface = interface
        self._rows = {
            _key(entry): (row, at)
            for row, group in enumerate(groups)
            for at, entry in enumerate(group.entries)
        }
        self.endResetModel()

    def entry(self, index: Index) -> Entry | None:
        """Return the feature of a row; None of a kind."""
        if not index.isValid() or not index.internalId():
            return None
        return self._groups[int(index.internalId()) - 1].entries[index.row()]

    def group(self, index: Index) -> Group | None:
        """Return the kind of a row; None of a feature."""
        return self._groups[index.row()] if index.isValid() and not index.internalId() else None

    def place(self, kind: str, fid: str) -> QModelIndex:
        """Return the index of a feature; an invalid one where it is filtered out."""
        found = self._rows.get(f"{kind} {fid}")
        return QModelIndex() if found is None else self.createIndex(found[1], 0, found[0] + 1)

    # --- what Qt asks for ---------------------------------------------------------------------------

    def index(self, row: int, column: int, parent: Index = NONE) -> QModelIndex:
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, index: Index = NONE) -> QModelIndex:  # type: ignore[override]
        above = int(index.internalId()) if index.isValid() else 0
        return self.createIndex(above - 1, 0, 0) if above else QModelIndex()

    def rowCount(self, parent: Index = NONE) -> int:
        if not parent.isValid():
            return len(self._groups)
        return len(self._groups[parent.row()].entries) if not parent.internalId() else 0

    def columnCount(self, parent: Index = NONE) -> int:
        return 3

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            return (self.tr("Feature"), self.tr("Size in mm"), "")[section]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return (self.tr("Feature"), self.tr("Size in mm"), self.tr("Worst finding"))[section]
        return None

    def data(self, index: Index, role: int = 0) -> Any:
        entry = self.entry(index)
        if entry is not None:
            return self._of_entry(entry, index.column(), role)
        group = self.group(index)
        return None if group is None else self._of_group(group, index.column(), role)

    def _of_group(self, group: Group, column: int, role: int) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            count = f"{len(group.entries)}"
            if len(group.entries) != group.n_all:
                count = self.tr("{} of {}").format(len(group.entries), group.n_all)
            return (feature_words.kind(group.kind, self._interface, is_many=True), count, None)[column]
        if role == Qt.ItemDataRole.ToolTipRole and column != WORST and group.patterns:
            return "\n".join(group.patterns)
        if role == Qt.ItemDataRole.FontRole and column == FEATURE:
            return self._bold
        if role == Qt.ItemDataRole.ForegroundRole and column == SIZE:
            return QColor(self._tokens.text_muted)
        if column == WORST and group.severity is not None:
            return self._glyph(group.severity, role)
        return None

    def _of_entry(self, entry: Entry, column: int, role: int) -> Any:
        if column == WORST:
            return self._glyph(entry.severity or ("pass" if self._is_judged else None), role)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            words = (
                feature_words.name(entry.feature, self._interface),
                feature_words.size(entry.feature, self._interface),
            )
            if role == Qt.ItemDataRole.DisplayRole:
                return words[column]
            return " · ".join(filter(None, (*words, entry.pattern)))
        if role == Qt.ItemDataRole.AccessibleTextRole and column == FEATURE:
            severity = entry.severity or ("pass" if self._is_judged else None)
            return ", ".join(
                filter(
                    None,
                    (
                        feature_words.name(entry.feature, self._interface),
                        feature_words.size(entry.feature, self._interface),
                        entry.pattern,
                        glyphs.word(severity),
                    ),
                )
            )
        return None

    def _glyph(self, severity: Severity | None, role: int) -> Any:
        if role == Qt.ItemDataRole.DecorationRole and severity is not None:
            return self._icons[severity]
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return glyphs.word(severity)
        return None

    def _draw(self) -> None:
        self._icons = {level: glyphs.icon(level, self._tokens) for level in LEVELS}
        self._bold = QFont()
        self._bold.setBold(True)


LEVELS: tuple[Severity, ...] = ("pass", "warning", "fail")


def _key(entry: Entry) -> str:
    return f"{entry.feature.kind} {entry.feature.fid}"
