"""What agents are told of tools costs few letters, and still tells right from wrong."""

from typing import Annotated, Any

import anyio
import jsonschema
import pytest
from mcp_types import Tool
from pydantic import BaseModel, Field

from server.agent import program, schemas, summary
from server.agent.origin import OverHttp
from tests.server.agent.judged import finding, result

MOST_LETTERS = 21_000
"""Of the whole list as it is sent; it was 43,000 when every tool repeated what pydantic says of its types."""
MOST_SEEN_LETTERS = 10_500
"""Of names, sentences and arguments, which is what a host hands to its model."""


class Row(BaseModel):
    """A row."""

    title: Annotated[str, Field(description="what it is called")]
    value: Annotated[float | None, Field(description="may be none")] = None


class Rows(BaseModel):
    """Rows, and one of them."""

    rows: list[Row]
    count: Annotated[int, Field(ge=1, description="how many")] = 1
    words: list[str] = []
    first: Row | None = None


@pytest.fixture(scope="module")
def tools() -> list[Tool]:
    async def nowhere() -> tuple[str, str | None]:
        raise AssertionError("no tool is called")

    server = program.build(OverHttp(nowhere, is_local=True), "0")
    return anyio.run(server.list_tools)


def test_the_list_of_tools_is_short(tools: list[Tool]) -> None:
    sent = [each.model_dump_json(by_alias=True, exclude_none=True) for each in tools]
    seen = [
        each.model_dump_json(by_alias=True, include={"name", "description", "input_schema"}) for each in tools
    ]
    assert len(tools) == 17
    assert sum(map(len, sent)) < MOST_LETTERS
    assert sum(map(len, seen)) < MOST_SEEN_LETTERS


def test_every_schema_is_one(tools: list[Tool]) -> None:
    for each in tools:
        for schema in (each.input_schema, each.output_schema):
            assert schema is not None
            jsonschema.Draft202012Validator.check_schema(schema)
            assert schema["type"] == "object"


def test_an_answer_is_valid_and_one_with_a_wrong_field_is_not(tools: list[Tool]) -> None:
    [schema] = [each.output_schema for each in tools if each.name == "analyze"]
    answer = summary.of("id", result(finding(1.2, 3.0, (1.0, 2.0, 3.0)))).model_dump(
        mode="json", exclude_none=True
    )
    jsonschema.validate(answer, schema)
    answer["issues"][0]["value"] = "1.2 mm"
    with pytest.raises(jsonschema.ValidationError, match="is not of type 'number'"):
        jsonschema.validate(answer, schema)


def test_arguments_that_are_required_or_bounded_stay_so(tools: list[Tool]) -> None:
    [schema] = [each.input_schema for each in tools if each.name == "measure"]
    asked: dict[str, Any] = {"analysis": "x", "quantity": "distance", "first": [1.0, 2.0, 3.0]}
    jsonschema.validate(asked, schema)
    for wrong in ({"quantity": "weight"}, {"first": 7}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(asked | wrong, schema)
    del asked["first"]
    with pytest.raises(jsonschema.ValidationError, match="'first' is a required property"):
        jsonschema.validate(asked, schema)


def test_what_repeats_the_names_goes_and_what_a_caller_needs_stays() -> None:
    assert schemas.compact(Rows.model_json_schema()) == {
        "$defs": {
            "Row": {
                "type": "object",
                "properties": {
                    "title": {"type": "string", "description": "what it is called"},
                    "value": {"type": "number", "description": "may be none"},
                },
                "required": ["title"],
            }
        },
        "type": "object",
        "properties": {
            "rows": {"type": "array", "items": {"$ref": "#/$defs/Row"}},
            "count": {"type": "integer", "minimum": 1, "default": 1, "description": "how many"},
            "words": {"type": "array", "items": {"type": "string"}},
            "first": {"$ref": "#/$defs/Row"},
        },
        "required": ["rows"],
    }


def test_a_definition_that_is_used_once_stands_where_it_is_used() -> None:
    class Few(BaseModel):
        rows: list[Row]

    row = {"type": "object", "properties": {"title": {"type": "string"}, "value": {"type": "number"}}}
    assert schemas.compact(Few.model_json_schema(), is_asked=False) == {
        "type": "object",
        "properties": {"rows": {"type": "array", "items": {**row, "required": ["title"]}}},
        "required": ["rows"],
    }


def test_rows_that_a_tool_has_typed_are_objects_in_the_next() -> None:
    answer = Rows.model_json_schema()
    first, second = schemas.listed(
        [Tool(name=name, input_schema={"type": "object"}, output_schema=answer) for name in ("a", "b")]
    )
    assert first.output_schema is not None
    assert second.output_schema is not None
    assert "title" in first.output_schema["$defs"]["Row"]["properties"]
    assert second.output_schema["$defs"]["Row"] == {"type": "object"}
