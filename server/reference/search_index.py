"""What the search of the reference looks through, at `/docs/search.json`; the browser does the looking."""

from collections.abc import Iterator
from typing import Any

import msgspec
from litestar import MediaType, Request
from litestar.openapi.plugins import OpenAPIRenderPlugin

from server.reference.document import CompleteDocument
from server.reference.fields import Field
from server.reference.guide import guide
from server.reference.operations import Operation, operations


class Entry(msgspec.Struct):
    """Something to find."""

    name: str
    where: str
    """What it is part of."""
    text: str
    url: str


class SearchIndex(OpenAPIRenderPlugin):
    """Every operation, parameter and member, and the sections of the guide."""

    def __init__(self, complete: CompleteDocument, site_url: str) -> None:
        super().__init__(path="/search.json", media_type=MediaType.JSON)
        self._complete = complete
        self._site_url = site_url
        self._made = b""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Render the index, once."""
        if not self._made:
            entries = [*_of_guide(f"{self._site_url}/api/v1")]
            for operation in operations(self._complete.of(openapi_schema), self._site_url):
                entries += entries_of(operation)
            self._made = msgspec.json.encode(entries)
        return self._made


def entries_of(operation: Operation) -> Iterator[Entry]:
    """Yield an operation, its parameters, and the members of its bodies and good answers."""
    url = f"/docs/operations/{operation.name}"
    where = f"{operation.method} {operation.short_path}"
    yield Entry(operation.name, where, operation.summary, url)
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
            yield Entry(field.name, where, field.text, f"{url}#{field.anchor}")


def _of_guide(base_url: str) -> Iterator[Entry]:
    for anchor, words in guide(base_url)["headings"]:
        yield Entry(words, "Guide", "", f"/docs/guide#{anchor}")
