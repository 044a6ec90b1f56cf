"""What every tool is given besides its arguments: where the API is, and what other calls wait for."""

from dataclasses import dataclass, field

from server.agent.api import Api
from server.agent.origin import AnyContext, Origin
from server.agent.waiting import Waiting


@dataclass(frozen=True, slots=True)
class State:
    """What a server of tools works with; `Context.request_context.lifespan_context` of each call."""

    origin: Origin
    waiting: Waiting = field(default_factory=Waiting)


def origin_of(context: AnyContext) -> Origin:
    """Return where the API of a call is."""
    return _state(context).origin


def waiting_of(context: AnyContext) -> Waiting:
    """Return what calls wait for."""
    return _state(context).waiting


async def api_of(context: AnyContext) -> Api:
    """Return the API as the caller reaches it."""
    return await origin_of(context).api(context)


def _state(context: AnyContext) -> State:
    state: State = context.request_context.lifespan_context
    return state
