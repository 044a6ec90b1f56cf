"""The numeric constants of a module, and where each is moved to."""

import ast
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FACTOR = 1.25
"""Lengths, shares and angles are moved by it."""
MOST_BY_ONE = 16
"""Integers up to it are moved by one."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One constant moved one way."""

    path: Path
    """Of the module, from the root of the tree."""
    constant: str
    """Dotted, with the element of a tuple or a dictionary: `engine.features.slab.WIDE`, `….MANY[1]`."""
    way: str
    """`up` or `down`."""
    before: str
    after: str
    span: tuple[int, int]
    """The bytes of the file that `after` replaces."""

    @property
    def name(self) -> str:
        """What it is called on the command line and among the results."""
        return f"{self.constant} {self.way}"

    def moved(self, text: bytes) -> bytes:
        """Return the text of the module with this constant moved."""
        return text[: self.span[0]] + self.after.encode() + text[self.span[1] :]


def mutants_of(root: Path, path: Path) -> list[Mutant]:
    """List the mutants of a module: two of a constant, none of one that is text, a table or no number.

    `path` is from `root`. Zeros are moved if they are integers: a share of nothing stays nothing.
    """
    text = (root / path).read_bytes()
    starts = _starts(text)
    module = ".".join(path.with_suffix("").parts)
    found = []
    for name, value in _constants(ast.parse(text)):
        begin = starts[value.lineno - 1] + value.col_offset
        end = starts[(value.end_lineno or value.lineno) - 1] + (value.end_col_offset or 0)
        before = text[begin:end].decode()
        for way, after in _moves(name, value):
            found.append(Mutant(path, f"{module}.{name}", way, before, after, (begin, end)))
    return found


def _starts(text: bytes) -> list[int]:
    """Return the offset of each line."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts


def _constants(module: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Yield the constants that a module assigns, each with its name and its value, elements on their own."""
    for statement in module.body:
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            target, value = statement.targets[0], statement.value
        elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
            target, value = statement.target, statement.value
        else:
            continue
        if isinstance(target, ast.Name):
            yield from _elements(target.id, value)
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for name, element in zip(target.elts, value.elts, strict=False):
                if isinstance(name, ast.Name):
                    yield from _elements(name.id, element)


def _elements(name: str, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """Yield a value, or each of those in a tuple, a list or a dictionary."""
    if isinstance(value, ast.Tuple | ast.List):
        for index, element in enumerate(value.elts):
            yield from _elements(f"{name}[{index}]", element)
    elif isinstance(value, ast.Dict):
        for key, element in zip(value.keys, value.values, strict=True):
            if key is not None:
                yield from _elements(f"{name}[{ast.unparse(key)}]", element)
    else:
        yield name, value


def _moves(name: str, value: ast.expr) -> list[tuple[str, str]]:
    """Return where a value is moved to, up and down; nothing where it is no number."""
    number = _literal(value)
    if number is None:
        return _moved_expression(value)
    if isinstance(number, int):
        return [("up", str(number + _step(number))), ("down", str(number - _step(number)))]
    if not math.isfinite(number) or number == 0.0:
        return []
    if "COSINE" in name and abs(number) <= 1.0:
        return [("up", _cosine(number, 1.0 / FACTOR)), ("down", _cosine(number, FACTOR))]
    if "SINE" in name and abs(number) <= 1.0:
        return [("up", _sine(number, FACTOR)), ("down", _sine(number, 1.0 / FACTOR))]
    return [("up", repr(number * FACTOR)), ("down", repr(number / FACTOR))]


def _literal(value: ast.expr) -> float | int | None:
    """Return a number that stands there as such, with its sign."""
    if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub):
        number = _literal(value.operand)
        return None if number is None else -number
    if isinstance(value, ast.Constant) and isinstance(value.value, int | float):
        return None if isinstance(value.value, bool) else value.value
    return None


def _step(number: int) -> int:
    return 1 if abs(number) <= MOST_BY_ONE else round(abs(number) * (FACTOR - 1.0))


def _cosine(number: float, factor: float) -> str:
    """Move a cosine in its angle, measured from the nearer of the two ways along the axis."""
    return repr(math.copysign(math.cos(min(factor * math.acos(abs(number)), math.pi / 2)), number))


def _sine(number: float, factor: float) -> str:
    return repr(math.copysign(math.sin(min(factor * math.asin(abs(number)), math.pi / 2)), number))


def _moved_expression(value: ast.expr) -> list[tuple[str, str]]:
    """Move an expression: in the angle whose cosine it is, or as a whole where it is plain arithmetic."""
    for node in ast.walk(value):
        if isinstance(node, ast.Call) and _called(node) == "radians" and _is_arithmetic(node.args[0]):
            return [(way, _with_angle(value, node, factor)) for way, factor in _FACTORS]
    if _is_arithmetic(value) and any(isinstance(node, ast.Constant) for node in ast.walk(value)):
        return [(way, f"(({ast.unparse(value)}) * {factor!r})") for way, factor in _FACTORS]
    return []


_FACTORS = (("up", FACTOR), ("down", 1.0 / FACTOR))


def _with_angle(value: ast.expr, call: ast.Call, factor: float) -> str:
    """Write an expression again with the angle of a call of `radians` in it moved."""
    angle = call.args[0]
    call.args[0] = ast.BinOp(angle, ast.Mult(), ast.Constant(factor))
    text = ast.unparse(value)
    call.args[0] = angle
    return text


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _is_arithmetic(value: ast.expr) -> bool:
    """Tell whether an expression has nothing but numbers, constants by name and what joins them."""
    if isinstance(value, ast.BinOp):
        return _is_arithmetic(value.left) and _is_arithmetic(value.right)
    if isinstance(value, ast.UnaryOp):
        return _is_arithmetic(value.operand)
    if isinstance(value, ast.Constant):
        return type(value.value) in (int, float)
    last = value.attr if isinstance(value, ast.Attribute) else getattr(value, "id", "")
    return last.isupper() or last == "pi"
