"""The application in this process, with workers that act."""

from typing import Any

from litestar.testing import TestClient

from server import services
from server.app import create_app
from server.jobs.functions import Functions
from server.jobs.pool import Pool
from server.services import Services
from server.settings import Settings
from tests.server import acting
from tests.support import parsed_once


class Client(TestClient[Any]):
    """A client that can also reach the parts of the server it speaks to."""

    services: Services


def client_of(
    settings: Settings, functions: Functions = acting.FUNCTIONS, starts_workers: bool = False
) -> Client:
    """Return a client of a server with these settings; entering it starts the server.

    Its workers start when they get something to do, which those of most tests never do; with
    `starts_workers` as the server has it, beforehand.
    """
    parsed_once.parse_once()
    built = services.build(settings, functions)
    if not starts_workers:
        for pool in (built.interactive, built.queue._pool):  # type: ignore[attr-defined]
            _leave(pool)
    client = Client(create_app(built), raise_server_exceptions=False)
    client.services = built
    return client


def _leave(pool: Pool) -> None:
    """Have a pool start nothing before a task comes."""
    pool.start = lambda warm_after_s=0.0: None  # type: ignore[method-assign]
