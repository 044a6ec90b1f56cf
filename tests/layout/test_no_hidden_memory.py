"""Nothing of a part is remembered by a module: what is worth keeping is in the context of its run."""

import ast
from collections.abc import Iterator
from pathlib import Path

import engine

CACHES = {"cache", "lru_cache"}
PLAIN = {"str", "int", "float", "bool", "tuple", "frozenset", "Path", "Comparison", "Step"}
"""What a cached function may take: keys that compare by value. Anything of a part compares by identity."""


def cached_functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and any(map(is_cache, node.decorator_list)):
            yield node


def is_cache(decorator: ast.expr) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return (called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")) in CACHES


def names(function: ast.FunctionDef) -> set[str]:
    """Return every name in the annotations of a function's parameters."""
    given = function.args
    annotations = [each.annotation for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    assert None not in annotations, f"{function.name} does not say what it takes"
    return {
        node.id
        for annotation in annotations
        if annotation is not None
        for node in ast.walk(annotation)
        if isinstance(node, ast.Name)
    }


def offenders(source: str) -> list[str]:
    """Return the cached functions that take more; what names no cache need not be parsed."""
    if not any(each in source for each in CACHES):
        return []
    return [each.name for each in cached_functions(ast.parse(source)) if not names(each) <= PLAIN]


def test_cached_functions_take_plain_values_only() -> None:
    root = Path(engine.__file__).parent
    found = {
        str(path.relative_to(root)): bad
        for path in sorted(root.rglob("*.py"))
        if (bad := offenders(path.read_text(encoding="utf-8")))
    }
    assert found == {}


def test_a_cache_keyed_by_a_part_is_found() -> None:
    source = "@lru_cache(maxsize=1)\ndef find(part: Part, width_mm: float) -> int: ..."
    assert offenders(source) == ["find"]
    assert offenders(source.replace("part: Part", "name: str")) == []
    assert offenders(source.replace("lru_cache(maxsize=1)", "functools.cache")) == ["find"]
