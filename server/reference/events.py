"""The events of the OpenAPI document's `webhooks`, as the pages of the reference show them."""

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from server.reference import fields, snippets
from server.reference.document import CompleteDocument, Document
from server.reference.fields import Field
from server.reference.operations import TITLE_OF_TAG, Body

JSON = "application/json"
RECEIVER_HOST, RECEIVER_PATH = "example.com", "/hooks/sprue"
"""Where the webhook of the examples is."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event that webhooks are told of."""

    name: str
    """Its type on the wire, and the last part of its page's path."""
    tag: str
    summary: str
    text: str
    headers: tuple[Field, ...]
    body: Body
    request: str
    """An example of what is sent, byte by byte, as HTTP/1.1 has it."""
    answers: tuple[tuple[str, str], ...]
    """(Status or statuses, what it does)."""

    @property
    def method(self) -> str:
        """What stands where operations have their method."""
        return "EVENT"

    @property
    def short_path(self) -> str:
        """What stands where operations have their path."""
        return self.name

    @property
    def url(self) -> str:
        """Path of its page."""
        return f"/docs/events/{self.name}"


class Events:
    """The events of the document, made once."""

    def __init__(self, complete: CompleteDocument) -> None:
        self._complete = complete
        self._made: tuple[Event, ...] = ()

    def of(self, schema: Document) -> tuple[Event, ...]:
        """Return the events of the document that the framework made."""
        if not self._made:
            self._made = tuple(events(self._complete.of(schema)))
        return self._made


def events(schema: Document) -> Iterator[Event]:
    """Yield the events of an OpenAPI document in its order."""
    for name, item in schema.get("webhooks", {}).items():
        found = item["post"]
        content = found["requestBody"]["content"][JSON]
        example = content["examples"][name]["value"]
        yield Event(
            name=name,
            tag=TITLE_OF_TAG[found["tags"][0]],
            summary=found["summary"],
            text=found["description"],
            headers=tuple(fields.parameter(schema, each) for each in found["parameters"]),
            body=Body(JSON, fields.members(schema, content["schema"], "body"), snippets.pretty(example)),
            request=_request(found["parameters"], example),
            answers=tuple(
                (_statuses(status), answer["description"]) for status, answer in found["responses"].items()
            ),
        )


def _request(parameters: list[Document], example: Document) -> str:
    """Write a request as it is sent; its signature is one of just this body."""
    body = msgspec.json.encode(example)
    headers = {
        "Host": RECEIVER_HOST,
        "User-Agent": "sprue",
        "Content-Length": len(body),
        "Content-Type": JSON,
    } | {each["name"]: each["example"] for each in parameters}
    lines = [f"POST {RECEIVER_PATH} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    return "\n".join([*lines, "", body.decode()])


def _statuses(key: str) -> str:
    """Say which statuses a key of `responses` stands for."""
    return "others" if key == "default" else key
