"""The tests nearest to a module: those named for it, and for what stands on it in its package."""

import ast
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path

BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
"""The members of statements that hold further statements."""


class Imports:
    """Who imports whom in a tree, by paths from its root."""

    def __init__(self, root: Path, program: str) -> None:
        self.root = root
        self.modules = sorted(path.relative_to(root) for path in (root / program).rglob("*.py"))

    @cached_property
    def importers_of(self) -> Mapping[Path, frozenset[Path]]:
        """The modules that import a module."""
        importers = defaultdict(set)
        for path in self.modules:
            for imported in imported_by(self.root, path):
                importers[imported].add(path)
        return {path: frozenset(found) for path, found in importers.items()}

    def run_by(self, path: Path) -> list[Path]:
        """Return a module and all that run it when they are imported, packages among them."""
        found, front = {path}, {path}
        while front:
            front = {each for reached in front for each in self.importers_of.get(reached, ())} - found
            found |= front
        return sorted(found)

    def above(self, path: Path, within: Path | None = None) -> list[Path]:
        """Return a module and all that stand on it, nearest first, within a folder if one is given."""
        found, front = [path], [path]
        while front:
            level = {above for each in front for above in self.importers_of.get(each, ())}
            front = sorted(
                each
                for each in level - set(found)
                if each.name != "__init__.py" and (within is None or within in each.parents)
            )
            found += front
        return found


def imported_by(root: Path, path: Path) -> set[Path]:
    """Return the modules of a tree that a module imports by name, and the packages that these lie in."""
    found: set[Path] = set()
    tops = {entry.removesuffix(".py") for entry in os.listdir(root)}
    for node in _statements(ast.parse((root / path).read_bytes()).body):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [f"{node.module}.{each.name}" for each in node.names] + [node.module]
        elif isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        else:
            continue
        for name in names:
            parts = name.split(".")
            if parts[0] not in tops:
                continue
            packages = [Path(*parts[:end], "__init__.py") for end in range(1, len(parts) + 1)]
            found |= {
                each for each in (Path(*parts).with_suffix(".py"), *packages) if (root / each).is_file()
            }
    return found


def _statements(tree: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield statements and all that stand in them; imports are in no expression."""
    for node in tree:
        yield node
        for name in BLOCKS:
            yield from _statements(getattr(node, name, ()))


def tests_of(imports: Imports, path: Path) -> list[Path]:
    """List the test files nearest to a module, nearest first; all of its package where none is near.

    Near are those that import it, those that bear its name, and those that bear the name of a module of the
    same package (`engine/features`) that stands on it, as a recognizer does on the files of its folder.
    """
    package = Path(*path.parts[:2])
    of_package = test_files(imports.root, package)
    named = _tests_by_module(of_package, imports.modules)
    direct = [
        test
        for test in of_package
        if _may_import(imports.root / test, path) and path in imported_by(imports.root, test)
    ]
    above = [test for each in imports.above(path, package) for test in named.get(each, ())]
    return list(dict.fromkeys([*named.get(path, ()), *direct, *above])) or of_package


def _may_import(test: Path, path: Path) -> bool:
    """Tell whether a test file names a module at all, which is known without parsing it."""
    name = path.parent.name if path.name == "__init__.py" else path.stem
    return name.encode() in test.read_bytes()


def test_files(root: Path, package: Path) -> list[Path]:
    """List the test files of a package."""
    return sorted(path.relative_to(root) for path in (root / "tests" / package).rglob("test_*.py"))


def _tests_by_module(tests: Iterable[Path], modules: Iterable[Path]) -> Mapping[Path, list[Path]]:
    """Tell the test files of each module: of names that fit a file's, the longest counts."""
    found = defaultdict(list)
    for test in tests:
        name = test.stem.removeprefix("test_")
        fitting = [
            module
            for module in modules
            if module.parent == test.parent.relative_to("tests")
            and f"{name}_".startswith(f"{module.stem.strip('_')}_")
            and module.stem.strip("_")
        ]
        if fitting:
            found[max(fitting, key=lambda module: len(module.stem.strip("_")))].append(test)
    return found
