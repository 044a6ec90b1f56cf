"""The menu of a right click: what can be done with what is selected, in the part, the tree and the issues."""

from collections.abc import Callable

from PySide6.QtWidgets import QMenu, QWidget

from app.views.commands.registry import Registry

GROUPS = (
    ("view.fit_selection", "view.isolate", "view.hide", "view.show_all"),
    ("view.measure", "view.thickness", "view.clear_measurements", "view.section"),
    ("view.clear_selection",),
)
"""Commands by name, a line between the groups."""


def made(commands: Registry, parent: QWidget, *first: tuple[str, Callable[[], object]]) -> QMenu:
    """Make the menu; `first` are words with what they do, above all others."""
    menu = QMenu(parent)
    for words, act in first:
        menu.addAction(words, act)
    for group in GROUPS:
        if menu.actions():
            menu.addSeparator()
        for name in group:
            menu.addAction(commands[name])
    return menu
