"""`sprue worker`: what it says where something is missing; `tests/faults/test_hosts.py` runs it."""

from pathlib import Path

import pytest

from server.settings import Settings, variable
from server.storage import lock
from server.worker import main
from tests.server.databases import settings_of
from tests.support import postgresql, seaweedfs


def set_up(monkeypatch: pytest.MonkeyPatch, settings: Settings, *names: str) -> None:
    for name in names:
        monkeypatch.setenv(variable(name), str(getattr(settings, name)))


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({}, "sprue worker: hosts with `sprue worker` need SPRUE_SITE_URL: where callers reach"),
        (
            {"SPRUE_SITE_URL": "http://sprue.test"},
            "a store that all hosts share: set SPRUE_DATABASE_URL and SPRUE_STORE",
        ),
        (
            {"SPRUE_SITE_URL": "http://sprue.test", "SPRUE_STORE": "s3://bucket"},
            "need a PostgreSQL database and a store that all hosts share",
        ),
        ({"SPRUE_WORKERS": "2"}, "sprue worker: there is no setting SPRUE_WORKERS"),
    ],
)
def test_what_is_missing_is_a_sentence(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    environment: dict[str, str],
    sentence: str,
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert main(["--data-dir", str(tmp_path)], prog="sprue worker") == 2
    assert sentence in capsys.readouterr().err


@postgresql.CAN_RUN
@seaweedfs.CAN_RUN
def test_a_database_that_is_not_migrated_and_a_folder_in_use_are_sentences(
    tmp_path: Path,
    postgresql_cluster: postgresql.Cluster,
    store_url: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with postgresql_cluster.empty() as url:
        settings = settings_of(url, tmp_path).with_changes(store=store_url)
        set_up(monkeypatch, settings, "database_url", "store", "secret_file", "site_url")
        assert main(["--data-dir", str(tmp_path / "data")]) == 2
        assert "run `sprue migrate` first" in capsys.readouterr().err
        with lock.held(tmp_path / "data"):
            assert main(["--data-dir", str(tmp_path / "data")]) == 2
        assert "another server works in" in capsys.readouterr().err
