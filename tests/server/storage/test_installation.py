"""A data folder and the database of another installation are not worked with together."""

import asyncio
import shutil
from pathlib import Path

import pytest

from server.settings import InvalidSetting
from server.storage import migrate
from server.storage.database import FILE_NAME, open_database
from server.storage.installation import Installation


def claim(data_dir: Path, database_dir: Path) -> None:
    """Claim the SQLite database of one folder for the installation of another."""

    async def go() -> None:
        database = open_database("", database_dir)
        try:
            await migrate.prepare(database)
            async with database.writing() as connection:
                await Installation(data_dir).claim(connection)
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
    a, b = Installation(tmp_path / "a").id, Installation(tmp_path / "b").id
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
