"""What a call is told whose arguments a tool does not take."""

from typing import Any

import anyio
import pytest
from mcp.server.mcpserver.exceptions import ToolError

from server.agent import program
from server.agent.origin import OverHttp


def refused(arguments: dict[str, Any], tool: str = "analyze") -> str:
    """Call a tool of a server that reaches no API, which no refusal needs."""

    async def nowhere() -> tuple[str, str | None]:
        raise AssertionError("the call came as far as the API")

    async def call() -> str:
        server = program.build(OverHttp(nowhere, is_local=True), "0")
        with pytest.raises(ToolError) as caught:
            await server.call_tool(tool, arguments)
        return str(caught.value)

    return anyio.run(call)


def test_a_missing_and_an_unknown_argument_are_named_with_what_is_taken() -> None:
    said = refused({"path": "part.step"})
    assert said.startswith(
        "analyze was not called: it takes no 'path'; part is missing. It takes part (required), "
    )
    assert "pydantic" not in said


def test_a_value_of_another_kind_is_shown() -> None:
    said = refused({"part": ["part.step"]})
    assert said.startswith(
        "analyze was not called: part is ['part.step']: input should be a valid string. It takes "
    )


def test_a_tool_that_is_not_there_is_a_sentence_without_a_prefix() -> None:
    assert "Error executing" not in refused({}, "weld")
