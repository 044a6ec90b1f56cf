"""The bodies of an assembly: equal ones in one row with their count, each with verdict and a tick to see it.

It is there for parts of several bodies alone.
"""

from collections.abc import Iterator

from PySide6.QtCore import QItemSelectionModel, QPoint, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QMenu,
    QSizePolicy,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QTreeWidgetItemIterator,
    QVBoxLayout,
    QWidget,
)

from app.client.models import JudgedBody
from app.state import bodies, size_words
from app.state.selection import Selected, Source
from app.views import glyphs
from app.views.inspect.panel_widgets import PanelTitle
from app.views.theme.tokens import Tokens
from app.views.window_context import WindowContext

BODY, COUNT, VERDICT = range(3)
BODY_ROLE, AT_ROLE = Qt.ItemDataRole.UserRole + 1, Qt.ItemDataRole.UserRole + 2
ROW_PX = 24
MOST_ROWS = 7
"""Rows that the panel has room for before it scrolls: the features need theirs."""


class BodyPanel(QWidget):
    """What is chosen here is selected everywhere; one body may be judged alone."""

    isolate_asked = Signal(object)
    """Faces to show alone; this and the others are tuples of fids."""
    hide_asked = Signal(object)
    reveal_asked = Signal(object)
    fit_asked = Signal(object)

    def __init__(self, context: WindowContext, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context, self._tokens = context, tokens
        self._is_following = False
        self._hidden: frozenset[int] = frozenset()
        self._title = PanelTitle(self.tr("Bodies"), tokens)
        self.tree = QTreeWidget()
        self.tree.setColumnCount(3)
        self.tree.setHeaderHidden(True)
        self.tree.setAccessibleName(self.tr("Bodies of the part"))
        self.tree.setUniformRowHeights(True)
        self.tree.setIndentation(14)
        self.tree.setExpandsOnDoubleClick(False)
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(BODY, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(COUNT, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(VERDICT, QHeaderView.ResizeMode.ResizeToContents)
        self.whole_button = QToolButton()
        self.whole_button.setText(self.tr("Judge the whole part again"))
        self.whole_button.clicked.connect(lambda: context.choose_body(None))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 0)
        layout.setSpacing(4)
        for one in (self._title, self.tree, self.whole_button):
            layout.addWidget(one)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.tree.itemChanged.connect(self._tick)
        self.tree.itemSelectionChanged.connect(self._select)
        self.tree.itemDoubleClicked.connect(lambda item, _: self.fit_asked.emit(_faces(item)))
        self.tree.customContextMenuRequested.connect(self._open_menu)
        context.result_changed.connect(lambda _: self._refresh())
        context.body_chosen.connect(lambda _: self._mark())
        context.verdict_chosen.connect(lambda *_: self._mark())
        context.units_changed.connect(self._mark)
        context.selection_changed.connect(self._follow)
        self._refresh()

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self._tokens = tokens
        self._title.set_tokens(tokens)
        self._mark()

    def show_hidden(self, hidden: frozenset[int]) -> None:
        """Tick the bodies of which anything is to be seen."""
        self._hidden = hidden
        self._is_following = True
        for item in self._items():
            if item.childCount():
                continue
            seen = [fid for fid in _faces(item) if int(fid) not in hidden]
            item.setCheckState(BODY, Qt.CheckState.Checked if seen else Qt.CheckState.Unchecked)
        self._is_following = False

    def judge_alone(self, item: QTreeWidgetItem) -> None:
        """Judge one of these bodies alone and show it alone; of equal ones the first is the one judged."""
        body: JudgedBody = item.data(BODY, BODY_ROLE)
        self._context.choose_body(body)
        self.isolate_asked.emit(bodies.fids(body, 0))

    def menu(self, item: QTreeWidgetItem) -> QMenu:
        """Return what can be done with a body."""
        made, fids = QMenu(self), _faces(item)
        made.addAction(self.tr("Judge alone"), lambda: self.judge_alone(item))
        made.addSeparator()
        made.addAction(self.tr("Isolate"), lambda: self.isolate_asked.emit(fids))
        made.addAction(self.tr("Hide"), lambda: self.hide_asked.emit(fids))
        made.addAction(self.tr("Show all"), lambda: self.isolate_asked.emit(()))
        made.addAction(self.tr("Zoom to it"), lambda: self.fit_asked.emit(fids))
        return made

    # --- what is shown ------------------------------------------------------------------------------

    def _refresh(self) -> None:
        """Show the bodies of another result."""
        result = self._context.result
        found = () if result is None else result.bodies
        self._is_following = True
        self.tree.clear()
        for body in found:
            row = self._row(body, None)
            self.tree.addTopLevelItem(row)
            for at in range(len(body.solids)) if len(body.solids) > 1 else ():
                row.addChild(self._row(body, at))
        self._is_following = False
        n_bodies = sum(len(body.solids) for body in found)
        self._title.set_note(f"{n_bodies}" if found else "")
        self.setVisible(bool(found))
        rows = min(max(len(found), 1), MOST_ROWS)
        self.tree.setFixedHeight(rows * max(self.tree.sizeHintForRow(0), ROW_PX) + 8)
        self._mark()

    def _row(self, body: JudgedBody, at: int | None) -> QTreeWidgetItem:
        row = QTreeWidgetItem()
        row.setData(BODY, BODY_ROLE, body)
        row.setData(BODY, AT_ROLE, at)
        words = bodies.name(body) if at is None else self.tr("No. {}").format(at + 1)
        row.setText(BODY, words)
        if at is None and len(body.solids) > 1:
            row.setText(COUNT, f"× {len(body.solids)}")
        flags = row.flags() | Qt.ItemFlag.ItemIsUserCheckable
        if at is None and len(body.solids) > 1:
            flags |= Qt.ItemFlag.ItemIsAutoTristate
        row.setFlags(flags)
        if at is not None or len(body.solids) == 1:
            row.setCheckState(BODY, Qt.CheckState.Checked)
        return row

    def _mark(self) -> None:
        """Show the verdict of each body under the process that is looked at, and which is judged alone."""
        self._is_following = True
        chosen, alone = self._context.verdict, self._context.body
        for item in self._items():
            body: JudgedBody = item.data(BODY, BODY_ROLE)
            if item.data(BODY, AT_ROLE) is None:
                level = bodies.verdict(body, chosen)
                item.setIcon(VERDICT, glyphs.icon(level, self._tokens))
                words = [bodies.name(body), glyphs.word(level), bodies.counts(body, chosen)]
                if body.geometry is not None:
                    words.append(size_words.sides(body.geometry.sides_mm))
                tip = " · ".join(filter(None, words))
                item.setData(BODY, Qt.ItemDataRole.AccessibleTextRole, tip)
                for column in (BODY, COUNT, VERDICT):
                    item.setToolTip(column, tip)
            font = item.font(BODY)
            font.setBold(alone is not None and body is alone)
            item.setFont(BODY, font)
        self.whole_button.setVisible(alone is not None)
        self._is_following = False

    def _items(self) -> Iterator[QTreeWidgetItem]:
        """Yield every row, those of equal bodies after the one that stands for all."""
        every = QTreeWidgetItemIterator(self.tree)
        while (item := every.value()) is not None:
            yield item
            every += 1

    # --- what is done -------------------------------------------------------------------------------

    def _tick(self, item: QTreeWidgetItem, column: int) -> None:
        """Hide a body whose tick was taken away; show it again with its tick."""
        if self._is_following or column != BODY or item.childCount():
            return
        is_shown = item.checkState(BODY) is Qt.CheckState.Checked
        (self.reveal_asked if is_shown else self.hide_asked).emit(_faces(item))

    def _select(self) -> None:
        if not self._is_following:
            fids = dict.fromkeys(fid for item in self.tree.selectedItems() for fid in _faces(item))
            self._context.selection.select(fids, Source.TREE)

    def _follow(self, selected: Selected) -> None:
        """Mark the bodies that something was selected of elsewhere."""
        mine = frozenset(fid for item in self.tree.selectedItems() for fid in _faces(item))
        if selected.source is Source.TREE and selected.fids == mine:
            return
        self._is_following = True
        self.tree.clearSelection()
        for item in self._items():
            if not item.childCount() and selected.fids & frozenset(_faces(item)):
                item.setSelected(True)
                index = self.tree.indexFromItem(item)
                self.tree.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
        self._is_following = False

    def _open_menu(self, at: QPoint) -> None:
        item = self.tree.itemAt(at)
        if item is not None:
            self.menu(item).popup(self.tree.viewport().mapToGlobal(at))


def _faces(item: QTreeWidgetItem) -> tuple[str, ...]:
    """Return the faces of a row: of one body, or of all equal ones."""
    at: int | None = item.data(BODY, AT_ROLE)
    return bodies.fids(item.data(BODY, BODY_ROLE), at)
