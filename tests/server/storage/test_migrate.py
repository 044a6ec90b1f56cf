"""A database is brought to exactly the tables that the code works with."""

import asyncio
import sqlite3
from pathlib import Path

import pytest
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
    async def go() -> None:
        from alembic import command

        database = open_database("", tmp_path)
        await migrate.upgrade(database)

        def down(connection: object) -> None:
            config = Config(attributes={"connection": connection})
            config.set_main_option("script_location", str(migrate.FOLDER))
            command.downgrade(config, "base")

        async with database.writing() as connection:
            await connection.run_sync(down)
        await database.close()

    asyncio.run(go())
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
