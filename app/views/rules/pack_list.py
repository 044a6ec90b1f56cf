"""The packs there are: shipped ones under a lock, one's own below, and what can be done with them."""

from pathlib import Path

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap, QShowEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QGridLayout,
    QMessageBox,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.views.inspect.panel_widgets import PanelTitle
from app.views.rules.editor import Editor, Place
from app.views.theme.tokens import Tokens

PLACE = Qt.ItemDataRole.UserRole


class PackList(QWidget):
    """Opens a pack with a click."""

    def __init__(self, editor: Editor, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editor = editor
        self._tokens = tokens
        self._title = PanelTitle(self.tr("Rule packs"), tokens)
        self.tree = QTreeWidget()
        self.tree.setHeaderHidden(True)
        self.tree.setRootIsDecorated(False)
        self.tree.setIndentation(4)
        self.tree.setAccessibleName(self.tr("Rule packs"))
        self.new_button = self._button(self.tr("New"), self.tr("Begin a pack with one rule"))
        self.clone_button = self._button(
            self.tr("Clone to edit"), self.tr("Make a copy of this pack to edit")
        )
        self.import_button = self._button(self.tr("Import…"), self.tr("Bring a pack in from a file"))
        self.export_button = self._button(self.tr("Export…"), self.tr("Write this pack to a file"))
        self.delete_button = self._button(self.tr("Delete"), self.tr("Delete this pack of yours"))
        buttons = QGridLayout()
        buttons.setSpacing(4)
        buttons.addWidget(self.clone_button, 0, 0, 1, 2)
        buttons.addWidget(self.new_button, 1, 0)
        buttons.addWidget(self.delete_button, 1, 1)
        buttons.addWidget(self.import_button, 2, 0)
        buttons.addWidget(self.export_button, 2, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 6)
        layout.setSpacing(6)
        layout.addWidget(self._title)
        layout.addWidget(self.tree, 1)
        layout.addLayout(buttons)
        self.tree.currentItemChanged.connect(self._open)
        self.new_button.clicked.connect(editor.make_new)
        self.clone_button.clicked.connect(editor.clone)
        self.delete_button.clicked.connect(self._delete)
        self.import_button.clicked.connect(self._import)
        self.export_button.clicked.connect(self._export)
        editor.packs_changed.connect(self._refresh)
        editor.opened.connect(self._refresh)
        editor.changed.connect(lambda _: self._mark())
        self._refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """List what is there now: an agent on this machine may have saved a pack meanwhile."""
        super().showEvent(event)
        self._refresh()

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self._tokens = tokens
        self._title.set_tokens(tokens)
        self._refresh()

    def places(self) -> tuple[Place, ...]:
        """Return the packs that are listed, from the top."""
        return tuple(item.data(0, PLACE) for item in self._items())

    def _button(self, text: str, tip: str) -> QPushButton:
        button = QPushButton(text)
        button.setToolTip(tip)
        return button

    def _refresh(self) -> None:
        self.tree.blockSignals(True)
        self.tree.clear()
        lock = _lock(self._tokens)
        shipped = self._head(self.tr("Shipped"))
        kept = self._editor.context.saved_packs
        for key, document in self._editor.shipped.items():
            if key not in kept:
                self._item(shipped, (True, key), str(document.get("name") or key)).setIcon(0, lock)
        if kept:
            saved = self._head(self.tr("Saved at the server"))
            for key, document in kept.items():
                self._item(saved, (True, key), str(document.get("name") or key)).setIcon(0, lock)
        own = self._head(self.tr("My packs"))
        for each in self._editor.library.packs:
            self._item(own, (False, each.key), each.name)
        if not own.childCount():
            hint = QTreeWidgetItem(own, [self.tr("None yet")])
            hint.setFlags(Qt.ItemFlag.NoItemFlags)
        self.tree.expandAll()
        self.tree.blockSignals(False)
        self._mark()

    def _head(self, text: str) -> QTreeWidgetItem:
        head = QTreeWidgetItem(self.tree, [text])
        head.setFlags(Qt.ItemFlag.ItemIsEnabled)
        head.setForeground(0, QColor(self._tokens.text_muted))
        return head

    def _item(self, head: QTreeWidgetItem, place: Place, name: str) -> QTreeWidgetItem:
        item = QTreeWidgetItem(head, [name])
        item.setData(0, PLACE, place)
        item.setData(0, PLACE + 1, name)
        item.setToolTip(0, place[1])
        return item

    def _items(self) -> list[QTreeWidgetItem]:
        heads = [self.tree.topLevelItem(row) for row in range(self.tree.topLevelItemCount())]
        found = [head.child(row) for head in heads if head is not None for row in range(head.childCount())]
        return [item for item in found if item is not None and item.data(0, PLACE) is not None]

    def _mark(self) -> None:
        """Mark what is open, and what has changes that are not saved."""
        self.tree.blockSignals(True)
        for item in self._items():
            place = tuple(item.data(0, PLACE))
            is_modified = self._editor.is_modified(place)
            item.setText(0, f"{item.data(0, PLACE + 1)}{'  •' if is_modified else ''}")
            if place == self._editor.place:
                self.tree.setCurrentItem(item)
        self.tree.blockSignals(False)
        self.clone_button.setEnabled(self._editor.draft is not None)
        self.export_button.setEnabled(self._editor.draft is not None)
        self.delete_button.setEnabled(self._editor.is_editable)

    def _open(self, item: QTreeWidgetItem | None, before: object = None) -> None:
        place = None if item is None else item.data(0, PLACE)
        if place is not None:
            self._editor.open((bool(place[0]), str(place[1])))

    def _delete(self) -> None:
        asked = self.tr("Delete this pack? It cannot be brought back.")
        if QMessageBox.question(self, self.tr("Delete pack"), asked) == QMessageBox.StandardButton.Yes:
            self._editor.remove()

    def _import(self) -> None:
        name, _ = QFileDialog.getOpenFileName(
            self, self.tr("Import a rule pack"), "", self.tr("Packs (*.json)")
        )
        if name:
            self._editor.bring_in(Path(name))

    def _export(self) -> None:
        key = "" if self._editor.place is None else self._editor.place[1]
        name, _ = QFileDialog.getSaveFileName(
            self, self.tr("Export the rule pack"), f"{key}.json", self.tr("Packs (*.json)")
        )
        if name:
            self._editor.write_to(Path(name))


def _lock(tokens: Tokens) -> QIcon:
    """Draw a small lock, to be seen where it is selected, too."""
    found = QIcon()
    found.addPixmap(_lock_in(tokens.text_muted), QIcon.Mode.Normal)
    found.addPixmap(_lock_in(tokens.accent_text), QIcon.Mode.Selected)
    return found


def _lock_in(ink: str) -> QPixmap:
    drawn = QPixmap(32, 32)
    drawn.fill(Qt.GlobalColor.transparent)
    painter = QPainter(drawn)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(ink), 3))
    painter.drawArc(QRectF(10, 4, 12, 18), 0, 180 * 16)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(ink))
    painter.drawRoundedRect(QRectF(6, 14, 20, 14), 3, 3)
    painter.end()
    return drawn
