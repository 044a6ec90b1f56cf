"""Questions that only a person can answer: by which process, along which pull. Asked where the client can."""

from typing import Annotated, Literal

from mcp.server.elicitation import ElicitationResult
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.resolve import Elicit, Resolve
from pydantic import BaseModel, Field

STATELESS_ASKS_SINCE = "2026-07-28"
"""Earlier versions of the protocol need a connection that stays, which there is on stdio alone."""


Unit = Literal["", "mm", "cm", "m", "in"]


class Intent(BaseModel):
    """How a part is meant to be made."""

    process: Annotated[
        str,
        Field(
            description="How is it to be made? For example casting/sand, casting/investment, "
            "injection/standard, "
            "cnc/3-axis, additive/fdm, sheet-metal; empty: what suits it best."
        ),
    ] = ""
    pull: Annotated[
        str, Field(description="In which direction does a mold open? x,y,z such as 0,0,1; cardinal: find it.")
    ] = "cardinal"
    unit: Annotated[Unit, Field(description="Unit of a file that has none, as STL; empty: mm.")] = ""


def ask_intent(
    ctx: Context[object, object], ask_user: bool, process: str, pull: str, unit: Unit
) -> Elicit[Intent] | Intent:
    """Ask for what was left open, where asking is wanted and the client can."""
    if not ask_user or (process and pull) or not can_ask(ctx):
        return Intent(process=process, pull=pull or "cardinal", unit=unit)
    return Elicit("How is this part to be made?", Intent)


def can_ask(ctx: Context[object, object]) -> bool:
    """Whether the client shows forms, and an answer would find its way back."""
    capabilities = ctx.client_capabilities
    if capabilities is None or capabilities.elicitation is None:
        return False
    return ctx.headers is None or (ctx.protocol_version or "") >= STATELESS_ASKS_SINCE


Asked = Annotated[ElicitationResult[Intent], Resolve(ask_intent)]
"""What was answered, or was given in the call."""
