"""The kernel is the adapter to OCCT: each of its modules imports OCCT, and nothing else does."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]


def imported_by(source: str) -> set[str]:
    """Return the modules that a source imports from, by dotted name."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


def speaks_to_occt(path: Path) -> bool:
    """Tell whether a file imports OCCT; one that does not even name it need not be parsed."""
    source = path.read_text("utf-8")
    return "OCP" in source and any(name.split(".")[0] == "OCP" for name in imported_by(source))


def modules_of(*folders: str) -> dict[str, bool]:
    """Return for each module of some folders whether it imports OCCT; packages' `__init__` apart."""
    files = (path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts): speaks_to_occt(path)
        for path in files
        if path.name != "__init__.py"
    }


def test_only_the_kernel_imports_occt() -> None:
    importers = {name for name, speaks in modules_of("engine", "server", "app").items() if speaks}
    assert importers
    assert sorted(name for name in importers if not name.startswith("engine.kernel.")) == []


def test_every_module_of_the_kernel_imports_occt() -> None:
    modules = modules_of("engine/kernel")
    assert modules
    assert sorted(name for name, speaks in modules.items() if not speaks) == []
