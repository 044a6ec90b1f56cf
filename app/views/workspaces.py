"""The workspaces, in the order of the rail: what each is called, and what makes it."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from app.views.batch.workspace import BatchWorkspace
from app.views.compare.workspace import CompareWorkspace
from app.views.inspect.workspace import InspectWorkspace
from app.views.quote.workspace import QuoteWorkspace
from app.views.rules.workspace import RulesWorkspace
from app.views.theme.tokens import Tokens
from app.views.window_context import WindowContext


@dataclass(frozen=True, slots=True)
class Workspace:
    """One entry of the rail."""

    name: str
    make: Callable[[WindowContext, Tokens], QWidget]


WORKSPACES = (
    Workspace("inspect", InspectWorkspace),
    Workspace("rules", RulesWorkspace),
    Workspace("quote", QuoteWorkspace),
    Workspace("compare", CompareWorkspace),
    Workspace("batch", BatchWorkspace),
)
"""Home comes before them; it is made by the window, which knows the parts opened last."""


def title(name: str) -> str:
    """Return what a workspace is called, Home too."""
    return {
        "home": _tr("Home"),
        "inspect": _tr("Inspect"),
        "rules": _tr("Rules"),
        "quote": _tr("Quote"),
        "compare": _tr("Compare"),
        "batch": _tr("Batch"),
    }[name]


def _tr(text: str) -> str:
    return QCoreApplication.translate("Workspaces", text)
