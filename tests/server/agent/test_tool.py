"""Every tool has limits, tells what it does, and answers within what it says."""

from typing import Any

import anyio
import pytest
from mcp.client.client import Client
from mcp.server.mcpserver import MCPServer

from server.agent.tool import Answer, Tool
from server.agent.tools import TOOLS
from tests.server.agent.stdio_client import text


class Lines(Answer):
    """So many lines."""

    count: int

    def text(self) -> str:
        """Write them."""
        return "\n".join(f"line {number}" for number in range(self.count))


async def lines(count: int) -> Lines:
    """Answer with lines."""
    return Lines(count=count)


async def sleep(seconds: float) -> Lines:
    """Answer late."""
    await anyio.sleep(seconds)
    return Lines(count=1)


async def stumble() -> Lines:
    """Fail by a defect."""
    raise ZeroDivisionError("a secret detail")


def called(tool: Tool, **arguments: Any) -> Any:
    server = MCPServer[Any]("test", log_level="CRITICAL")
    tool.add_to(server)

    async def go() -> Any:
        async with Client(server) as client:
            return await client.call_tool(tool.name, arguments)

    return anyio.run(go)


def test_a_text_is_cut_at_its_limit_and_the_fields_are_whole() -> None:
    answer = called(
        Tool(call=lines, title="Lines", limit_s=5.0, most_characters=400, more="Ask on."), count=500
    )
    assert len(text(answer)) <= 400
    assert text(answer).endswith("lines more. Ask on.")
    assert answer.structured_content == {"count": 500}


def test_a_call_that_takes_too_long_is_a_sentence() -> None:
    answer = called(Tool(call=sleep, title="Sleep", limit_s=0.05), seconds=30.0)
    assert answer.is_error
    assert "sleep took longer than its 0.05 seconds" in text(answer)


def test_a_defect_tells_nothing_of_itself() -> None:
    answer = called(Tool(call=stumble, title="Stumble", limit_s=5.0))
    assert answer.is_error
    assert "secret" not in text(answer)


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_a_tool_says_what_it_is_and_what_it_does(tool: Tool) -> None:
    server = MCPServer[Any]("test")
    tool.add_to(server)
    [found] = anyio.run(server.list_tools)
    assert found.title
    assert found.annotations is not None
    assert found.annotations.read_only_hint is tool.reads_only
    assert found.annotations.idempotent_hint is tool.is_idempotent
    assert (found.meta or {}) == ({"sprue/costs": tool.costs} if tool.costs else {})
    assert 0 < tool.limit_s <= 300
    assert found.output_schema is not None
    assert found.description


def test_what_counts_says_so() -> None:
    assert {tool.name: tool.costs for tool in TOOLS if tool.costs} == {
        "quick_info": "1 unit of dfm.quick_info",
        "analyze": "1 unit of dfm.analyze",
    }
