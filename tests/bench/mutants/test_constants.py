"""What is moved, and where to."""

import ast
import math
from pathlib import Path

import pytest

from bench.mutants import constants, results

MODULE = Path("engine/made/up.py")


def moved(tmp_path: Path, text: str) -> dict[str, tuple[str, str]]:
    """Return the text of the module below each mutant's name, before and after."""
    path = tmp_path / MODULE
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    mutants = constants.mutants_of(tmp_path, MODULE)
    for mutant in mutants:
        ast.parse(mutant.moved(path.read_bytes()))
    return {
        mutant.name.removeprefix("engine.made.up."): mutant.moved(path.read_bytes()).decode()
        for mutant in mutants
    }


def value(text: str, name: str = "A") -> object:
    space: dict[str, object] = {}
    exec(text, space)
    return space[name]


def test_a_share_is_moved_by_a_quarter_either_way_and_nothing_else_is(tmp_path):
    found = moved(
        tmp_path, '"""Größe – words."""\nA = 0.4\n"""Why."""\nB = A\nC = "0.4"\nD = True\nE = 0.0\n'
    )
    assert set(found) == {"A up", "A down"}
    assert value(found["A up"]) == pytest.approx(0.5)
    assert value(found["A down"]) == pytest.approx(0.32)
    assert '"""Why."""\nB = A\nC = "0.4"\nD = True\nE = 0.0\n' in found["A up"]


def test_small_integers_are_moved_by_one_and_large_ones_by_a_quarter(tmp_path):
    found = moved(tmp_path, "A = 3\nB: int = 4_000\nC = -1\n")
    assert [value(found[f"A {way}"]) for way in ("up", "down")] == [4, 2]
    assert [value(found[f"B {way}"], "B") for way in ("up", "down")] == [5000, 3000]
    assert [value(found[f"C {way}"], "C") for way in ("up", "down")] == [0, -2]


@pytest.mark.parametrize(
    ("text", "degrees"),
    [
        ("A_COSINE = 0.5", lambda moved: math.degrees(math.acos(moved))),
        ("A_COSINE = -0.5", lambda moved: 180.0 - math.degrees(math.acos(moved))),
        ("A_SINE = math.sin(math.radians(60.0))", lambda moved: math.degrees(math.asin(moved))),
        ("A_COSINE = float(np.cos(np.radians(60.0)))", lambda moved: math.degrees(math.acos(moved))),
        ("A_COSINE = math.cos(math.radians(75.0 - A_DEG))", lambda moved: math.degrees(math.acos(moved))),
    ],
)
def test_a_cosine_is_moved_in_its_angle(tmp_path, text, degrees):
    begin = "import math\nimport numpy as np\nfrom limits import A_DEG\n"
    found = moved(tmp_path, begin + text + "\n")
    name = text.split(" ")[0]
    assert set(found) == {f"{name} up", f"{name} down"}
    angles = sorted(
        degrees(value(text.replace("from limits import A_DEG", "A_DEG = 15.0"), name))
        for text in found.values()
    )
    assert angles == pytest.approx([48.0, 75.0])


def test_every_element_of_a_tuple_and_a_dictionary_is_moved_on_its_own(tmp_path):
    found = moved(tmp_path, "A, B = 2.0, 4.0\nC = (1.0,\n     2.0)\nD = {'x': 1.0, 'y': 'z'}\n")
    names = {f"{name} {way}" for name in ("A", "B", "C[0]", "C[1]", "D['x']") for way in ("up", "down")}
    assert set(found) == names
    assert [value(found["B up"], name) for name in "AB"] == [2.0, 5.0]
    assert value(found["C[1] down"], "C") == (1.0, 1.6)
    assert value(found["D['x'] up"], "D") == {"x": 1.25, "y": "z"}


def test_arithmetic_is_moved_as_a_whole_and_tables_are_not(tmp_path):
    found = moved(
        tmp_path, "A_DEG = 1.0\nA = 3.0 + A_DEG\nB = tuple(10.0**-i for i in range(3))\nC = f(1.0)\n"
    )
    assert set(found) == {"A_DEG up", "A_DEG down", "A up", "A down"}
    assert "A = ((3.0 + A_DEG) * 1.25)\n" in found["A up"]
    assert "C = f(1.0)\n" in found["A up"]


def test_every_mutant_of_the_engine_can_be_parsed():
    for path in sorted(results.ROOT.glob("engine/features/**/*.py")):
        mutants = constants.mutants_of(results.ROOT, path.relative_to(results.ROOT))
        for way in ("up", "down"):
            text = path.read_bytes()
            for mutant in sorted(mutants, key=lambda each: each.span, reverse=True):
                if mutant.way == way:
                    ast.parse(mutant.after, mode="eval")
                    text = mutant.moved(text)  # the places before it stay where they are
            ast.parse(text)
