"""What a tool is: a function with its limits, and how its answer goes to a client."""

import functools
import inspect
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import anyio
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, ImageContent, TextContent, ToolAnnotations
from pydantic import BaseModel

from server.agent.names import UnknownName
from server.agent.words import MOST_CHARACTERS, bounded


class Answer(BaseModel):
    """What a tool answers: fields for programs, and a text for models that says the same in fewer letters."""

    def text(self) -> str:
        """Write the answer."""
        raise NotImplementedError

    def pictures(self) -> Sequence[tuple[bytes | str, str]]:
        """Return pictures as (base64, media type)."""
        return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A tool. Its docstring is what models read of it; its result type is the schema of its answers."""

    call: Callable[..., Awaitable[Answer]]
    title: str
    limit_s: float
    """After so many seconds a call ends in a sentence."""
    reads_only: bool = True
    is_idempotent: bool = True
    is_destructive: bool = False
    costs: str = ""
    """What a call counts as, on servers that count: `1 unit of dfm.analyze`."""
    most_characters: int = MOST_CHARACTERS
    more: str = ""
    """How to read on where the text was cut."""

    @property
    def name(self) -> str:
        """What clients call it by."""
        return self.call.__name__

    @property
    def description(self) -> str:
        """What models read of it."""
        text = inspect.cleandoc(self.call.__doc__ or "")
        return f"{text}\n\nCosts {self.costs} on servers that count." if self.costs else text

    def add_to(self, server: MCPServer[Any]) -> None:
        """Register it."""
        server.add_tool(
            _wrapped(self),
            name=self.name,
            title=self.title,
            description=self.description,
            annotations=ToolAnnotations(
                title=self.title,
                read_only_hint=self.reads_only,
                idempotent_hint=self.is_idempotent,
                destructive_hint=self.is_destructive,
                open_world_hint=False,
            ),
            meta={"sprue/costs": self.costs} if self.costs else None,
        )


def _wrapped(tool: Tool) -> Callable[..., Awaitable[CallToolResult]]:
    """Return a function that answers as the protocol has it, within the tool's limits."""
    call = tool.call
    signature = inspect.signature(call, eval_str=True)

    @functools.wraps(call)
    async def answering(*args: Any, **kwargs: Any) -> CallToolResult:
        try:
            with anyio.fail_after(tool.limit_s):
                answer = await call(*args, **kwargs)
        except TimeoutError:
            raise ToolError(
                f"{tool.name} took longer than its {tool.limit_s:g} seconds and was ended. Ask for less, or "
                "again when fewer others ask."
            ) from None
        except UnknownName as error:
            raise ToolError(str(error)) from None
        return result_of(answer, tool)

    result = Annotated[CallToolResult, signature.return_annotation]
    answering.__signature__ = signature.replace(return_annotation=result)  # type: ignore[attr-defined]
    answering.__annotations__ = {**call.__annotations__, "return": result}
    del answering.__wrapped__  # else its annotations are those that are read
    return answering


def result_of(answer: Answer, tool: Tool) -> CallToolResult:
    """Return an answer as text, pictures and fields; all of it bounded."""
    content: list[Any] = [
        TextContent(type="text", text=bounded(answer.text(), tool.most_characters, tool.more))
    ]
    content += [
        ImageContent(type="image", data=data if isinstance(data, str) else data.decode(), mime_type=kind)
        for data, kind in answer.pictures()
    ]
    return CallToolResult(
        content=content, structured_content=answer.model_dump(mode="json", exclude_none=True)
    )
