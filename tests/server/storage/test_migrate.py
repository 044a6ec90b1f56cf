"""A database is brought to exactly the tables that the code works with."""

import asyncio
import sqlite3
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from server.storage import migrate
from server.storage.database import FILE_NAME, open_database
from server.storage.migrations import HEAD
from server.storage.models import metadata


def test_the_newest_file_is_the_version_that_the_code_names() -> None:
    config = Config()
    config.set_main_option("script_location", str(migrate.FOLDER))
    assert ScriptDirectory.from_config(config).get_heads() == [HEAD]


def test_a_new_database_gets_every_table_as_the_code_has_it(tmp_path: Path) -> None:
    async def go() -> tuple[str, str, list[object]]:
        database = open_database("", tmp_path)
        before = await migrate.upgrade(database)
        async with database.reading() as connection:
            differences = await connection.run_sync(
                lambda sync: compare_metadata(MigrationContext.configure(sync), metadata)
            )
        again = await migrate.upgrade(database)
        await database.close()
        return before, again, differences

    before, again, differences = asyncio.run(go())
    assert before == ""
    assert again == HEAD
    assert differences == []


def test_the_way_back_leaves_an_empty_database(tmp_path: Path) -> None:
    _downgrade(tmp_path, "base")
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        names = {
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        }
    connection.close()
    assert names <= {"alembic_version", "sqlite_sequence"}


def test_the_command_says_what_it_did(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert migrate.main(["--data-dir", str(tmp_path)]) == 0
    assert migrate.main(["--data-dir", str(tmp_path)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"the database is at version {HEAD}; it was at none",
        f"the database is at version {HEAD}",
    ]


def _downgrade(folder: Path, version: str) -> None:
    """Make a database, and take it back to a version."""

    async def go() -> None:
        database = open_database("", folder)
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
    _downgrade(folder, "0004")
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
