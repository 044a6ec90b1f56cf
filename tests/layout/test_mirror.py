"""Tests lie where what they test lies."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
PLUGIN_FOLDERS = ("formats", "fields", "features", "heatmaps", "evidence")


def files_that_test(program: str) -> list[Path]:
    return sorted((TESTS / program).rglob("test_*.py"))


@pytest.mark.parametrize("program", ["app", "engine", "server"])
def test_every_test_file_begins_with_the_name_of_what_it_tests(program: str) -> None:
    """`tests/engine/fields/test_thickness_of_ribs.py` tests `engine/fields/thickness.py`."""
    for test in files_that_test(program):
        package = ROOT / test.parent.relative_to(TESTS)
        assert package.is_dir(), f"{test.relative_to(ROOT)} tests no package"
        name = test.stem.removeprefix("test_")
        tested = {path.stem.strip("_") for path in package.iterdir() if path.suffix == ".py" or path.is_dir()}
        tested |= {package.name}
        is_named = any(name == one or name.startswith(f"{one}_") for one in tested if one)
        assert is_named, f"{test.relative_to(ROOT)} tests no file of {package.relative_to(ROOT)}"


@pytest.mark.parametrize("folder", PLUGIN_FOLDERS)
def test_every_file_of_a_plugin_folder_is_tested_beside_its_siblings(folder: str) -> None:
    """By a test file of its name, or by one that names it."""
    home = TESTS / "engine" / folder
    texts = [test.read_text("utf-8") for test in home.glob("test_*.py")]
    for path in (ROOT / "engine" / folder).glob("[a-z]*.py"):
        has_file = any(home.glob(f"test_{path.stem}*.py"))
        is_named = any(re.search(rf"\b{path.stem}\b", text) for text in texts)
        assert has_file or is_named, f"nothing tests engine/{folder}/{path.name}"


def test_every_package_says_in_its_first_lines_what_it_is_for() -> None:
    for program in ("app", "engine", "server", "resources"):
        for path in sorted((ROOT / program).rglob("*.py")):
            first = path.read_text("utf-8").lstrip()
            assert first.startswith(('"""', 'r"""')), f"{path.relative_to(ROOT)} says nothing of itself"
