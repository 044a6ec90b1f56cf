"""Schemas as clients get them, in few letters: a host hands the list of tools to its model at each start."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mcp_types import Tool, ToolAnnotations

Schema = dict[str, Any]

EMPTY: tuple[Any, ...] = ("", [], {}, None, False)
"""Defaults that go without saying: an argument that is not required may be left out."""
DEFINITIONS = "$defs"
BY_NAME = frozenset({"properties", DEFINITIONS})
"""Members whose keys are names of ours."""
PLAIN = frozenset({"enum", "required", "default", "const"})
"""Members that are no schemas."""


def listed(tools: Sequence[Tool]) -> list[Tool]:
    """Return tools as they are listed: what validates, and what a model needs to call them.

    Fields of answers are typed and not described, which `docs/agents.md` does; rows of answers that several
    tools give are typed at the first of them.
    """
    described: set[str] = set()
    return [_listed(each, described) for each in tools]


def _listed(tool: Tool, described: set[str]) -> Tool:
    """Return one; note which definitions are typed by now."""
    hints = tool.annotations or ToolAnnotations()
    of_reading: dict[str, Any] = {"destructive_hint": None, "idempotent_hint": None}
    answer = None
    if tool.output_schema is not None:
        rows = tool.output_schema.get(DEFINITIONS, {})
        known = {name: {"type": "object"} for name in rows if name in described}
        answer = compact({**tool.output_schema, DEFINITIONS: {**rows, **known}}, False)
        described.update(rows)
    return tool.model_copy(
        update={
            "input_schema": compact(tool.input_schema),
            "output_schema": answer,
            "annotations": hints.model_copy(
                update={"title": None} | (of_reading if hints.read_only_hint else {})
            ),
        }
    )


def compact(schema: Mapping[str, Any], is_asked: bool = True) -> Schema:
    """Return a schema that takes what this one takes, but for null where a member may as well be left out.

    Titles go, which repeat the names, and the sentences of whole objects; a definition that is used once
    stands where it is used.

    Parameters
    ----------
    schema : mapping
        As pydantic makes it.
    is_asked : bool
        Whether it is of arguments, whose sentences and defaults a caller needs; those of answers go.
    """
    small = _compact({key: value for key, value in schema.items() if key != "description"}, is_asked)
    uses = Counter(_references(small))
    once = {name: each for name, each in small.get(DEFINITIONS, {}).items() if uses[_reference(name)] == 1}
    return _pruned(_inlined(small, {_reference(name): each for name, each in once.items()}), once)


def _compact(schema: Any, is_asked: bool) -> Any:
    if isinstance(schema, list):
        return [_compact(each, is_asked) for each in schema]
    if not isinstance(schema, Mapping):
        return schema
    found: Schema = {}
    for key, value in _without_null(schema).items():
        if key in PLAIN:
            if key != "default" or (is_asked and value not in EMPTY):
                found[key] = value
        elif key in BY_NAME:
            found[key] = {name: _compact(each, is_asked) for name, each in value.items()}
        elif _says_something(key, value, is_asked):
            found[key] = _compact(value, is_asked)
    for each in found.get(DEFINITIONS, {}).values():
        each.pop("description", None)
    return found


def _says_something(key: str, value: Any, is_asked: bool) -> bool:
    if key == "title" or (key == "additionalProperties" and value is True):
        return False
    return is_asked or key != "description"


def _without_null(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Leave out that a member may be null."""
    choices = [each for each in schema.get("anyOf", ()) if each.get("type") != "null"]
    if not choices or len(choices) == len(schema["anyOf"]):
        return schema
    rest = {key: value for key, value in schema.items() if key != "anyOf"}
    return {**choices[0], **rest} if len(choices) == 1 else {**rest, "anyOf": choices}


def _reference(name: str) -> str:
    return f"#/{DEFINITIONS}/{name}"


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, list):
        for each in schema:
            yield from _references(each)
    elif isinstance(schema, Mapping):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"]
        for each in schema.values():
            yield from _references(each)


def _inlined(schema: Any, known: Mapping[str, Schema]) -> Any:
    if isinstance(schema, list):
        return [_inlined(each, known) for each in schema]
    if not isinstance(schema, Mapping):
        return schema
    if schema.get("$ref") in known:
        rest = {key: value for key, value in schema.items() if key != "$ref"}
        return _inlined({**known[schema["$ref"]], **rest}, known)
    return {key: _inlined(each, known) for key, each in schema.items()}


def _pruned(schema: Schema, once: Mapping[str, Schema]) -> Schema:
    """Take out the definitions that stand elsewhere now."""
    left = {name: each for name, each in schema.pop(DEFINITIONS, {}).items() if name not in once}
    return schema | {DEFINITIONS: left} if left else schema
