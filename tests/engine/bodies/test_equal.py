"""Equal bodies are known however they lie, and near twins are not equal."""

import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.bodies import equal
from tests.support import draw
from tests.support.parts import part_of


def plate(bore_mm: float = 6.0, at: float = 10.0) -> TopoDS_Shape:
    """Draw a plate with a bore off its middle."""
    return draw.cut(draw.box((40, 30, 5)), draw.cylinder(bore_mm / 2, 10, (at, 8, -2)))


def groups(*bodies: TopoDS_Shape) -> list[list[int]]:
    apart = [draw.moved(body, (100.0 * at, 0, 0)) for at, body in enumerate(bodies)]
    return [list(map(int, group)) for group in equal.groups(part_of(draw.compound(*apart)))]


def test_moved_turned_and_mirrored_bodies_are_equal() -> None:
    turned = draw.turned(plate(), 37.0, (1, 2, 3))
    assert groups(plate(), turned, draw.mirrored(plate()), plate()) == [[0, 1, 2, 3]]


@pytest.mark.parametrize(
    "twin",
    [plate(bore_mm=6.02), plate(at=10.05), draw.scaled(plate(), 1.001), draw.box((40, 30, 5))],
    ids=["a wider bore", "a bore off its place", "a little larger", "no bore"],
)
def test_near_twins_are_different_bodies(twin: TopoDS_Shape) -> None:
    assert groups(plate(), twin, plate()) == [[0, 2], [1]]
