"""The palette: type a few letters of a command, press Enter."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from app.state import fuzzy
from app.views.commands.registry import Registry

WIDTH, HEIGHT = 520, 360


class Palette(QDialog):
    """Lists what can be done now; the first is chosen, arrows choose another."""

    def __init__(self, commands: Registry, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._commands = commands
        self.words = QLineEdit(placeholderText=self.tr("What do you want to do?"))
        self.words.setAccessibleName(self.tr("Command"))
        self.words.setClearButtonEnabled(True)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Commands"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.addWidget(self.words)
        layout.addWidget(self.list)
        self.words.textChanged.connect(self._show)
        self.words.returnPressed.connect(self._run)
        self.list.itemClicked.connect(lambda _: self._run())
        self.words.installEventFilter(self)
        self.resize(WIDTH, HEIGHT)
        self.move(parent.mapToGlobal(parent.rect().center()) - self.rect().center())
        self._show("")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()), 0)
            if step and self.list.count():
                self.list.setCurrentRow((self.list.currentRow() + step) % self.list.count())
                return True
        return super().eventFilter(watched, event)

    def _show(self, words: str) -> None:
        self.list.clear()
        enabled = [action for action in self._commands.all() if action.isEnabled()]
        for action in fuzzy.best(enabled, words, lambda one: _words(self._commands, one)):
            keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            text = action.text().replace("&", "")
            item = QListWidgetItem(f"{text}    {keys}" if keys else text)
            item.setToolTip(self._commands.group_of(action))
            item.setData(Qt.ItemDataRole.UserRole, action.objectName())
            self.list.addItem(item)
        self.list.setCurrentRow(0)

    def _run(self) -> None:
        item = self.list.currentItem()
        self.accept()
        if item is not None:
            self._commands[item.data(Qt.ItemDataRole.UserRole)].trigger()


def _words(commands: Registry, action: QAction) -> str:
    return f"{action.text().replace('&', '')} {commands.group_of(action)}"
