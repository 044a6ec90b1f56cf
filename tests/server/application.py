"""The application in this process, with workers that act."""

from typing import Any

from litestar.testing import TestClient

from server import services
from server.app import create_app
from server.jobs.functions import Functions
from server.services import Services
from server.settings import Settings
from tests.server import acting


class Client(TestClient[Any]):
    """A client that can also reach the parts of the server it speaks to."""

    services: Services


def client_of(settings: Settings, functions: Functions = acting.FUNCTIONS) -> Client:
    """Return a client of a server with these settings; entering it starts the server."""
    built = services.build(settings, functions)
    client = Client(create_app(built), raise_server_exceptions=False)
    client.services = built
    return client
