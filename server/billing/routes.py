"""`POST /webhooks/stripe`: what the payment processor tells of by itself."""

from typing import Any

from litestar import Request, post
from litestar.di import NamedDependency

from server.billing.inbox import Inbox
from server.dependencies import provide
from server.http.router import Router

SIGNATURE = "Stripe-Signature"
MOST_BYTES = 1 << 20
"""Of a notice: it holds one object, of some kilobytes."""


@post("/stripe", status_code=200, include_in_schema=False)
async def stripe(request: Request[Any, Any, Any], inbox: NamedDependency[Inbox]) -> dict[str, bool]:
    """Keep a notice that Stripe signed, and answer at once: it is handled afterwards."""
    await inbox.receive(await request.body(), request.headers.get(SIGNATURE, ""))
    return {"received": True}


ROUTES = (stripe,)


def router(inbox: Inbox) -> Router:
    """Return the route, working with this inbox."""
    return Router(
        "/webhooks",
        route_handlers=ROUTES,
        dependencies=provide(inbox=inbox),
        request_max_body_size=MOST_BYTES,
    )
