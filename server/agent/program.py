"""The server of tools, resources and prompts, whichever transport it speaks."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from mcp.server.mcpserver import MCPServer
from mcp.server.request_state import RequestStateSecurity

from server.agent import prompts, resources
from server.agent.guide import INSTRUCTIONS
from server.agent.origin import Origin
from server.agent.state import State
from server.agent.tools import TOOLS

NAME = "sprue"


def build(origin: Origin, version: str, state_key: bytes | None = None) -> MCPServer[State]:
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

    server = MCPServer[State](
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
