"""What the search of the reference looks through, at `/docs/search.json`; the browser does the looking."""

from collections.abc import Iterator
from typing import Any

import msgspec
from litestar import MediaType, Request
from litestar.openapi.plugins import OpenAPIRenderPlugin

from server.reference.contents import Contents
from server.reference.events import Event
from server.reference.fields import Field
from server.reference.guide import Guide
from server.reference.operations import Operation


class Entry(msgspec.Struct):
    """Something to find."""

    name: str
    where: str
    """What it is part of."""
    text: str
    url: str


class SearchIndex(OpenAPIRenderPlugin):
    """Every operation and event, their parameters and members, and the sections of the guide."""

    def __init__(self, contents: Contents, guide: Guide) -> None:
        super().__init__(path="/search.json", media_type=MediaType.JSON)
        self._contents = contents
        self._guide = guide
        self._made = b""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Render the index, once."""
        if not self._made:
            entries = [
                Entry(words, "Guide", "", f"/docs/guide#{anchor}") for anchor, words in self._guide.headings()
            ]
            for operation in self._contents.operations.of(openapi_schema):
                entries += entries_of(operation)
            for event in self._contents.events.of(openapi_schema):
                entries += entries_of_event(event)
            self._made = msgspec.json.encode(entries)
        return self._made


def entries_of(operation: Operation) -> Iterator[Entry]:
    """Yield an operation, its parameters, and the members of its bodies and good answers."""
    where = f"{operation.method} {operation.short_path}"
    yield Entry(operation.name, where, operation.summary, operation.url)
    groups: list[tuple[Field, ...]] = [*operation.parameters.values()]
    groups += [body.fields for body in operation.bodies[:1]]
    groups += [
        each
        for answer in operation.answers
        if not answer.is_error
        for each in (answer.headers, answer.fields)
    ]
    for group in groups:
        for field in group:
            yield Entry(field.name, where, field.text, f"{operation.url}#{field.anchor}")


def entries_of_event(event: Event) -> Iterator[Entry]:
    """Yield an event, the headers that it is sent with, and the members of its body."""
    yield Entry(event.name, "Event", event.summary, event.url)
    for field in (*event.headers, *event.body.fields):
        yield Entry(field.name, f"{event.method} {event.name}", field.text, f"{event.url}#{field.anchor}")
