"""`/mcp` of every server: the tools over streamable HTTP, without sessions.

What the protocol needs is loaded when somebody first asks: a desktop program's own server starts without it.
"""

import asyncio
import hashlib
import hmac
import importlib
import importlib.util
import json
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from litestar import asgi
from litestar.handlers import ASGIRouteHandler
from litestar.types import ASGIApp, Receive, Scope, Send

from server.errors import AgentsNotInstalled, ServerError, answer_of, sentence
from server.http import problems
from server.http.hooks import request_id_of
from server.http.hosts import LOOPBACK
from server.settings import Settings
from server.system import version

PATH = "/mcp"
PURPOSE = b"sprue/mcp/request-state"


class AgentMount:
    """Answers at `/mcp`, from the first request on.

    Parameters
    ----------
    settings : Settings
        Where callers reach the server.
    secret : bytes
        What all hosts of an installation share.
    """

    def __init__(self, settings: Settings, secret: bytes) -> None:
        self._settings = settings
        self._state_key = hmac.new(secret, PURPOSE, hashlib.sha256).digest()
        self._application: ASGIApp | None = None
        self._answering: Any = None
        self._running: asyncio.Task[None] | None = None
        self._lock = asyncio.Lock()

    def serve(self, application: ASGIApp) -> None:
        """Have tools ask this application."""
        self._application = application

    def handler(self) -> ASGIRouteHandler:
        """Return what answers at the path."""

        @asgi(PATH, is_mount=True, copy_scope=True)
        async def agents(scope: Scope, receive: Receive, send: Send) -> None:
            """Pass on to the protocol's own application."""
            try:
                answering = await self._started()
            except AgentsNotInstalled as error:
                await _refuse(error, scope, send)
                return
            scope["path"] = "/"
            scope["root_path"] = ""
            await answering(scope, receive, send)

        return agents

    async def stop(self) -> None:
        """End what is still answered."""
        running, self._running = self._running, None
        if running is not None:
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running

    async def _started(self) -> Any:
        async with self._lock:
            if self._answering is None:
                if importlib.util.find_spec("mcp") is None:
                    raise AgentsNotInstalled(
                        "This server has no tools for agents: install sprue[mcp] beside it."
                    )
                await asyncio.to_thread(importlib.import_module, "server.agent.program")
                self._answering = await self._start()
            return self._answering

    async def _start(self) -> Any:
        """Begin to answer; what does ends with this application, in a task that is its own."""
        from mcp.server.transport_security import TransportSecuritySettings

        from server.agent import program
        from server.agent.origin import InProcess

        origin = InProcess(self._application, self._settings.base_url)
        server = program.build(origin, version.of_program(), self._state_key)
        answering = server.streamable_http_app(
            streamable_http_path="/",
            stateless_http=True,
            transport_security=TransportSecuritySettings(**allowed(self._settings)),
        )
        ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def run() -> None:
            async with server.session_manager.run():
                ready.set_result(None)
                await asyncio.Event().wait()

        self._running = asyncio.create_task(run())
        await ready
        return answering


async def _refuse(error: ServerError, scope: Scope, send: Send) -> None:
    """Answer an error in the one shape: the framework answers those of mounted applications in another."""
    answer = answer_of(error)
    body = problems.members(answer, sentence(error), PATH, request_id_of(scope))
    headers = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps(body).encode(), "more_body": False})


def allowed(settings: Settings) -> dict[str, Any]:
    """Return by which names, and from pages of which site, `/mcp` may be asked.

    Without an address of its own, a server that others reach cannot know its names; its keys guard it.
    """
    if settings.site_url:
        site = urlsplit(settings.base_url)
        name = site.hostname or ""
        return {
            "allowed_hosts": [site.netloc, name, f"{name}:*"],
            "allowed_origins": [f"{site.scheme}://{site.netloc}"],
        }
    if settings.host in LOOPBACK:
        names = ["127.0.0.1", "localhost", "[::1]"]
        return {
            "allowed_hosts": [*names, *(f"{name}:*" for name in names)],
            "allowed_origins": [f"http://{name}:*" for name in names],
        }
    return {"enable_dns_rebinding_protection": False}
