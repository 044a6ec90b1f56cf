"""The server in this process, its worker in another."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from server.auth import passwords
from server.settings import Settings
from server.storage.database import FILE_NAME
from tests.server.application import Client, client_of
from tests.server.databases import put_tables, settings_of
from tests.server.keyed import a_key
from tests.support import postgresql


@pytest.fixture(autouse=True)
def _quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords at no cost: to be slow is what hashing is for, and no page is about that."""
    monkeypatch.setattr(passwords, "_hasher", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    passwords._nobodys.cache_clear()  # it may have been hashed at full cost before


@pytest.fixture(scope="session")
def postgresql_cluster() -> Iterator[postgresql.Cluster]:
    """Run PostgreSQL for all tests of this process."""
    with postgresql.serving() as cluster:
        yield cluster


@pytest.fixture
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Give the URL of a database of the test's own: SQLite, or what `postgresql.ON_BOTH` says.

    It has its tables; that of SQLite is in the data folder of `serve`.
    """
    if getattr(request, "param", "sqlite") == "postgresql":
        with request.getfixturevalue("postgresql_cluster").migrated() as url:
            yield url
    else:
        put_tables(tmp_path / "data")
        yield f"sqlite+aiosqlite:///{tmp_path / 'data' / FILE_NAME}"


@pytest.fixture
def serve(tmp_path: Path, database_url: str) -> Iterator[Callable[..., Client]]:
    """Return a function that starts the application with changed settings and gives its client."""
    with ExitStack() as stack:

        def start(**changes: object) -> Client:
            settings = settings_of(database_url, tmp_path / "data").with_changes(**changes)
            client = stack.enter_context(client_of(settings))
            client.headers["X-API-Key"] = a_key(settings)
            return client

        yield start


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """Serve with default settings, once for all tests of a file."""
    settings = Settings(data_dir=tmp_path_factory.mktemp("data"), site_url="http://sprue.test")
    put_tables(settings.data_dir)
    with client_of(settings) as started:
        started.headers["X-API-Key"] = a_key(settings)
        yield started
