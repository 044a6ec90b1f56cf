"""The palette: type a few letters of a command, press Enter.

It is a part of the window and no window of its own: where a window manager gives the keyboard to a new
window late, or never, the first letters would be lost.
"""

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QAction, QHideEvent, QIcon, QKeyEvent, QKeySequence, QPainter, QPalette, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from app.state import fuzzy
from app.views.commands.registry import Registry
from app.views.theme.icons import SIZE_PX as ICON_PX
from app.views.theme.labels import muted

ModelIndex = QModelIndex | QPersistentModelIndex

WIDTH, HEIGHT = 560, 420
STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 10, Qt.Key.Key_PageUp: -10}
"""Rows that a key goes down."""
KEYS, GROUP = Qt.ItemDataRole.UserRole + 1, Qt.ItemDataRole.UserRole + 2
EDGES_PX = 4
"""Of the list and of this, above and below."""
ROOM = 12
"""Pixels round what stands in a line, and between it."""


class CommandLine(QStyledItemDelegate):
    """A line of the list: what is done, in which group it stands, and at the right its keys."""

    def sizeHint(self, option: QStyleOptionViewItem, index: ModelIndex) -> QSize:
        return QSize(0, option.fontMetrics.height() + 14)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: ModelIndex) -> None:
        painter.save()
        is_on = bool(option.state & QStyle.StateFlag.State_Selected)
        if is_on:
            painter.fillRect(option.rect, option.palette.highlight())
        role = QPalette.ColorRole
        ink = option.palette.color(role.HighlightedText if is_on else role.Text)
        faint = ink if is_on else option.palette.color(role.PlaceholderText)
        line = option.rect.adjusted(ROOM, 0, -ROOM, 0)
        icon = index.data(Qt.ItemDataRole.DecorationRole)
        icon_rect = QRect(line.left(), line.center().y() - ICON_PX // 2, ICON_PX, ICON_PX)
        if isinstance(icon, QIcon):
            icon.paint(painter, icon_rect, state=QIcon.State.On if is_on else QIcon.State.Off)
        line.setLeft(icon_rect.right() + ROOM)
        middle, text = Qt.AlignmentFlag.AlignVCenter, str(index.data())
        painter.setPen(ink)
        painter.drawText(line, middle, text)
        painter.setPen(faint)
        painter.drawText(line, middle | Qt.AlignmentFlag.AlignRight, str(index.data(KEYS)))
        line.setLeft(line.left() + option.fontMetrics.horizontalAdvance(text) + ROOM)
        painter.drawText(line, middle, str(index.data(GROUP)))
        painter.restore()


class Palette(QFrame):
    """Lists what can be done now; the first is chosen, arrows choose another.

    It goes when something else is used.
    """

    def __init__(self, commands: Registry, parent: QWidget) -> None:
        super().__init__(parent)
        self._commands = commands
        self._window = parent
        self._had_focus: QWidget | None = None
        self._most_px = HEIGHT
        self.setObjectName("Card")
        self.words = QLineEdit(placeholderText=self.tr("What do you want to do?"))
        self.words.setAccessibleName(self.tr("Command"))
        self.words.setClearButtonEnabled(True)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Commands"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setItemDelegate(CommandLine(self.list))
        self._none = muted(QLabel(self.tr("Nothing that can be done now is called so.")))
        self._none.setAlignment(Qt.AlignmentFlag.AlignCenter)
        layout = self._layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.addWidget(self.words)
        layout.addWidget(self.list, 1)
        layout.addWidget(self._none, 1)
        self.words.textChanged.connect(self._show)
        self.words.returnPressed.connect(self._run)
        self.list.itemClicked.connect(lambda _: self._run())
        self.words.installEventFilter(self)
        self.hide()

    def open(self) -> None:
        """Show what can be done now, over the middle of the window, and take the keyboard at once."""
        inside = self._window.rect()
        self.resize(QSize(WIDTH, HEIGHT).boundedTo(inside.size()))
        self.move(inside.center() - self.rect().center())
        self._most_px = self.height()
        self.words.clear()
        self._show("")
        if self.isHidden():
            self._had_focus = QApplication.focusWidget()
        self.show()
        self.raise_()
        self.words.setFocus(Qt.FocusReason.PopupFocusReason)

    def close_and_return(self) -> None:
        """Go, and give the keyboard back to who had it."""
        before, self._had_focus = self._had_focus, None
        self.hide()
        if before is not None and isValid(before) and before.isVisible():
            before.setFocus(Qt.FocusReason.PopupFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is not self.words:
            is_press = event.type() is QEvent.Type.MouseButtonPress and isinstance(watched, QWidget)
            if is_press and watched is not self and not self.isAncestorOf(watched):  # type: ignore[arg-type]
                self.hide()
        elif event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() == Qt.Key.Key_Escape:
                self.close_and_return()
                return True
            step = STEPS.get(Qt.Key(event.key()), 0)
            if step and self.list.count():
                n_rows = self.list.count()
                at = self.list.currentRow() + step
                self.list.setCurrentRow(at % n_rows if abs(step) == 1 else min(max(at, 0), n_rows - 1))
                return True
        elif event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if event.key() in (Qt.Key.Key_Escape, *STEPS):
                event.accept()  # else they are the window's
                return True
        return super().eventFilter(watched, event)

    def _show(self, words: str) -> None:
        self.list.clear()
        enabled = [action for action in self._commands.all() if action.isEnabled()]
        for action in fuzzy.best(enabled, words, lambda one: _words(self._commands, one)):
            keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            item = QListWidgetItem(action.icon(), action.text().replace("&", ""))
            item.setData(KEYS, keys)
            item.setData(GROUP, self._commands.group_of(action))
            item.setData(Qt.ItemDataRole.UserRole, action.objectName())
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self.list.setVisible(self.list.count() > 0)
        self._none.setVisible(self.list.count() == 0)
        self._fit()

    def _fit(self) -> None:
        """Be as high as what is found needs, from the same place down."""
        margins, shown = self._layout.contentsMargins(), self.list if self.list.count() else self._none
        rows = self.list.count() * self.list.sizeHintForRow(0) + 2 * self.list.frameWidth() + EDGES_PX
        needed = rows if shown is self.list else self._none.sizeHint().height() + 2 * ROOM
        needed += margins.top() + self.words.sizeHint().height() + self._layout.spacing() + margins.bottom()
        self.resize(self.width(), min(needed, self._most_px))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._watch(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._watch(False)

    def _watch(self, is_on: bool) -> None:
        """Follow where the mouse is pressed, while this is shown: every event of the program comes by."""
        app = QApplication.instance()
        if app is not None:
            app.installEventFilter(self) if is_on else app.removeEventFilter(self)

    def _run(self) -> None:
        item = self.list.currentItem()
        self.close_and_return()
        if item is not None:
            self._commands[item.data(Qt.ItemDataRole.UserRole)].trigger()


def _words(commands: Registry, action: QAction) -> str:
    return f"{action.text().replace('&', '')} {commands.group_of(action)}"
