"""Commands that show a workspace, one for each entry of the rail."""

from functools import partial

from PySide6.QtCore import QCoreApplication

from app.views.commands.command import Command, CommandContext
from app.views.home import Home
from app.views.workspace import RailEntry
from app.views.workspaces import WORKSPACES


def commands() -> tuple[Command, ...]:
    """Return them in the order of the rail."""
    entries: tuple[RailEntry, ...] = (Home, *WORKSPACES)
    group = QCoreApplication.translate("Commands", "Workspaces")
    return tuple(
        Command(
            f"workspace.{one.name}",
            group,
            one.title(),
            partial(_show, one.name),
            shortcut=f"Ctrl+{at}",
            icon=one.icon,
            is_checked=partial(_is_shown, one.name),
        )
        for at, one in enumerate(entries, 1)
    )


def _show(name: str, at: CommandContext) -> None:
    at.show_workspace(name)


def _is_shown(name: str, at: CommandContext) -> bool:
    return at.shown.name == name
