"""Every command of the main window, in the order the palette lists them, and which can be given now."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.views import workspaces
from app.views.commands.compare import CompareCommands
from app.views.commands.part import PartCommands
from app.views.commands.program import ProgramCommands
from app.views.commands.rules import RulesCommands
from app.views.commands.view import SIDES, ViewCommands
from app.views.window_context import LAYERS
from app.views.workspaces import WORKSPACES

if TYPE_CHECKING:
    from app.views.main_window import MainWindow

NEEDS_SHOWN_PART = (
    "view.fit",
    "view.section",
    "view.measure",
    "view.isolate",
    "view.hide",
    "view.show_all",
    "view.problems",
    "part.picture",
)
"""Commands that need a part in the viewport."""
OF_VIEW = (*(f"layer.{layer}" for layer in LAYERS), "view.iso", *(f"view.{side}" for side in SIDES))
"""What needs a workspace that shows the part."""
OF_RESULT = ("part.compare", "part.report", "findings.next", "findings.previous")
"""What needs a result."""


def add_all(window: "MainWindow") -> None:
    """Add every command to the window's registry."""
    PartCommands(window).add_to(window.commands)
    CompareCommands(window).add_to(window.commands)
    ViewCommands(window).add_to(window.commands)
    RulesCommands(window).add_to(window.commands)
    _add_workspaces(window)
    ProgramCommands(window).add_to(window.commands)


def refresh(window: "MainWindow") -> None:
    """Let those commands be given that have something to work on, and show which layer is on."""
    context, commands = window.context, window.commands
    has_result, shows_part = context.result is not None, hasattr(window.shown, "take_viewport")
    is_busy = context.session is not None and context.session.now.is_busy
    commands.enable(OF_RESULT, has_result)
    commands.enable(NEEDS_SHOWN_PART, has_result and shows_part)
    commands.enable(OF_VIEW, shows_part)
    commands["part.close"].setEnabled(context.session is not None)
    commands["part.analyze"].setEnabled(context.session is not None and not is_busy)
    commands["part.cancel"].setEnabled(is_busy)
    for layer in LAYERS:
        commands[f"layer.{layer}"].setChecked(layer == context.layer)


def _add_workspaces(window: "MainWindow") -> None:
    group, choose = _tr("Workspaces"), window.context.workspace_chosen.emit
    for at, name in enumerate(("home", *(one.name for one in WORKSPACES)), 1):
        text, run = workspaces.title(name), partial(choose, name)
        window.commands.add(f"workspace.{name}", text, run, f"Ctrl+{at}", group=group, is_checkable=True)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Commands", text)
