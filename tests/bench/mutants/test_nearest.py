"""Which tests are nearest to a module."""

import shutil
from pathlib import Path

import pytest

from bench.mutants import nearest
from bench.mutants.nearest import Imports
from bench.mutants.results import ROOT


@pytest.fixture(scope="module")
def imports(tmp_path_factory: pytest.TempPathFactory) -> Imports:
    """Read who imports whom in the package of the recognizers, once, from a tree without all others."""
    root = tmp_path_factory.mktemp("tree")
    for package in ("engine/features", "tests/engine/features"):
        shutil.copytree(ROOT / package, root / package, ignore=shutil.ignore_patterns("__pycache__"))
    return Imports(root, "engine")


def names(imports: Imports, path: str) -> list[str]:
    return [test.name for test in nearest.tests_of(imports, Path(path))]


def test_a_file_of_a_recognizers_folder_is_looked_at_by_the_recognizers_tests(imports):
    assert "test_fin.py" in names(imports, "engine/features/fins/candidates.py")
    assert "test_slot.py" not in names(imports, "engine/features/fins/candidates.py")


def test_tests_of_the_same_name_come_first(imports):
    assert names(imports, "engine/features/pockets/outlook.py")[0] == "test_outlook.py"
    assert "test_pocket.py" in names(imports, "engine/features/pockets/outlook.py")[1:]


def test_of_two_names_that_fit_the_longer_one_counts(tmp_path):
    for module in ("sheet", "sheet_bends", "alone"):
        path = tmp_path / f"engine/made/{module}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("A = 1.0\n", "utf-8")
    for test in ("test_sheet.py", "test_sheet_bends.py", "test_sheet_of_steel.py"):
        path = tmp_path / "tests/engine/made" / test
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("", "utf-8")
    imports = Imports(tmp_path, "engine")
    found = {
        name: nearest.tests_of(imports, Path(f"engine/made/{name}.py")) for name in ("sheet", "sheet_bends")
    }
    assert [test.name for test in found["sheet"]] == ["test_sheet.py", "test_sheet_of_steel.py"]
    assert [test.name for test in found["sheet_bends"]] == ["test_sheet_bends.py"]
    # Where none is near, all of the package are asked.
    assert len(nearest.tests_of(imports, Path("engine/made/alone.py"))) == 3
