"""What of an answer may be kept, and by whom: set for every path on purpose."""

from litestar.datastructures import MutableScopeHeaders
from litestar.types import Message, Scope

HEADER = "Cache-Control"
POLICY_OF_PREFIX = {
    "/dashboard/static/": "public, max-age=3600",
    "/docs": "no-cache",
}
"""Style sheets change with a release alone; documents are the same for all, and are asked for anew."""
NOTHING = "no-store"
"""Answers to a key, pages of a user and the server's state are of one caller and one moment."""


async def add_header(message: Message, scope: Scope) -> None:
    """Say it, unless the route did; never that an error may be kept."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    if message["status"] >= 400:
        headers[HEADER] = NOTHING
    elif HEADER not in headers:
        policies = (each for prefix, each in POLICY_OF_PREFIX.items() if scope["path"].startswith(prefix))
        headers[HEADER] = next(policies, NOTHING)
