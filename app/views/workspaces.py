"""The workspaces, in the order of the rail."""

from app.views.batch.workspace import BatchWorkspace
from app.views.compare.workspace import CompareWorkspace
from app.views.inspect.workspace import InspectWorkspace
from app.views.quote.workspace import QuoteWorkspace
from app.views.rules.workspace import RulesWorkspace
from app.views.workspace import WorkspaceClass

WORKSPACES: tuple[WorkspaceClass, ...] = (
    InspectWorkspace,
    RulesWorkspace,
    QuoteWorkspace,
    CompareWorkspace,
    BatchWorkspace,
)
"""Home comes before them; it is made by the window, which knows the parts opened last."""
