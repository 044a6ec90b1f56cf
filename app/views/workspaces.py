"""The workspaces, in the order of the rail: what each is called, and what makes it."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from app.views.batch.workspace import BatchWorkspace
from app.views.compare.workspace import CompareWorkspace
from app.views.desk import Desk
from app.views.inspect.workspace import InspectWorkspace
from app.views.quote.workspace import QuoteWorkspace
from app.views.rules.workspace import RulesWorkspace
from app.views.theme.tokens import Tokens


@dataclass(frozen=True, slots=True)
class Workspace:
    """One entry of the rail."""

    name: str
    text: str
    make: Callable[[Desk, Tokens], QWidget]


WORKSPACES = (
    Workspace("inspect", "Inspect", InspectWorkspace),
    Workspace("rules", "Rules", RulesWorkspace),
    Workspace("quote", "Quote", QuoteWorkspace),
    Workspace("compare", "Compare", CompareWorkspace),
    Workspace("batch", "Batch", BatchWorkspace),
)
"""Home comes before them; it is made by the window, which knows the parts opened last."""
