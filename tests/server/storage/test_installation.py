"""A data folder and the database of another installation are not worked with together."""

import asyncio
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from server.settings import InvalidSetting, Settings
from server.storage import ids, migrate, secret_keys
from server.storage.database import FILE_NAME, open_database
from server.storage.installation import Installation
from server.storage.secret_keys import SecretKeys
from tests.server.databases import execute, rows
from tests.support.postgresql import ON_POSTGRESQL


def claim(data_dir: Path, database_dir: Path) -> None:
    """Claim the SQLite database of one folder for the installation of another."""

    async def go() -> None:
        database = open_database("", database_dir)
        try:
            await migrate.prepare(database)
            async with database.writing() as connection:
                settings = Settings(data_dir=data_dir)
                await Installation(settings, secret_keys.load(settings)).claim(connection)
        finally:
            await database.close()

    asyncio.run(go())


def add_job(data_dir: Path, job_id: str = "0190-a") -> Path:
    folder = data_dir / "jobs" / job_id
    folder.mkdir(parents=True)
    (folder / "part.step").write_bytes(b"ISO-10303-21;")
    return folder


def test_a_folder_and_its_database_belong_together_each_time_and_in_a_copy(tmp_path: Path) -> None:
    claim(tmp_path / "data", tmp_path / "data")
    add_job(tmp_path / "data")
    claim(tmp_path / "data", tmp_path / "data")
    shutil.copytree(tmp_path / "data", tmp_path / "copy")
    claim(tmp_path / "copy", tmp_path / "copy")


def test_the_database_of_another_folder_is_refused_by_both_ids(tmp_path: Path) -> None:
    claim(tmp_path / "a", tmp_path / "a")
    claim(tmp_path / "b", tmp_path / "b")
    a, b = (Installation(Settings(), SecretKeys.of_folder(tmp_path / name)).id for name in "ab")
    assert a != b
    with pytest.raises(InvalidSetting) as refused:
        claim(tmp_path / "a", tmp_path / "b")
    assert str(refused.value).startswith(
        f"the data folder {tmp_path / 'a'} is of installation {a}, the database of installation {b}: "
        "they do not belong together. Name the folder of this database by SPRUE_DATA_DIR"
    )


def test_a_folder_with_jobs_is_refused_to_an_empty_database_and_one_without_is_not(tmp_path: Path) -> None:
    claim(tmp_path / "old", tmp_path / "old")
    folder = add_job(tmp_path / "old")
    (tmp_path / "old" / FILE_NAME).unlink()
    with pytest.raises(InvalidSetting, match=r"\(1\) the database knows none: they do not belong together"):
        claim(tmp_path / "old", tmp_path / "new")
    assert (folder / "part.step").read_bytes() == b"ISO-10303-21;"
    folder.rename(tmp_path / "elsewhere")
    claim(tmp_path / "old", tmp_path / "new")


class Hosts:
    """Hosts of one database, each with a data folder and a file of secrets."""

    def __init__(self, url: str, folder: Path) -> None:
        self._url = url
        self._folder = folder

    def settings(self, keys: SecretKeys) -> Settings:
        """Return the settings of a new host with these secrets."""
        data_dir = self._folder / ids.new()
        data_dir.mkdir()
        file = data_dir / "secrets.toml"
        file.write_text(keys.as_file)
        return Settings(data_dir=data_dir, database_url=self._url, secret_file=str(file))

    def claim(self, *hosts: SecretKeys, replace: bool = False) -> list[str]:
        """Have hosts with these secrets claim the database at once; return what those read that may not."""
        return asyncio.run(self._claim(hosts, replace))

    async def _claim(self, hosts: tuple[SecretKeys, ...], replace: bool) -> list[str]:
        database = open_database(self._url, self._folder)
        await migrate.prepare(database)

        async def once(keys: SecretKeys) -> str:
            settings = self.settings(keys)
            installation = Installation(settings, secret_keys.load(settings))
            try:
                async with database.writing() as connection:
                    if replace:
                        await installation.replace_secrets(connection)
                    else:
                        await installation.claim(connection)
            except InvalidSetting as refused:
                return str(refused)
            return ""

        found = await asyncio.gather(*map(once, hosts))
        await database.close()
        return [each for each in found if each]


@ON_POSTGRESQL
def test_hosts_with_the_same_secrets_belong_together_and_of_others_one_wins(
    database_url: str, tmp_path: Path
) -> None:
    hosts = Hosts(database_url, tmp_path)
    keys = [SecretKeys.new() for _ in range(4)]
    assert len(hosts.claim(*keys)) == 3  # all at once, and each with secrets of its own
    [(winner,)] = rows(database_url, "SELECT id FROM installations")
    [mine] = [each for each in keys if Installation(Settings(), each).id == winner]
    assert hosts.claim(mine, mine, mine) == []


@ON_POSTGRESQL
@pytest.mark.parametrize("name", ["pepper", "signing", "csrf"])
def test_a_host_with_another_secret_reads_which_by_both_fingerprints(
    database_url: str, tmp_path: Path, name: str
) -> None:
    hosts, keys = Hosts(database_url, tmp_path), SecretKeys.new()
    other = replace(keys, **{name: bytes(32)})
    assert hosts.claim(keys) == []
    before = rows(database_url, "SELECT id, CAST(secret_fingerprints AS TEXT) FROM installations")
    [message] = hosts.claim(other)
    assert f"are not those of installation {Installation(Settings(), keys).id}" in message
    fingerprints = f"{name} {other.fingerprints[name]}, not {keys.fingerprints[name]}"
    assert f"(by its fingerprint {fingerprints})" in message
    assert message.endswith("nothing was changed")
    assert rows(database_url, "SELECT id, CAST(secret_fingerprints AS TEXT) FROM installations") == before


@ON_POSTGRESQL
def test_a_database_from_before_there_were_files_takes_the_file_with_its_pepper_alone(
    database_url: str, tmp_path: Path
) -> None:
    hosts, keys = Hosts(database_url, tmp_path), SecretKeys.new()
    execute(database_url, f"INSERT INTO installations (id) VALUES ('{Installation(Settings(), keys).id}')")
    [message] = hosts.claim(SecretKeys.new())
    assert "(by its fingerprint pepper " in message
    assert hosts.claim(keys) == []
    assert len(hosts.claim(replace(keys, signing=bytes(32)))) == 1


@ON_POSTGRESQL
def test_keys_of_links_and_forms_are_replaced_and_the_pepper_is_not(
    database_url: str, tmp_path: Path
) -> None:
    hosts, keys = Hosts(database_url, tmp_path), SecretKeys.new()
    changed = replace(SecretKeys.new(), pepper=keys.pepper)
    assert hosts.claim(keys) == []
    assert hosts.claim(changed, replace=True) == []
    assert hosts.claim(changed) == []
    assert len(hosts.claim(keys)) == 1
    assert len(hosts.claim(SecretKeys.new(), replace=True)) == 1
    assert hosts.claim(changed) == []
