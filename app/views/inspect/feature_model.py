"""The feature tree as Qt asks for it: kinds, and under each its features, those of a pattern in one row."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont

from app.client.models import Severity
from app.state import display_unit, feature_words
from app.state.features import Entry, Group, PatternEntry
from app.state.interface import SHIPPED, Interface
from app.views import glyphs
from app.views.theme.tokens import Tokens

FEATURE, SIZE, WORST = range(3)
Index = QModelIndex | QPersistentModelIndex
NONE = QModelIndex()


@dataclass(slots=True)
class _Node:
    """One row; its number among all rows is what an index of it carries."""

    item: Group | PatternEntry | Entry
    row: int
    """Among those under the same parent."""
    parent: int | None
    children: list[int] = field(default_factory=list)


class FeatureModel(QAbstractItemModel):
    """Groups of `app.state.features.tree`, under each its entries, under a pattern the features of it."""

    def __init__(self, tokens: Tokens, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tokens = tokens
        self._nodes: list[_Node] = []
        self._groups: list[int] = []
        self._node_of_feature: dict[tuple[str, str], int] = {}
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
        self._is_judged = is_judged
        self._interface = interface
        self._nodes, self._groups, self._node_of_feature = [], [], {}
        for group in groups:
            self._add(group, None)
        self.endResetModel()

    def entries(self, index: Index) -> Sequence[Entry]:
        """Return the features of a row: one, those of a pattern, or all of a kind."""
        item = self._item(index)
        if item is None:
            return ()
        return (item,) if isinstance(item, Entry) else item.entries

    def entry(self, index: Index) -> Entry | None:
        """Return the feature of a row; None of a kind or a pattern."""
        item = self._item(index)
        return item if isinstance(item, Entry) else None

    def folding(self, index: Index) -> tuple[str, ...]:
        """Return the kind, and of a pattern the label: they name a row that can be folded in any part."""
        item = self._item(index)
        if isinstance(item, PatternEntry):
            return (item.entries[0].feature.kind, item.label)
        return (item.kind,) if isinstance(item, Group) else ()

    def place(self, kind: str, fid: str) -> QModelIndex:
        """Return the index of a feature; an invalid one where it is filtered out."""
        number = self._node_of_feature.get((kind, fid))
        return QModelIndex() if number is None else self._index(number)

    def _add(self, item: Group | PatternEntry | Entry, parent: int | None) -> None:
        number = len(self._nodes)
        siblings = self._groups if parent is None else self._nodes[parent].children
        self._nodes.append(_Node(item, len(siblings), parent))
        siblings.append(number)
        if isinstance(item, Entry):
            self._node_of_feature[item.feature.kind, item.feature.fid] = number
        else:
            for below in item.rows if isinstance(item, Group) else item.entries:
                self._add(below, number)

    def _item(self, index: Index) -> Group | PatternEntry | Entry | None:
        return self._nodes[int(index.internalId())].item if index.isValid() else None

    def _children(self, parent: Index) -> list[int]:
        return self._nodes[int(parent.internalId())].children if parent.isValid() else self._groups

    def _index(self, number: int) -> QModelIndex:
        return self.createIndex(self._nodes[number].row, 0, number)

    # --- what Qt asks for ---------------------------------------------------------------------------

    def index(self, row: int, column: int, parent: Index = NONE) -> QModelIndex:
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, self._children(parent)[row])

    def parent(self, index: Index = NONE) -> QModelIndex:  # type: ignore[override]
        above = self._nodes[int(index.internalId())].parent if index.isValid() else None
        return QModelIndex() if above is None else self._index(above)

    def rowCount(self, parent: Index = NONE) -> int:
        return len(self._children(parent))

    def columnCount(self, parent: Index = NONE) -> int:
        return 3

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            return (self.tr("Feature"), self._size_words(), "")[section]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return (self.tr("Feature"), self._size_words(), self.tr("Worst finding"))[section]
        return None

    def _size_words(self) -> str:
        return self.tr("Size in inches") if display_unit.is_inches() else self.tr("Size in mm")

    def data(self, index: Index, role: int = 0) -> Any:
        match self._item(index):
            case Entry() as entry:
                return self._of_entry(entry, index.column(), role)
            case PatternEntry() as pattern:
                return self._of_pattern(pattern, index.column(), role)
            case Group() as group:
                return self._of_group(group, index.column(), role)
        return None

    def _of_group(self, group: Group, column: int, role: int) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            count = f"{len(group.entries)}"
            if len(group.entries) != group.n_all:
                count = self.tr("{} of {}").format(len(group.entries), group.n_all)
            return (feature_words.kind(group.kind, self._interface, is_many=True), count, None)[column]
        if role == Qt.ItemDataRole.FontRole and column == FEATURE:
            return self._bold
        if role == Qt.ItemDataRole.ForegroundRole and column == SIZE:
            return QColor(self._tokens.text_muted)
        if column == WORST and group.severity is not None:
            return self._glyph(group.severity, role)
        return None

    def _of_pattern(self, pattern: PatternEntry, column: int, role: int) -> Any:
        if column == WORST:
            return self._glyph(self._severity(pattern.severity), role)
        if role == Qt.ItemDataRole.ToolTipRole:
            return pattern.label
        if role == Qt.ItemDataRole.DisplayRole:
            kind = feature_words.kind(pattern.entries[0].feature.kind, self._interface, is_many=True)
            return (f"{len(pattern.entries)} {kind.lower()}", pattern.label)[column]
        if role == Qt.ItemDataRole.AccessibleTextRole and column == FEATURE:
            return f"{pattern.label}, {glyphs.word(self._severity(pattern.severity))}"
        return None

    def _severity(self, severity: Severity | None) -> Severity | None:
        """Return what is shown where nothing was found: that it passes, if anything was judged."""
        return severity or ("pass" if self._is_judged else None)

    def _of_entry(self, entry: Entry, column: int, role: int) -> Any:
        label = "" if entry.pattern is None else display_unit.in_label(entry.pattern.label)
        if column == WORST:
            return self._glyph(self._severity(entry.severity), role)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            words = (
                feature_words.name(entry.feature, self._interface),
                feature_words.size(entry.feature, self._interface),
            )
            if role == Qt.ItemDataRole.DisplayRole:
                return words[column]
            return " · ".join(filter(None, (*words, label)))
        if role == Qt.ItemDataRole.AccessibleTextRole and column == FEATURE:
            return ", ".join(
                filter(
                    None,
                    (
                        feature_words.name(entry.feature, self._interface),
                        feature_words.size(entry.feature, self._interface),
                        label,
                        glyphs.word(self._severity(entry.severity)),
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
