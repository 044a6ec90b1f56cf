"""A database is brought to exactly the tables that the code works with."""

import asyncio
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect

from server.settings import InvalidSetting
from server.storage import migrate
from server.storage.database import FILE_NAME, open_database
from server.storage.migrations import HEAD
from server.storage.models import metadata
from tests.server.databases import OWN_TABLES, execute, rows
from tests.support.postgresql import BOTH, ON_POSTGRESQL


def test_the_newest_file_is_the_version_that_the_code_names() -> None:
    config = Config()
    config.set_main_option("script_location", str(migrate.FOLDER))
    assert ScriptDirectory.from_config(config).get_heads() == [HEAD]


@pytest.fixture(params=BOTH)
def empty_database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Give the URL of a database without tables, of either kind."""
    if request.param == "sqlite":
        yield f"sqlite+aiosqlite:///{tmp_path / FILE_NAME}"
    else:
        with request.getfixturevalue("postgresql_cluster").empty() as url:
            yield url


def test_a_new_database_gets_every_table_as_the_code_has_it(empty_database_url: str) -> None:
    async def go() -> tuple[str, str, list[object]]:
        database = open_database(empty_database_url, Path())
        before = await migrate.upgrade(database)
        async with database.reading() as connection:
            differences = await connection.run_sync(
                lambda sync: compare_metadata(MigrationContext.configure(sync, opts=OWN_TABLES), metadata)
            )
        again = await migrate.upgrade(database)
        await database.close()
        return before, again, differences

    before, again, differences = asyncio.run(go())
    assert before == ""
    assert again == HEAD
    assert differences == []


def test_of_two_that_migrate_at_once_one_does_and_the_other_finds_it_done(empty_database_url: str) -> None:
    async def go() -> list[str]:
        databases = [open_database(empty_database_url, Path()) for _ in range(2)]
        await asyncio.gather(*map(migrate.upgrade, databases))
        found = [await migrate.version(database) for database in databases]
        for database in databases:
            await database.close()
        return found

    assert asyncio.run(go()) == [HEAD, HEAD]


def test_the_way_back_leaves_an_empty_database_and_leads_forward_again(empty_database_url: str) -> None:
    _downgrade(empty_database_url, "base")

    async def go() -> tuple[set[str], str, str]:
        database = open_database(empty_database_url, Path())
        async with database.reading() as connection:
            names = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
        before = await migrate.upgrade(database)
        after = await migrate.version(database)
        await database.close()
        return set(names), before, after

    names, before, after = asyncio.run(go())
    assert names <= {"alembic_version", "sqlite_sequence"}
    assert (before, after) == ("", HEAD)


def test_the_command_says_what_it_did(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert migrate.main(["--data-dir", str(tmp_path)]) == 0
    assert migrate.main(["--data-dir", str(tmp_path)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"the database is at version {HEAD}; it was at none",
        f"the database is at version {HEAD}",
    ]


def _downgrade(url: str, version: str) -> None:
    """Make a database, and take it back to a version."""

    async def go() -> None:
        database = open_database(url, Path())
        await migrate.upgrade(database)

        def down(connection: object) -> None:
            config = Config(attributes={"connection": connection})
            config.set_main_option("script_location", str(migrate.FOLDER))
            command.downgrade(config, version)

        async with database.writing() as connection:
            await connection.run_sync(down)
        await database.close()

    asyncio.run(go())


def _with_users_of_version_4(folder: Path, *names: str) -> None:
    """Make a database as it was before names were folded, with users."""
    _downgrade(f"sqlite+aiosqlite:///{folder / FILE_NAME}", "0004")
    connection = sqlite3.connect(folder / FILE_NAME)
    moment = "2026-11-26 12:00:00.000000"
    for name in names:
        connection.execute(
            "INSERT INTO accounts (id, name, plan, overage_enabled, created_at) VALUES (?, ?, 'free', 0, ?)",
            (name, name, moment),
        )
        connection.execute(
            "INSERT INTO users (id, account_id, username, password_hash, created_at) VALUES (?, ?, ?, '', ?)",
            (name, name, name, moment),
        )
    connection.commit()
    connection.close()


def test_users_of_before_are_known_by_names_without_case(tmp_path: Path) -> None:
    _with_users_of_version_4(tmp_path, "Ada", "bob")
    assert migrate.main(["--data-dir", str(tmp_path)]) == 0
    connection = sqlite3.connect(tmp_path / FILE_NAME)
    found = connection.execute("SELECT username, folded_username FROM users ORDER BY 2").fetchall()
    connection.close()
    assert found == [("Ada", "ada"), ("bob", "bob")]


def test_two_names_that_differ_by_case_alone_are_refused_with_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _with_users_of_version_4(tmp_path, "Ada", "ada", "bob")
    assert migrate.main(["--data-dir", str(tmp_path)]) == 2
    errors = capsys.readouterr().err
    assert "users differ by case alone: Ada and ada. Rename all but one" in errors
    assert "bob" not in errors
    connection = sqlite3.connect(tmp_path / FILE_NAME)
    assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("0004",)]
    connection.execute("UPDATE users SET username = 'ada2' WHERE username = 'ada'")
    connection.commit()
    connection.close()
    assert migrate.main(["--data-dir", str(tmp_path)]) == 0


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        ("9999", f"at version 9999, which is newer than this program, which works with {HEAD}: install"),
        ("0001", f"at version 0001, and this program works with {HEAD}; run `sprue migrate` first"),
    ],
)
@ON_POSTGRESQL
def test_a_database_of_another_version_is_a_sentence_and_stays_as_it_is(
    database_url: str, found: str, sentence: str
) -> None:
    execute(database_url, f"UPDATE alembic_version SET version_num = '{found}'")

    async def go() -> None:
        database = open_database(database_url, Path())
        try:
            await migrate.prepare(database)
        finally:
            await database.close()

    with pytest.raises(InvalidSetting, match=re.escape(sentence)):
        asyncio.run(go())
    assert rows(database_url, "SELECT version_num FROM alembic_version") == [(found,)]


def test_a_newer_database_is_a_sentence_on_one_machine_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert migrate.main(["--data-dir", str(tmp_path)]) == 0
    execute(f"sqlite+aiosqlite:///{tmp_path / FILE_NAME}", "UPDATE alembic_version SET version_num = '9999'")
    assert migrate.main(["--data-dir", str(tmp_path)]) == 2
    assert "is at version 9999, which is newer than this program" in capsys.readouterr().err
