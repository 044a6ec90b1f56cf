"""The page of all tools is that of their schemas, and each tool tells enough to be used."""

import re
from pathlib import Path

import pytest

from server.agent import reference
from server.agent.guide import INSTRUCTIONS
from server.agent.tool import Tool
from server.agent.tools import TOOLS

PAGE = Path(__file__).parents[3] / "docs" / "agents.md"


def test_the_page_is_that_of_the_schemas() -> None:
    due = "`python -m server.agent.reference > docs/agents.md` is due"
    assert PAGE.read_text("utf-8") == reference.page(), due


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_every_argument_and_every_answer_of_a_tool_is_described(tool: Tool) -> None:
    section = PAGE.read_text("utf-8").partition(f"### {tool.name}\n")[2].partition("\n### ")[0]
    assert tool.description.splitlines()[0] in section
    rows = re.findall(r"^\| `(\w+)` \| (.*) \| (.*) \|$", section, re.MULTILINE)
    assert rows or tool.name in ("list_materials", "usage")
    arguments = section.partition("| answer |")[0]
    for name, _, words in re.findall(r"^\| `(\w+)` \| (.*) \| (.*) \|$", arguments, re.MULTILINE):
        assert words or name in ("quantity", "width_px"), f"{tool.name}.{name}"


def test_what_agents_are_told_first_is_short() -> None:
    assert len(INSTRUCTIONS) < 1000
