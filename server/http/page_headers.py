"""Headers of pages: what a browser may load for them, who may frame them, what other sites learn of them."""

from litestar.datastructures import MutableScopeHeaders
from litestar.types import Message, Scope

DASHBOARD, DOCS = "/dashboard", "/docs"
_OWN = "default-src 'none'; style-src 'self'; script-src 'self'"
_NOTHING_ELSE = "img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'"
DASHBOARD_POLICY = f"{_OWN}; form-action 'self'; {_NOTHING_ELSE}"
DOCS_POLICY = f"{_OWN}; connect-src 'self'; form-action 'none'; {_NOTHING_ELSE}"
"""The search of these pages fetches its index. They show nothing that a caller sent."""


async def add_headers(message: Message, scope: Scope) -> None:
    """Keep pages out of frames, and let nothing foreign load."""
    path = scope["path"]
    is_dashboard = path == "/" or path.startswith(DASHBOARD)
    if message["type"] != "http.response.start" or not (is_dashboard or path.startswith(DOCS)):
        return
    headers = MutableScopeHeaders.from_message(message)
    headers["Content-Security-Policy"] = DASHBOARD_POLICY if is_dashboard else DOCS_POLICY
    headers["Referrer-Policy"] = "same-origin"
    headers["X-Frame-Options"] = "DENY"
