"""The reference at `/docs`, made from the OpenAPI document. It loads nothing from anywhere."""

from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from litestar import Request
from litestar.openapi.plugins import OpenAPIRenderPlugin

from server.reference.document import CompleteDocument, Document, operations_of
from server.reference.page import page

PLAIN = {
    200: "Done.",
    201: "Made, and kept.",
    202: "Accepted; it is worked on from now.",
    204: "Done; there is nothing to tell.",
}
"""What is said of an answer that has no words of its own: those of HTTP's standard help nobody."""
DEEPEST = 3
"""Levels of fields within fields that are listed."""


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter, a field of a form, or a field of a JSON body."""

    name: str
    kind: str
    """What it holds, in words: `string`, `array of number`, `one of queued, running`."""
    is_required: bool
    text: str
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """A response of one status."""

    status: str
    text: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one path."""

    method: str
    path: str
    anchor: str
    summary: str
    text: str
    parameters: tuple[Field, ...]
    body_kind: str
    body: tuple[Field, ...]
    answers: tuple[Answer, ...]
    needs_key: bool


class Reference(OpenAPIRenderPlugin):
    """Every operation with its parameters, body and answers, on one page."""

    def __init__(self, complete: CompleteDocument) -> None:
        """Serve at `/docs`."""
        super().__init__(path="/")
        self._complete = complete

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Render the page."""
        document = self._complete.of(openapi_schema)
        groups: dict[str, list[Operation]] = {}
        for tag, operation in operations(document):
            groups.setdefault(tag, []).append(operation)
        return page("reference.html", groups=groups, info=document["info"])


def operations(schema: Document) -> Iterator[tuple[str, Operation]]:
    """Yield (tag, operation) of an OpenAPI document in its order."""
    for path, method, found in operations_of(schema):
        tag = (found.get("tags") or ["other"])[0]
        yield tag, _operation(schema, path, method, found)


def _operation(schema: Document, path: str, method: str, found: Document) -> Operation:
    body_kind = ""
    body: tuple[Field, ...] = ()
    contents = found.get("requestBody", {}).get("content", {})
    if contents:  # of two kinds of form, the first knows every field
        body = tuple(_fields(schema, next(iter(contents.values())).get("schema", {})))
        body_kind = " or ".join(contents)
    return Operation(
        method.upper(),
        path,
        f"{method}{path}".replace("/", "-").replace("{", "").replace("}", ""),
        found.get("summary", ""),
        found.get("description", ""),
        tuple(
            Field(
                each["name"],
                _kind(schema, each.get("schema", {})),
                each.get("required", False),
                each.get("description", ""),
            )
            for each in found.get("parameters", ())
        ),
        body_kind,
        body,
        tuple(_answer(schema, status, answer) for status, answer in sorted(found["responses"].items())),
        bool(found.get("security")),
    )


def _answer(schema: Document, status: str, found: Document) -> Answer:
    is_error = status[0] in "45"
    content: Document = next(iter(found.get("content", {}).values()), {})
    fields = () if is_error else tuple(_fields(schema, content.get("schema", {})))
    text = found.get("description", "")
    number = int(status) if status.isdigit() else 0
    if number in PLAIN and text == HTTPStatus(number).description:
        text = PLAIN[number]
    return Answer(status, text, fields)


def _fields(schema: Document, found: Document, depth: int = 0) -> Iterator[Field]:
    """Yield the fields of an object, those of objects within it set in behind them."""
    resolved = _resolved(schema, found)
    if resolved.get("type") == "array":
        resolved = _resolved(schema, resolved.get("items", {}))
    required = resolved.get("required", ())
    for name, inner in resolved.get("properties", {}).items():
        text = inner.get("description") or _resolved(schema, inner).get("description", "")
        yield Field(name, _kind(schema, inner), name in required, text, depth)
        if depth + 1 < DEEPEST:
            yield from _fields(schema, _without_null(schema, inner), depth + 1)


def _kind(schema: Document, found: Document) -> str:
    """Say in words what a value is."""
    if "oneOf" in found or "anyOf" in found:
        kinds = [_kind(schema, each) for each in found.get("oneOf") or found["anyOf"]]
        return " or ".join(dict.fromkeys(kinds))
    resolved = _resolved(schema, found)
    if "enum" in resolved:
        return f"one of {', '.join(str(each) for each in resolved['enum'])}"
    kind = resolved.get("type", "any")
    if isinstance(kind, list):
        return " or ".join(kind)
    if kind == "array":
        return f"array of {_kind(schema, resolved.get('items', {}))}"
    if kind == "string" and (resolved.get("format") == "binary" or resolved.get("contentMediaType")):
        return "file"
    return str(kind)


def _without_null(schema: Document, found: Document) -> Document:
    """Return the one alternative that is not null."""
    choices = [
        each for each in found.get("oneOf") or found.get("anyOf") or () if _kind(schema, each) != "null"
    ]
    return choices[0] if len(choices) == 1 else found


def _resolved(schema: Document, found: Document) -> Document:
    """Follow a reference into the document's components."""
    while "$ref" in found:
        target: Any = schema
        for key in found["$ref"].removeprefix("#/").split("/"):
            target = target[key]
        found = target
    return found
