"""One server for all tests of what it says of itself."""

import pytest

from server.settings import Settings
from tests.server.application import Client, client_of


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Client:
    """Ask a server that is not started: no page of the reference needs its database or its workers."""
    return client_of(Settings(data_dir=tmp_path_factory.mktemp("reference"), site_url="http://sprue.test"))
