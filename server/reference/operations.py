"""The operations of the OpenAPI document, as the pages of the reference show them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from http import HTTPStatus

from server.reference import fields, snippets
from server.reference.document import CompleteDocument, Document, operations_of
from server.reference.fields import Field
from server.reference.snippets import Snippet

PLAIN = {
    200: "Done.",
    201: "Made, and kept.",
    202: "Accepted; it is worked on from now.",
    204: "Done; there is nothing to tell.",
}
"""What is said of an answer that has no words of its own: those of HTTP's standard help nobody."""
TITLE_OF_TAG = {
    "quoting": "Quoting",
    "dfm": "Analysis",
    "webhooks": "Webhooks",
    "account": "Account",
    "artifacts": "Artifacts",
    "system": "Server",
}


@dataclass(frozen=True, slots=True)
class Body:
    """What is sent: one kind of it."""

    media_type: str
    fields: tuple[Field, ...]
    example: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A response of one status."""

    status: str
    text: str
    media_types: tuple[str, ...]
    headers: tuple[Field, ...]
    fields: tuple[Field, ...]
    example: str

    @property
    def is_error(self) -> bool:
        """Whether nothing was done."""
        return self.status[0] in "45"


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one path."""

    name: str
    """Its id, and the last part of its page's path."""
    tag: str
    method: str
    path: str
    summary: str
    text: str
    parameters: Mapping[str, tuple[Field, ...]]
    """By where they are: path, query, header."""
    bodies: tuple[Body, ...]
    answers: tuple[Answer, ...]
    snippets: tuple[Snippet, ...]
    needs_key: bool

    @property
    def short_path(self) -> str:
        """Its path without what all begin with."""
        return self.path.removeprefix("/api/v1")

    @property
    def url(self) -> str:
        """Path of its page."""
        return f"/docs/operations/{self.name}"


class Operations:
    """The operations of the document, made once."""

    def __init__(self, complete: CompleteDocument) -> None:
        self._complete = complete
        self._made: tuple[Operation, ...] = ()

    @property
    def site_url(self) -> str:
        """Where this server is."""
        return self._complete.site_url

    def of(self, schema: Document) -> tuple[Operation, ...]:
        """Return the operations of the document that the framework made."""
        if not self._made:
            self._made = tuple(operations(self._complete.of(schema), self.site_url))
        return self._made


def operations(schema: Document, site_url: str) -> Iterator[Operation]:
    """Yield the operations of an OpenAPI document in its order."""
    for path, method, found in operations_of(schema):
        yield Operation(
            name=found["operationId"],
            tag=TITLE_OF_TAG[found["tags"][0]],
            method=method.upper(),
            path=path,
            summary=found["summary"],
            text=found.get("description", ""),
            parameters={
                place: tuple(
                    fields.parameter(schema, each)
                    for each in found.get("parameters", ())
                    if each["in"] == place
                )
                for place in ("path", "query", "header")
            },
            bodies=tuple(
                Body(kind, fields.members(schema, content["schema"], "body"), _text(content.get("example")))
                for kind, content in found.get("requestBody", {}).get("content", {}).items()
            ),
            answers=tuple(
                _answer(schema, status, answer) for status, answer in sorted(found["responses"].items())
            ),
            snippets=snippets.snippets(site_url, path, method.upper(), found),
            needs_key=bool(found.get("security")),
        )


def _answer(schema: Document, status: str, found: Document) -> Answer:
    contents = found.get("content", {})
    content: Document = next(iter(contents.values()), {})
    text = found.get("description", "")
    if int(status) in PLAIN and text == HTTPStatus(int(status)).description:
        text = PLAIN[int(status)]
    headers = tuple(
        Field(
            name,
            fields.kind_of(schema, each["schema"]),
            each.get("required", False),
            each.get("description", ""),
            f"{status}.{name}",
        )
        for name, each in sorted(found.get("headers", {}).items())
    )
    return Answer(
        status,
        text,
        tuple(contents),
        headers,
        fields.members(schema, content.get("schema", {}), status),
        _text(content.get("example")),
    )


def _text(example: object) -> str:
    """Return an example as it is read; nothing for none."""
    if example is None:
        return ""
    return example if isinstance(example, str) else snippets.pretty(example)
