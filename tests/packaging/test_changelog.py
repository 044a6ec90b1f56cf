"""The version stands in one place, and the changelog has its chapter."""

import re
import subprocess
import tomllib

import pytest

from tests.packaging import loaded

ROOT = loaded.PACKAGING.parent
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
CHAPTER = re.compile(r"^## (\d+\.\d+\.\d+) \((not released yet|\d{4}-\d\d-\d\d)\)$", re.MULTILINE)


def test_the_first_chapter_is_of_this_version_and_each_has_a_date_but_the_first() -> None:
    chapters = CHAPTER.findall((ROOT / "CHANGELOG.md").read_text("utf-8"))
    assert chapters[0][0] == VERSION
    assert all(when != "not released yet" for _, when in chapters[1:])
    assert len(chapters) == len(re.findall(r"^## ", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE))


def test_no_program_has_the_version_written_into_it() -> None:
    found = subprocess.run(
        ["git", "grep", "-l", "-F", f'"{VERSION}"', "--", "*.py"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    if found.returncode > 1:
        pytest.skip("this is no checkout")
    assert found.stdout.split() == []
