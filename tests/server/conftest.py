"""The server in this process, its worker in another."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from server.auth import passwords
from server.settings import Settings
from server.storage.database import FILE_NAME
from tests.server.application import Client, client_of
from tests.server.databases import put_tables, settings_of
from tests.server.keyed import key_of, newly_keyed
from tests.support import chromium, hosted, postgresql, relay, seaweedfs


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests of a file against each of the servers that it names, but those that choose one."""
    servers = getattr(metafunc.module, "SERVERS", ())

    def chooses(name: str) -> bool:
        return any(name in mark.args[0] for mark in metafunc.definition.iter_markers("parametrize"))

    if servers and "serve" in metafunc.fixturenames and not chooses("database_url"):
        metafunc.parametrize("serve", servers, indirect=True)
    elif servers and "client" in metafunc.fixturenames and not chooses("client"):
        metafunc.parametrize("client", servers, indirect=True, scope="module")


@pytest.fixture(autouse=True)
def _quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords at no cost: to be slow is what hashing is for, and no page is about that."""
    monkeypatch.setattr(passwords, "_hasher", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    passwords._nobodys.cache_clear()  # it may have been hashed at full cost before


@pytest.fixture(scope="session")
def chromium_browser() -> Iterator[chromium.Browser]:
    """Start a browser, once for all tests of this process; each opens pages with a profile of their own."""
    with chromium.running() as started:
        yield started


@pytest.fixture
def store_relay(seaweedfs_store: seaweedfs.Store, monkeypatch: pytest.MonkeyPatch) -> Iterator[relay.Relay]:
    """Put a relay before the server of S3, and have the test reach it by that."""
    with relay.before(seaweedfs_store.port) as between:
        monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{between.port}")
        yield between


@pytest.fixture
def store_url(seaweedfs_store: seaweedfs.Store) -> str:
    """Give the URL of a part of a bucket of the test's own."""
    return seaweedfs_store.new_url()


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
def serve(
    request: pytest.FixtureRequest, tmp_path: Path, database_url: str
) -> Iterator[Callable[..., Client]]:
    """Return a function that starts the application with changed settings and gives its client."""
    with ExitStack() as stack:
        ours = settings_of(database_url, tmp_path / "data")
        if getattr(request, "param", None) == hosted.HOSTED:
            ours = stack.enter_context(_hosted(request, tmp_path / "data"))

        def start(**changes: object) -> Client:
            settings = ours.with_changes(**changes)
            client = stack.enter_context(client_of(settings))
            client.headers["X-API-Key"] = key_of(client)
            return client

        yield start


@pytest.fixture(scope="module")
def client(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """Serve with default settings, once for all tests of a file; a file with `SERVERS` has several."""
    data_dir = tmp_path_factory.mktemp("data")
    with ExitStack() as stack:
        settings = Settings(data_dir=data_dir, site_url="http://sprue.test")
        if getattr(request, "param", None) == hosted.HOSTED:
            settings = stack.enter_context(_hosted(request, data_dir))
        else:
            put_tables(data_dir)
        started = stack.enter_context(client_of(settings))
        started.headers["X-API-Key"] = key_of(started)
        yield started


@pytest.fixture(scope="session")
def unstarted(tmp_path_factory: pytest.TempPathFactory) -> Client:
    """Give a server that is not started, one for all tests of what its document says of it.

    To make the document takes longer than to make the server.
    """
    return client_of(Settings(data_dir=tmp_path_factory.mktemp("unstarted"), site_url="http://sprue.test"))


@pytest.fixture
def newcomer(client: Client) -> Iterator[Client]:
    """Give `client` the key of an account of the test's own: of all others it sees nothing."""
    with newly_keyed(client) as ours:
        yield ours


@pytest.fixture(scope="module")
def serve_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Client]]:
    """Return a function as `serve` does, for servers on SQLite that all tests of a file share."""
    with ExitStack() as stack:

        def start(**changes: object) -> Client:
            data_dir = tmp_path_factory.mktemp("data")
            put_tables(data_dir)
            ours = Settings(data_dir=data_dir, site_url="http://sprue.test")
            client = stack.enter_context(client_of(ours.with_changes(**changes)))
            client.headers["X-API-Key"] = key_of(client)
            return client

        yield start


@contextmanager
def _hosted(request: pytest.FixtureRequest, data_dir: Path) -> Iterator[Settings]:
    """Yield the settings of a host on PostgreSQL and S3."""
    cluster: postgresql.Cluster = request.getfixturevalue("postgresql_cluster")
    store: seaweedfs.Store = request.getfixturevalue("seaweedfs_store")
    with cluster.migrated() as url:
        yield settings_of(url, data_dir).with_changes(store=store.new_url())
