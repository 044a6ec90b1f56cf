"""Names say what a reader from the field expects: words with a standard term are not defined again."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("engine", "server", "app", "bench", "packaging", "tests")
TERM_OF_WORD = {
    "told": "measured, reported, decoded or emitted (`tell` is what file objects have)",
    "gaze": "camera controller",
    "furniture": "viewport overlays",
    "desk": "window context",
    "doorbell": "single instance",
    "patience": "timeout",
    "immortals": "refcount workaround",
    "glance": "quick_info",
    "hasty": "fast",
    "survey": "quick_info",
    "unblended": "blend-suppressed adjacency",
    "barrels": "coaxial groups",
    "backings": "opposite faces",
    "torn": "pcurve seam jumps",
    "parted": "split regions",
    "grown": "regions, or what they grew to",
    "unite": "merge",
}


def words(name: str) -> set[str]:
    """Split an identifier in snake case or camel case into its words, in lower case."""
    return {each.lower() for each in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)}


def defined_names(tree: ast.AST) -> Iterator[str]:
    """Yield what a module defines; functions of tests are sentences, and left out."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            if not node.name.startswith("test_"):
                yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.id if isinstance(node, ast.Name) else node.attr


def offenders(source: str) -> set[str]:
    """Return the names that use such a word; what has none of them in it need not be parsed."""
    lower = source.lower()
    if not any(word in lower for word in TERM_OF_WORD):
        return set()
    return {name for name in defined_names(ast.parse(source)) if words(name) & set(TERM_OF_WORD)}


def offenders_in(path: Path) -> set[str]:
    """Return them of a file, its own name among them."""
    own = {path.stem} if words(path.stem) & set(TERM_OF_WORD) else set()
    return own | offenders(path.read_text("utf-8"))


def test_no_name_uses_a_word_that_has_a_standard_term() -> None:
    found = {
        str(path.relative_to(ROOT)): bad
        for folder in FOLDERS
        for path in sorted((ROOT / folder).rglob("*.py"))
        if (bad := offenders_in(path))
    }
    assert found == {}


@pytest.mark.parametrize(
    ("source", "n_found"),
    [
        ("def f(told_mm): pass", 1),
        ("class CameraGaze: pass", 1),
        ("here.is_hasty = 1", 1),
        ("kept = here.told", 0),
        ("toldest = untold = 1", 0),
    ],
)
def test_a_word_is_found_inside_a_name_and_what_contains_it_is_not(source: str, n_found: int) -> None:
    assert len(offenders(source)) == n_found
