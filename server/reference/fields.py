"""Parameters and members of bodies, as a reader of the reference sees them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from server.reference.document import Document

DEEPEST = 9
"""Levels of fields within fields that are listed; an object that was listed before is pointed to instead."""


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter, a field of a form, or a member of a JSON body."""

    name: str
    kind: str
    """What it holds, in words: `string`, `array of number`, `one of queued, running`."""
    is_required: bool
    text: str
    anchor: str
    """Of its place on the page: `200.jobs.status`."""
    limits: str = ""
    """`from 1 to 100,000`."""
    depth: int = 0
    same_as: str = ""
    """Anchor of a field whose members it has too; empty where they follow, or it has none."""


def parameter(schema: Document, found: Document) -> Field:
    """Return a parameter in a path, a query or a header."""
    shape = found.get("schema", {})
    return Field(
        found["name"],
        kind_of(schema, shape),
        found.get("required", False),
        found.get("description", ""),
        f"{found['in']}.{found['name']}",
        _limits(schema, shape),
    )


def members(schema: Document, found: Document, section: str) -> tuple[Field, ...]:
    """Return the members of an object, those of objects within it set in behind them.

    `section` begins their anchors: `body`, or the status of an answer.
    """
    return tuple(_members(schema, found, section, 0, {}))


def kind_of(schema: Document, found: Document) -> str:
    """Say in words what a value is."""
    if "oneOf" in found or "anyOf" in found:
        kinds = [kind_of(schema, each) for each in found.get("oneOf") or found["anyOf"]]
        return " or ".join(dict.fromkeys(kinds))
    shape = resolved(schema, found)
    if "const" in shape:
        return f"always {shape['const']}"
    if "enum" in shape:
        return f"one of {', '.join(str(each) for each in shape['enum'])}"
    kind = shape.get("type", "any")
    if isinstance(kind, list):
        return " or ".join(kind)
    if kind == "array":
        return f"array of {kind_of(schema, shape.get('items', {}))}"
    if kind == "string" and (shape.get("format") == "binary" or shape.get("contentMediaType")):
        return "file"
    if kind == "object" and shape.get("additionalProperties") and "properties" not in shape:
        return f"object of {kind_of(schema, shape['additionalProperties'])} by name"
    return str(kind)


def resolved(schema: Document, found: Document) -> Document:
    """Follow a reference into the document's components."""
    while "$ref" in found:
        target: Any = schema
        for key in found["$ref"].removeprefix("#/").split("/"):
            target = target[key]
        found = target
    return found


def _members(
    schema: Document, found: Document, anchor: str, depth: int, anchor_of_shape: dict[str, str]
) -> Iterator[Field]:
    """Yield the members of an object; `anchor_of_shape` has where each shape was listed before."""
    shape = _object_of(schema, found)
    required = shape.get("required", ())
    for name, inner in shape.get("properties", {}).items():
        at = f"{anchor}.{name}"
        within = _object_of(schema, inner)
        title = within.get("title", "") if within.get("properties") else ""
        before = anchor_of_shape.get(title, "")
        text = inner.get("description") or resolved(schema, _without_null(inner)).get("description", "")
        yield Field(
            name,
            kind_of(schema, inner),
            name in required,
            text,
            at,
            _limits(schema, inner),
            depth,
            before,
        )
        if not before and depth + 1 < DEEPEST:
            if title:
                anchor_of_shape[title] = at
            yield from _members(schema, inner, at, depth + 1, anchor_of_shape)


def _object_of(schema: Document, found: Document) -> Document:
    """Return the object that a value is, or holds: in a list, by name, or if it is not null."""
    shape = resolved(schema, _without_null(found))
    while True:
        if shape.get("type") == "array":
            inner = shape.get("items", {})
        elif shape.get("additionalProperties") and "properties" not in shape:
            inner = shape["additionalProperties"]
        else:
            return shape
        shape = resolved(schema, _without_null(inner))


def _without_null(found: Document) -> Document:
    """Return the one alternative that is not null."""
    choices = [each for each in found.get("oneOf") or found.get("anyOf") or () if each.get("type") != "null"]
    return choices[0] if len(choices) == 1 else found


def _limits(schema: Document, found: Document) -> str:
    """Say in words between what a value lies, or how long it may be."""
    shape = resolved(schema, _without_null(found)) | {
        name: value for name, value in found.items() if name in ("maxLength", "maxItems", "minItems")
    }
    if "maxLength" in shape:
        unit = "bytes" if shape.get("format") == "binary" else "characters"
        return f"at most {shape['maxLength']:,} {unit}"
    if "maxItems" in shape:
        least, most = shape.get("minItems", 0), shape["maxItems"]
        return f"{most:,} entries" if least == most else f"at most {most:,} entries"
    least, most = (_number(shape.get(name)) for name in ("minimum", "maximum"))
    if least and most:
        return f"from {least} to {most}"
    above = _number(shape.get("exclusiveMinimum"))
    parts = (
        f"more than {above}" if above else "",
        f"at least {least}" if least else "",
        f"at most {most}" if most else "",
    )
    return ", ".join(part for part in parts if part)


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:,.10g}"
