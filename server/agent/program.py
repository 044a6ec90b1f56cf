"""The server of tools, resources and prompts, whichever transport it speaks."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.server.request_state import RequestStateSecurity
from mcp_types import CallToolResult, InputRequiredResult
from mcp_types import Resource as ListedResource
from mcp_types import Tool as ListedTool

from server.agent import prompts, refusals, resources, schemas
from server.agent.guide import INSTRUCTIONS
from server.agent.origin import Origin
from server.agent.state import State, waiting_of
from server.agent.tools import TOOLS
from server.agent.waiting import CANCELLED

NAME = "sprue"


class AgentServer(MCPServer[State]):
    """A server whose refusals are sentences of ours, and whose lists are short and whole."""

    async def list_tools(self) -> list[ListedTool]:
        """List the tools as clients get them."""
        return schemas.listed(await self.described_tools())

    async def list_resources(self) -> list[ListedResource]:
        """List the resources there are whatever was analyzed."""
        return [*await super().list_resources(), *resources.of_templates()]

    async def described_tools(self) -> list[ListedTool]:
        """List the tools with every sentence there is of them."""
        return await super().list_tools()

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[State, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool; raise ToolError with what a caller can act on."""
        try:
            return await super().call_tool(name, arguments, context)
        except UnexpectedToolError:
            raise
        except ToolError as error:
            if context is not None and waiting_of(context).was_cancelled(
                str(arguments.get("analysis")).strip()
            ):
                raise ToolError(CANCELLED) from error
            schema = next((tool.input_schema for tool in await self.list_tools() if tool.name == name), {})
            raise ToolError(refusals.sentence(error, name, arguments, schema)) from error.__cause__


def build(origin: Origin, version: str, state_key: bytes | None = None) -> AgentServer:
    """Make it.

    Parameters
    ----------
    origin : Origin
        Where the API is.
    version : str
        Of the program.
    state_key : bytes, optional
        What hosts of one installation seal questions to persons with that are on their way; None: made anew.
    """

    @asynccontextmanager
    async def lifespan(_: MCPServer[State]) -> AsyncIterator[State]:
        yield State(origin)

    server = AgentServer(
        NAME,
        title="Sprue",
        description="Manufacturability of parts: analysis, pictures, measures, rule packs, quotes.",
        instructions=INSTRUCTIONS,
        version=version,
        lifespan=lifespan,
        log_level="WARNING",
        request_state_security=None if state_key is None else RequestStateSecurity(keys=[state_key]),
    )
    for tool in TOOLS:
        tool.add_to(server)
    resources.add_to(server)
    prompts.add_to(server)
    return server
