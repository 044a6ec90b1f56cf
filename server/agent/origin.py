"""Where tools find the API and the caller's key: in this process behind `/mcp`, elsewhere on stdio."""

import ssl
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import httpx2
from mcp.server.mcpserver import Context

from server.agent.api import TIMEOUT_S, Api

BEARER = "bearer "
PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Of a client that asks this machine without TLS. It trusts nobody: to read the certificates of the system
takes longer than most tools do."""

AnyContext = Context[Any, Any]


class Origin(Protocol):
    """What tools ask for the API."""

    is_local: bool
    """Whether tools run on the caller's own machine: they may read files there, and nothing is counted."""

    async def api(self, context: AnyContext) -> Api:
        """Return the API as the caller of a tool reaches it."""


class InProcess:
    """Behind `/mcp`: each call brings the key of its caller, and the application is asked without a socket.

    So there is one door for keys, units, limits and errors.
    """

    is_local = False

    def __init__(self, application: Any, site_url: str) -> None:
        transport = httpx2.ASGITransport(application, raise_app_exceptions=False, client=("127.0.0.1", 0))
        self._client = httpx2.AsyncClient(
            transport=transport, base_url="http://localhost", timeout=TIMEOUT_S, follow_redirects=True
        )
        self._site_url = site_url

    async def api(self, context: AnyContext) -> Api:
        """Return the API with the key that came with a call."""
        return Api(self._client, key_of(context), self._site_url)


Reach = Callable[[], Awaitable[tuple[str, str | None]]]
"""Returns the address of a server and the key for it; starts the server where it has to."""


class OverHttp:
    """On stdio: a server of this machine, or the one that the user named."""

    def __init__(self, reach: Reach, is_local: bool) -> None:
        self.is_local = is_local
        self._reach = reach
        self._client: httpx2.AsyncClient | None = None
        self._url = ""

    async def api(self, context: AnyContext) -> Api:
        """Return the API of the server as it runs now."""
        url, key = await self._reach()
        if self._client is None or url != self._url:
            await self.close()
            self._client = httpx2.AsyncClient(
                base_url=url,
                timeout=TIMEOUT_S,
                follow_redirects=True,
                verify=PLAIN if self.is_local else True,
            )
            self._url = url
        return Api(self._client, key, url)

    async def close(self) -> None:
        """Let go of connections."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()


def key_of(context: AnyContext) -> str | None:
    """Return the key that a call brings: `X-API-Key`, or a bearer token; None without one."""
    headers = context.headers
    if headers is None:
        return None
    key = headers.get("x-api-key")
    if key is None:
        token = headers.get("authorization") or ""
        key = token[len(BEARER) :].strip() if token.lower().startswith(BEARER) else None
    return key or None
