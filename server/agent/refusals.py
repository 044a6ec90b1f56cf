"""What a call is told that cannot be carried out: what was found, and what the tool takes."""

from collections.abc import Mapping
from typing import Any

from mcp.server.mcpserver.exceptions import ToolError
from pydantic import ValidationError

PREFIX = "Error executing tool {}: "
"""What the protocol's library puts before the sentence of a tool."""
MOST_SHOWN = 60
"""Characters of a value that was sent."""


def sentence(error: ToolError, name: str, arguments: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """Return what a caller can act on.

    Parameters
    ----------
    error : ToolError
        As the library raised it.
    name : str
        Of the tool.
    arguments : mapping
        As they were sent.
    schema : mapping
        The tool's input schema.
    """
    if not isinstance(error.__cause__, ValidationError):
        return str(error).removeprefix(PREFIX.format(name))
    taken = schema.get("properties", {})
    required = schema.get("required", ())
    wrong = [f"it takes no {each[:MOST_SHOWN]!r}" for each in arguments if each not in taken]
    for each in error.__cause__.errors():
        place = ".".join(str(part) for part in each["loc"])
        shown = repr(each["input"])[:MOST_SHOWN]
        is_missing = each["type"] == "missing"
        wrong.append(
            f"{place} is missing"
            if is_missing
            else f"{place} is {shown}: {each['msg'][:1].lower()}{each['msg'][1:]}"
        )
    accepted = ", ".join(f"{each} (required)" if each in required else each for each in taken)
    return f"{name} was not called: {'; '.join(dict.fromkeys(wrong))}. It takes {accepted or 'no arguments'}."
