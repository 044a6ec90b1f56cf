"""What the reference holds: operations, and the events that webhooks are told of."""

from server.reference.document import Document
from server.reference.events import Event, Events
from server.reference.operations import Operation, Operations
from server.reference.page import by_tag


class Contents:
    """Operations and events, of which each has a page."""

    def __init__(self, operations: Operations, events: Events) -> None:
        self.operations = operations
        self.events = events

    def groups(self, schema: Document) -> dict[str, list[Operation | Event]]:
        """Return all by the titles of their tags; events follow the operations of theirs."""
        return by_tag((*self.operations.of(schema), *self.events.of(schema)))
