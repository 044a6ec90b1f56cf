"""What the window needs of a workspace, and the abilities that only some workspaces have."""

from typing import Protocol, runtime_checkable

from PySide6.QtWidgets import QWidget

from app.views.theme.tokens import Tokens
from app.views.viewport.viewport import Viewport
from app.views.window_context import WindowContext


class Workspace(Protocol):
    """One page of the window, with its entry in the rail."""

    @property
    def name(self) -> str:
        """What code calls it: `inspect`."""

    @property
    def icon(self) -> str:
        """A drawing of resources/icons."""

    @staticmethod
    def title() -> str:
        """Return what the rail calls it."""

    @property
    def widget(self) -> QWidget:
        """The page itself."""

    def set_tokens(self, tokens: Tokens) -> None:
        """Use the colors of another theme."""


class RailEntry(Protocol):
    """What the class of a workspace says before one is made."""

    name: str
    icon: str

    @staticmethod
    def title() -> str:
        """Return what the rail calls it."""


class WorkspaceClass(RailEntry, Protocol):
    """A class whose workspaces are made as all others are."""

    def __call__(self, context: WindowContext, tokens: Tokens) -> Workspace:
        """Make the workspace of one window."""


@runtime_checkable
class ShowsPart(Protocol):
    """A workspace with a place for the one viewport of the window."""

    def show_viewport(self, viewport: Viewport) -> None:
        """Show the viewport of the window here."""


@runtime_checkable
class GoesThroughItems(Protocol):
    """A workspace with findings or changes that one goes through one by one."""

    def go_to_next(self) -> None:
        """Go to the next one."""

    def go_to_previous(self) -> None:
        """Go to the one before."""


@runtime_checkable
class AsksBeforeClosing(Protocol):
    """A workspace with work that may be lost when the window closes."""

    def may_close(self) -> bool:
        """Ask what becomes of changes that are not saved; False where the user would rather go on."""
