"""A host that cannot be one of its installation ends with a sentence, and changes nothing."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from server import __main__ as serve
from server import worker
from server.settings import Settings, variable
from server.storage.host import open_host
from server.storage.migrations import HEAD
from server.storage.secret_keys import SecretKeys
from tests.faults.site import free_port
from tests.server import acting
from tests.server.databases import execute, rows, settings_of
from tests.server.stored import objects_of
from tests.support import postgresql, seaweedfs

pytestmark = [postgresql.CAN_RUN, seaweedfs.CAN_RUN]

SHARED = ("database_url", "secret_file", "store", "site_url", "worker_hosts")
NOT_STARTED = 2

Start = Callable[[Settings], tuple[int, str]]
"""Starts a host with these settings; returns its exit status and what it reported to its operator."""


@dataclass(frozen=True, slots=True)
class Ground:
    """An installation as its first host has left it."""

    settings: Settings
    other_secrets: SecretKeys

    def with_secrets(self, **changed: bytes) -> Settings:
        """Return the settings of a host with some other secrets."""
        file = Path(self.settings.secret_file)
        kept = SecretKeys.of_file(file)
        other = file.with_name("others.toml")
        other.write_text(replace(kept, **changed).as_file)
        return self.settings.with_changes(secret_file=str(other))

    def with_url(self, **changed: object) -> Settings:
        """Return the settings of a host with another URL of the database."""
        url = make_url(self.settings.database_url).set(**changed)  # type: ignore[arg-type]
        return self.settings.with_changes(database_url=url.render_as_string(hide_password=False))


@pytest.fixture(params=["serve", "worker"])
def start(
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> Start:
    def go(settings: Settings) -> tuple[int, str]:
        for name in SHARED:
            monkeypatch.setenv(variable(name), str(getattr(settings, name)))
        folder = ["--data-dir", str(tmp_path / "host")]
        if request.param == "serve":
            status = serve.main([*folder, "--port", "0"], "sprue serve", acting.FUNCTIONS)
        else:
            status = worker.main(folder, "sprue worker", acting.FUNCTIONS)
        return status, capfd.readouterr().err

    return go


@pytest.fixture(scope="module")
def ground(
    tmp_path_factory: pytest.TempPathFactory,
    postgresql_cluster: postgresql.Cluster,
    seaweedfs_store: seaweedfs.Store,
) -> Iterator[Ground]:
    """Make an installation whose marks are in the database and in the bucket: no start here changes it."""
    with postgresql_cluster.migrated() as url:
        settings = settings_of(url, tmp_path_factory.mktemp("first")).with_changes(
            store=seaweedfs_store.new_url(), worker_hosts=1
        )
        claim(settings)
        yield Ground(settings, SecretKeys.new())


def claim(settings: Settings) -> None:
    """Do what the first host of an installation does when it starts."""

    async def go() -> None:
        host = open_host(settings)
        await host.prepare()
        await host.database.close()

    asyncio.run(go())


def assert_sentence(reported: tuple[int, str], *words: str) -> None:
    """Check that a host ended with one line that has these words, and no traceback."""
    status, errors = reported
    assert status == NOT_STARTED, errors
    [line] = errors.strip().splitlines()
    assert line.startswith(("sprue serve: ", "sprue worker: "))
    for each in words:
        assert each in line, line


def test_another_secret_is_named_and_the_database_keeps_its_own(ground: Ground, start: Start) -> None:
    """One of three: `tests/server/storage/test_installation.py` has each."""
    kept = "SELECT id, secret_fingerprints FROM installations"
    before = rows(ground.settings.database_url, kept)
    found = start(ground.with_secrets(signing=ground.other_secrets.signing))
    assert_sentence(found, "are not those of installation", "signing ", "nothing was changed")
    named = found[1].partition("by its fingerprint")[2].split(":")[0]
    assert not any(f"{each} " in named for each in ("pepper", "csrf"))
    assert rows(ground.settings.database_url, kept) == before


def test_no_secrets_at_all_are_a_sentence(ground: Ground, start: Start, tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere.toml"
    assert_sentence(start(ground.settings.with_changes(secret_file="")), "SPRUE_SECRET_FILE has to name")
    assert_sentence(
        start(ground.settings.with_changes(secret_file=str(nowhere))), str(nowhere), "cannot be read"
    )


def test_a_bucket_that_there_is_not_and_one_of_another_installation_are_told_apart(
    ground: Ground, start: Start, seaweedfs_store: seaweedfs.Store, tmp_path: Path
) -> None:
    there_is_not = ground.settings.with_changes(store="s3://no-such-bucket/prefix")
    assert_sentence(start(there_is_not), "SPRUE_STORE is s3://no-such-bucket/prefix", "there is no bucket")
    others = seaweedfs_store.new_url()
    with_other_marks = settings_of("", tmp_path / "other").with_changes(store=others)
    claim(with_other_marks)
    before = objects_of(others)
    assert_sentence(
        start(ground.settings.with_changes(store=others)),
        others,
        "which is of installation",
        "nothing was changed",
    )
    assert objects_of(others) == before


def test_a_store_that_refuses_the_keys_or_does_not_answer_is_a_sentence(
    ground: Ground, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.storage.object_store.RETRIES", 0)
    with monkeypatch.context() as patch:
        patch.setenv("AWS_SECRET_ACCESS_KEY", "of-somebody-else")
        assert_sentence(start(ground.settings), "AWS_SECRET_ACCESS_KEY", "are refused")
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{free_port()}")
    assert_sentence(start(ground.settings), "which does not answer")


@pytest.mark.parametrize(
    ("version", "words"),
    [
        (f"{int(HEAD) - 1:04}", ("run `sprue migrate` first",)),
        ("9999", ("newer than this program", "nothing was changed")),
    ],
    ids=["old", "too new"],
)
def test_a_schema_of_another_version_is_named_and_left_as_it_is(
    ground: Ground, start: Start, version: str, words: tuple[str, ...]
) -> None:
    change = "UPDATE alembic_version SET version_num = '{}'"
    execute(ground.settings.database_url, change.format(version))
    try:
        assert_sentence(start(ground.settings), f"the database is at version {version}", HEAD, *words)
        assert rows(ground.settings.database_url, "SELECT version_num FROM alembic_version") == [(version,)]
    finally:
        execute(ground.settings.database_url, change.format(HEAD))


def test_a_database_without_tables_is_a_sentence(
    ground: Ground, start: Start, postgresql_cluster: postgresql.Cluster
) -> None:
    with postgresql_cluster.empty() as url:
        assert_sentence(
            start(ground.settings.with_changes(database_url=url)), "at version none", "sprue migrate"
        )


def test_a_database_that_does_not_answer_and_one_that_there_is_not_are_sentences(
    ground: Ground, start: Start
) -> None:
    assert_sentence(start(ground.with_url(port=free_port())), "the database cannot be reached")
    assert_sentence(start(ground.with_url(database="no_such_one")), "cannot be reached", "no_such_one")
    assert_sentence(start(ground.with_url(username="nobody_we_know")), "cannot be reached", "nobody_we_know")


def test_a_host_with_all_of_its_own_starts(
    ground: Ground, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The twin: what is refused above is refused for its difference alone."""
    started = []

    async def stop_here(*_: object, **__: object) -> None:
        started.append(True)
        raise OSError("that is far enough")

    monkeypatch.setattr("server.jobs.retention.Retention.start", stop_here)
    assert_sentence(start(ground.settings), "that is far enough")
    assert started
