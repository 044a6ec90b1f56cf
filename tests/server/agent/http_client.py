"""Agent hosts elsewhere: `/mcp` of a server, spoken to by the protocol's own client."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx2
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

from tests.server.asking import PLAIN

TIMEOUT_S = 60.0


@asynccontextmanager
async def client_of(url: str, headers: dict[str, str], **options: Any) -> AsyncIterator[Client]:
    """Yield a client of a server, which sends these headers with each request."""
    async with (
        httpx2.AsyncClient(headers=headers, timeout=TIMEOUT_S, verify=PLAIN) as http,
        Client(streamable_http_client(f"{url}/mcp", http_client=http), **options) as client,
    ):
        yield client
