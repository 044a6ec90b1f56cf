"""The server in this process, its worker in another."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from litestar.testing import TestClient

from server.app import create_app
from server.auth import passwords
from server.settings import Settings
from tests.server import acting
from tests.server.keyed import a_key


@pytest.fixture(autouse=True)
def _quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords at no cost: to be slow is what hashing is for, and no page is about that."""
    monkeypatch.setattr(passwords, "_hasher", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., TestClient[Any]]]:
    """Return a function that starts the application with changed settings and gives its client."""
    with ExitStack() as stack:

        def start(**changes: object) -> TestClient[Any]:
            settings = Settings(data_dir=tmp_path / "data", site_url="http://sprue.test").with_changes(
                **changes
            )
            app = create_app(settings, acting.FUNCTIONS)
            client = stack.enter_context(TestClient(app, raise_server_exceptions=False))
            client.headers["X-API-Key"] = a_key(settings)
            return client

        yield start


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    """Serve with default settings, once for all tests of a file."""
    settings = Settings(data_dir=tmp_path_factory.mktemp("data"), site_url="http://sprue.test")
    with TestClient(create_app(settings, acting.FUNCTIONS), raise_server_exceptions=False) as started:
        started.headers["X-API-Key"] = a_key(settings)
        yield started
