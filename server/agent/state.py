"""What every tool is given besides its arguments: where the API is."""

from dataclasses import dataclass

from server.agent.api import Api
from server.agent.origin import AnyContext, Origin


@dataclass(frozen=True, slots=True)
class State:
    """What a server of tools works with; `Context.request_context.lifespan_context` of each call."""

    origin: Origin


def origin_of(context: AnyContext) -> Origin:
    """Return where the API of a call is."""
    state: State = context.request_context.lifespan_context
    return state.origin


async def api_of(context: AnyContext) -> Api:
    """Return the API as the caller reaches it."""
    return await origin_of(context).api(context)
