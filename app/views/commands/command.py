"""What a command is, and what it may ask of the window it is given in."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from PySide6.QtWidgets import QWidget

from app.views.viewport.viewport import Viewport
from app.views.window_context import WindowContext
from app.views.workspace import ShowsPart, Workspace

W = TypeVar("W")


class CommandContext(Protocol):
    """What a command may look at and ask for. The window is one; a command knows no more of it than this."""

    @property
    def context(self) -> WindowContext:
        """What is open, selected and looked at, and the settings."""

    @property
    def viewport(self) -> Viewport:
        """The one viewport of the window."""

    @property
    def shown(self) -> Workspace:
        """The workspace that is shown."""

    @property
    def dialog_parent(self) -> QWidget:
        """What dialogs are shown over."""

    @property
    def is_log_shown(self) -> bool:
        """Whether the log is shown."""

    def workspace(self, kind: type[W]) -> W:
        """Return the workspace of this class."""

    def show_workspace(self, name: str) -> None:
        """Show one workspace."""

    def open_part(self, path: Path) -> None:
        """Open a part, or show why it cannot be."""

    def analyze_again(self) -> None:
        """Read the file of the open part anew."""

    def show_log(self, is_shown: bool) -> None:
        """Show the log or hide it."""

    def choose_connection(self) -> None:
        """Let another server be chosen."""

    def toggle_theme(self) -> None:
        """Change from light colors to dark ones, or back."""

    def find_command(self) -> None:
        """Show the command palette."""

    def show_shortcuts(self) -> None:
        """Show the shortcut sheet."""

    def close(self) -> object:
        """Close the window."""


Predicate = Callable[[CommandContext], bool]


def always(_: CommandContext) -> bool:
    """Let a command be given at any time."""
    return True


@dataclass(frozen=True, slots=True)
class Command:
    """One action: what it is called, when it can be given, and what it does.

    `name` is for code, `group` and `title` are shown, `shortcut` may list several keys separated by `; `.
    `icon` is a drawing of resources/icons. With `is_checked` it is on or off; `run` changes what that reads.
    """

    name: str
    group: str
    title: str
    run: Callable[[CommandContext], object]
    shortcut: str = ""
    tip: str = ""
    icon: str = ""
    is_enabled: Predicate = always
    is_checked: Predicate | None = None


def has_part(at: CommandContext) -> bool:
    """Return whether a part is open, judged or not."""
    return at.context.session is not None


def is_busy(at: CommandContext) -> bool:
    """Return whether the open part is being analyzed."""
    return at.context.session is not None and at.context.session.now.is_busy


def has_result(at: CommandContext) -> bool:
    """Return whether the open part has been judged."""
    return at.context.result is not None


def shows_part(at: CommandContext) -> bool:
    """Return whether the workspace that is shown has the viewport, with or without a part in it."""
    return isinstance(at.shown, ShowsPart)


def shows_result(at: CommandContext) -> bool:
    """Return whether a part that has been judged is in the viewport."""
    return has_result(at) and shows_part(at)
