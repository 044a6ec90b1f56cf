"""What differs by system is listed, guarded by a branch, and fits where Windows keeps programs."""

import ast
import re
from pathlib import Path

import pytest
import yaml

from engine import formats
from tests.packaging import loaded

ROOT = loaded.PACKAGING.parent
PROGRAMS = ("app", "engine", "server")
ASKING = re.compile(
    r"sys\.platform|os\.name\b|platform\.(system|machine)\(|sched_getaffinity|add_signal_handler|hasattr\(signal"
)
OF_ONE_SYSTEM = frozenset({"fcntl", "grp", "msvcrt", "pwd", "resource", "termios", "winreg"})
LISTED = set(
    re.findall(r"^\| `([\w/]+\.py)` \|", (loaded.PACKAGING / "README.md").read_text("utf-8"), re.MULTILINE)
)
LONGEST_PATH = 259
PROGRAM_FILES = r"C:\Program Files\Sprue\_internal"


def sources() -> list[Path]:
    return [path for program in PROGRAMS for path in sorted((ROOT / program).rglob("*.py"))]


def test_every_file_that_asks_for_the_system_is_listed_and_no_other() -> None:
    asking = {
        path.relative_to(ROOT).as_posix() for path in sources() if ASKING.search(path.read_text("utf-8"))
    }
    asking -= {"engine/selfcheck/command.py"}  # it prints what the system is
    assert asking == LISTED


def imported_at_the_top(path: Path) -> set[str]:
    """Return what a module imports as it is loaded, without looking into functions and branches.

    One that names nothing of one system need not be parsed.
    """
    found: set[str] = set()
    source = path.read_text("utf-8")
    if not any(name in source for name in OF_ONE_SYSTEM):
        return found
    for node in ast.parse(source).body:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


def test_nothing_that_one_kind_of_system_has_is_imported_by_all() -> None:
    offenders = {str(path): bad for path in sources() if (bad := imported_at_the_top(path) & OF_ONE_SYSTEM)}
    assert offenders == {}


def test_paths_of_a_bundle_fit_below_the_folder_of_programs_on_windows() -> None:
    paths = [
        path
        for name in (*PROGRAMS, "resources")
        for path in (ROOT / name).rglob("*")
        if "__pycache__" not in path.parts
    ]
    kernels = 80  # how much longer the machine code of a kernel is called than its module
    longest = max(len(f"{PROGRAM_FILES}\\{path.relative_to(ROOT)}") for path in paths)
    assert longest + kernels <= LONGEST_PATH


def test_both_installers_offer_the_four_formats_that_parts_are_sent_in() -> None:
    script = (loaded.PACKAGING / "windows/sprue.iss").read_text("utf-8")
    on_windows = set(re.findall(r"Software\\Classes\\(\.\w+)\\OpenWithProgids", script))
    recipe = (loaded.PACKAGING / "desktop/sprue.spec").read_text("utf-8")
    [types] = re.findall(r"for name, suffixes in \((.+?)\n\s*\)\n", recipe, re.DOTALL)
    on_macos = {f".{each}" for each in re.findall(r'"([a-z0-9]+)"', types)}
    assert on_windows == on_macos == {".step", ".stp", ".gltf", ".glb", ".stl", ".3mf"}
    assert on_windows <= {suffix for each in formats.FORMATS for suffix in each.FORMAT.suffixes}


@pytest.mark.parametrize("job", ["linux", "windows", "macos"])
def test_the_workflow_uses_files_that_exist(job: str) -> None:
    workflow = yaml.safe_load((loaded.PACKAGING / "ci/packages.yaml").read_text("utf-8"))
    text = "\n".join(step.get("run", "") for step in workflow["jobs"][job]["steps"]).replace("\\", "/")
    for named in re.findall(r"(?:packaging|requirements)/[\w./-]+", text):
        assert (ROOT / named).exists(), named
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert {
        word for each in re.findall(r"make ([a-z -]+)$", text, re.MULTILINE) for word in each.split()
    } <= targets
