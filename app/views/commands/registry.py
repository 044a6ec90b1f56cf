"""The list of commands: each an action with a name for code, words for people, keys and what it does."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget


class Registry:
    """The commands of one window, in the order they were added."""

    def __init__(self, window: QWidget) -> None:
        self._window = window
        self._actions: dict[str, QAction] = {}
        self._groups: dict[str, str] = {}

    def add(
        self,
        name: str,
        text: str,
        run: Callable[[], object],
        keys: str = "",
        *,
        group: str,
        tip: str = "",
        is_checkable: bool = False,
        is_enabled: bool = True,
    ) -> QAction:
        """Add a command; its keys work wherever the window has the focus."""
        if name in self._actions:
            raise ValueError(f"there is a command {name} already")
        action = QAction(text, self._window)
        action.setObjectName(name)
        action.setCheckable(is_checkable)
        action.setEnabled(is_enabled)
        if keys:
            sequences = [QKeySequence(one) for one in keys.split("; ")]
            action.setShortcuts(sequences)
            action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        shown = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        action.setToolTip(f"{tip or text.replace('…', '')}{f'  ({shown})' if shown else ''}")
        action.triggered.connect(lambda _checked=False: run())
        self._window.addAction(action)
        self._actions[name] = action
        self._groups[name] = group
        return action

    def __getitem__(self, name: str) -> QAction:
        """Return a command's action; raises KeyError where there is none."""
        return self._actions[name]

    def all(self) -> tuple[QAction, ...]:
        """Return every command."""
        return tuple(self._actions.values())

    def group_of(self, action: QAction) -> str:
        """Return the group a command stands in."""
        return self._groups[action.objectName()]

    def by_group(self) -> dict[str, tuple[QAction, ...]]:
        """Return the commands of each group, in order."""
        groups: dict[str, list[QAction]] = {}
        for name, action in self._actions.items():
            groups.setdefault(self._groups[name], []).append(action)
        return {group: tuple(actions) for group, actions in groups.items()}

    def enable(self, names: tuple[str, ...], is_enabled: bool) -> None:
        """Let these commands be given, or not."""
        for name in names:
            self._actions[name].setEnabled(is_enabled)
