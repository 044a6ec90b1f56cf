"""Trees of rows as Qt asks for them: where each row stands, whatever it shows."""

from dataclasses import dataclass, field
from typing import Any, Generic, Self, TypeVar

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex
from PySide6.QtGui import QFont

from app.client.models import Severity

Index = QModelIndex | QPersistentModelIndex
NONE = QModelIndex()


@dataclass(eq=False, slots=True)
class Node:
    """One row: a text a column, and the rows under it."""

    texts: tuple[str, ...]
    severity: Severity | None = None
    tip: str = ""
    is_bold: bool = False
    above: Self | None = None
    rows: list[Self] = field(default_factory=list)
    row: int = 0

    def add(self, node: Self) -> Self:
        """Put a row under this one."""
        node.above, node.row = self, len(self.rows)
        self.rows.append(node)
        return node


AnyNode = TypeVar("AnyNode", bound=Node)


class TreeModel(QAbstractItemModel, Generic[AnyNode]):
    """Rows under a root that is not shown; made anew whenever its content changes."""

    def __init__(self, root: AnyNode, n_columns: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.root = root
        self._n_columns = n_columns
        self._node_of: dict[int, AnyNode] = {}
        self._bold = QFont()
        self._bold.setBold(True)

    def node(self, index: Index) -> AnyNode | None:
        """Return what a row shows; None of no row."""
        return index.internalPointer() if index.isValid() else None

    def depth(self, node: AnyNode) -> int:
        """Return how many rows stand above a row; 0 of those of the first level."""
        return 0 if node.above is None or node.above is self.root else 1 + self.depth(node.above)

    def _place(self, shown: object) -> QModelIndex:
        """Return the index of what `_node_of` knows; an invalid one of anything else."""
        node = self._node_of.get(id(shown))
        return QModelIndex() if node is None else self.createIndex(node.row, 0, node)

    # --- what Qt asks for ---------------------------------------------------------------------------

    def index(self, row: int, column: int, parent: Index = NONE) -> QModelIndex:
        above = self.node(parent) or self.root
        if not (0 <= row < len(above.rows) and 0 <= column < self._n_columns):
            return QModelIndex()
        return self.createIndex(row, column, above.rows[row])

    def parent(self, index: Index = NONE) -> Any:
        node = self.node(index)
        if node is None or node.above is None or node.above is self.root:
            return QModelIndex()
        return self.createIndex(node.above.row, 0, node.above)

    def rowCount(self, parent: Index = NONE) -> int:
        return len((self.node(parent) or self.root).rows) if parent.column() <= 0 else 0

    def columnCount(self, parent: Index = NONE) -> int:
        return self._n_columns
