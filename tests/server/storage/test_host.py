"""What a host has, by its settings."""

from pathlib import Path

import pytest

from server.settings import InvalidSetting, Settings
from server.storage.host import check_is_shared, open_host
from server.storage.local_blobs import LocalBlobs
from tests.server.databases import settings_of

POSTGRESQL = "postgresql+psycopg://sprue@127.0.0.1:1/none"


def test_one_machine_has_its_files_in_its_folder_and_no_name_for_it(tmp_path: Path) -> None:
    host = open_host(Settings(data_dir=tmp_path))
    assert isinstance(host.blobs, LocalBlobs)
    assert host.blobs.home == ""


def test_folders_of_one_postgresql_have_names_that_stay(tmp_path: Path) -> None:
    pytest.importorskip("psycopg")
    homes = [
        open_host(settings_of(POSTGRESQL, tmp_path / name)).blobs.home for name in ("one", "other", "one")
    ]
    assert homes[0] == homes[2] != homes[1]
    assert len(homes[0]) == 32


def test_hosts_share_a_database_a_store_and_where_callers_reach_them() -> None:
    shared = Settings(database_url=POSTGRESQL, store="s3://bucket", site_url="https://dfm.example")
    check_is_shared(shared)
    for missing, names in (
        ({"site_url": ""}, "SPRUE_SITE_URL"),
        ({"store": ""}, "SPRUE_DATABASE_URL and SPRUE_STORE"),
        ({"database_url": ""}, "SPRUE_DATABASE_URL and SPRUE_STORE"),
        ({"database_url": "sqlite+aiosqlite:///a.db"}, "SPRUE_DATABASE_URL and SPRUE_STORE"),
    ):
        with pytest.raises(InvalidSetting, match=names):
            check_is_shared(shared.with_changes(**missing))
