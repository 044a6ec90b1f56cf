"""Secrets are printed for the hosts that share them, and replaced."""

import asyncio
from pathlib import Path

import pytest

from server.storage import secret_command, secret_keys
from server.storage.database import open_database
from server.storage.installation import Installation
from server.storage.secret_keys import SecretKeys
from tests.server.databases import rows, settings_of
from tests.support.postgresql import ON_POSTGRESQL

Capture = pytest.CaptureFixture[str]


def read(folder: Path, text: str) -> SecretKeys:
    file = folder / "printed.toml"
    file.write_text(text)
    return SecretKeys.of_file(file)


def test_new_ones_are_printed_each_time_and_kept_nowhere(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    printed = []
    for _ in range(2):
        assert secret_command.main([]) == 0
        printed.append(read(tmp_path, capsys.readouterr().out))
    assert printed[0] != printed[1]
    assert [each.name for each in tmp_path.iterdir()] == ["printed.toml"]


def test_those_of_a_data_folder_are_what_its_server_works_with(tmp_path: Path, capsys: Capture) -> None:
    assert secret_command.main(["--data-dir", str(tmp_path / "data")]) == 0
    printed = read(tmp_path, capsys.readouterr().out)
    assert printed == SecretKeys.of_folder(tmp_path / "data")


@ON_POSTGRESQL
def test_the_database_takes_those_of_the_file(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settings_of(database_url, tmp_path / "host")

    async def claim() -> None:
        database = open_database(database_url, Path())
        async with database.writing() as connection:
            await Installation(settings, secret_keys.load(settings)).claim(connection)
        await database.close()

    asyncio.run(claim())
    keys = secret_keys.load(settings)
    changed = SecretKeys(keys.pepper, b"s" * 32, b"c" * 32)
    Path(settings.secret_file).write_text(changed.as_file)
    monkeypatch.setenv("SPRUE_DATABASE_URL", database_url)
    monkeypatch.setenv("SPRUE_SECRET_FILE", settings.secret_file)
    assert secret_command.main(["--replace"]) == 0
    asyncio.run(claim())
    [(found,)] = rows(database_url, "SELECT secret_fingerprints FROM installations")
    assert found == changed.fingerprints


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("", "SPRUE_SECRET_FILE names no file of secrets"),
        ("postgresql+psycopg://sprue@nowhere.invalid/sprue", "SPRUE_SECRET_FILE has to name the file"),
    ],
)
def test_without_a_file_there_is_nothing_to_replace_by(
    url: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SPRUE_DATABASE_URL", url)
    assert secret_command.main(["--replace"]) == 2
    assert message in capsys.readouterr().err
