"""The kernel is the adapter to OCCT: each of its modules imports OCCT, and nothing else does."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]


def imported_by(path: Path) -> set[str]:
    """Return the modules that a file imports from, and what it may import from them, by dotted name."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def imports_of(*folders: str) -> dict[str, set[str]]:
    """Return for each module of some folders what it imports; packages' `__init__` apart."""
    files = (path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts): imported_by(path)
        for path in files
        if path.name != "__init__.py"
    }


def speaks_to_occt(imported: set[str]) -> bool:
    return any(name.split(".")[0] == "OCP" for name in imported)


def test_only_the_kernel_imports_occt() -> None:
    importers = {
        name for name, names in imports_of("engine", "server", "app").items() if speaks_to_occt(names)
    }
    assert importers
    assert sorted(name for name in importers if not name.startswith("engine.kernel.")) == []


def test_every_module_of_the_kernel_imports_occt() -> None:
    imports = imports_of("engine/kernel")
    assert imports
    assert sorted(name for name, imported in imports.items() if not speaks_to_occt(imported)) == []
