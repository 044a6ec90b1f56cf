"""The commands of one window as Qt's actions: tool bar, rail, palette and shortcut sheet are made of them."""

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from app.views.commands.command import Command, CommandContext
from app.views.theme import icons
from app.views.theme.tokens import Tokens


class Registry:
    """An action for each command, in order; their keys work wherever the window has the focus."""

    def __init__(self, window: QWidget, context: CommandContext, commands: Iterable[Command]) -> None:
        self._window, self._context = window, context
        self._commands: dict[str, Command] = {}
        self._actions: dict[str, QAction] = {}
        for command in commands:
            self.add(command)

    def add(self, command: Command) -> None:
        """Add a command at the end; raises ValueError where there is one of its name."""
        if command.name in self._commands:
            raise ValueError(f"there is a command {command.name} already")
        self._commands[command.name] = command
        self._actions[command.name] = self._action(command)

    def __contains__(self, name: str) -> bool:
        """Return whether there is a command of this name."""
        return name in self._commands

    def __getitem__(self, name: str) -> QAction:
        """Return a command's action; raises KeyError where there is none."""
        return self._actions[name]

    def all(self) -> tuple[QAction, ...]:
        """Return every command's action."""
        return tuple(self._actions.values())

    def group_of(self, action: QAction) -> str:
        """Return the group a command stands in."""
        return self._commands[action.objectName()].group

    def by_group(self) -> dict[str, tuple[QAction, ...]]:
        """Return the actions of each group, in order."""
        groups: dict[str, list[QAction]] = {}
        for action in self._actions.values():
            groups.setdefault(self.group_of(action), []).append(action)
        return {group: tuple(actions) for group, actions in groups.items()}

    def refresh(self) -> None:
        """Enable what can be given now, and check what is on."""
        for name, command in self._commands.items():
            self._actions[name].setEnabled(command.is_enabled(self._context))
            if command.is_checked is not None:
                self._actions[name].setChecked(command.is_checked(self._context))

    def set_tokens(self, tokens: Tokens) -> None:
        """Draw the icons in the colors of a theme."""
        for name, command in self._commands.items():
            if command.icon:
                self._actions[name].setIcon(icons.icon(command.icon, tokens))

    def _action(self, command: Command) -> QAction:
        action = QAction(command.title, self._window)
        action.setObjectName(command.name)
        action.setCheckable(command.is_checked is not None)
        if command.shortcut:
            action.setShortcuts([QKeySequence(one) for one in command.shortcut.split("; ")])
            action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        shown = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        tip = command.tip or command.title.replace("…", "")
        action.setToolTip(f"{tip}{f'  ({shown})' if shown else ''}")
        action.triggered.connect(lambda _checked=False: self._run(command))
        self._window.addAction(action)
        return action

    def _run(self, command: Command) -> None:
        command.run(self._context)
        self.refresh()
