"""One server for all tests of what it says of itself."""

import pytest

from tests.server.application import Client


@pytest.fixture(scope="session")
def client(unstarted: Client) -> Client:
    """Ask a server that is not started: no page of the reference needs its database or its workers."""
    return unstarted
