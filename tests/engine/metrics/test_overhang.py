"""Overhang metrics: the way out for what has to be supported."""

import math

import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.model.metric import Domain
from tests.support import draw
from tests.support.drawn import analyzed
from tests.support.measuring import measure


def ways_out(shape: TopoDS_Shape) -> list[float]:
    """Return how wide the way out is from below each face that hangs over."""
    table = measure(analyzed(shape, max_edge_mm=3.0))
    subjects = [each for each in table.subjects if each.domain == Domain.FACE]
    found = [table.values["overhang.way_out"].get(each.index) for each in subjects]
    return [each.value for each in found if each is not None]


def hollow(*openings: TopoDS_Shape) -> TopoDS_Shape:
    """Draw a round bar with a room, 22 wide and 7 high."""
    return draw.cut(draw.cylinder(14.0, 12.0), draw.cylinder(11.0, 7.0, (0, 0, 2.0)), *openings)


def test_supports_in_the_open_have_all_the_room() -> None:
    table = draw.fuse(draw.cylinder(10.0, 20.0), draw.cylinder(16.0, 5.0, (0, 0, 20)))
    plug = draw.fuse(table, draw.cylinder(16.0, 5.0, (0, 0, -5)))
    assert ways_out(plug) == [math.inf]


def test_supports_in_a_sealed_room_have_no_way_out() -> None:
    assert ways_out(hollow()) == [0.0]


def test_supports_in_a_room_leave_by_its_opening() -> None:
    assert ways_out(hollow(draw.cylinder(2.2, 4.0, (0, 0, -1.0)))) == [pytest.approx(4.4, abs=0.02)]


def test_supports_round_a_corner_have_no_way_out() -> None:
    """A room as wide as its opening, but the opening is a bore that no straight line goes through."""
    corner = draw.box((60, 60, 30))
    way = draw.fuse(
        draw.cylinder(4.0, 22.0, (30, 45, 15), (0, 1, 0)),
        draw.box((30, 24, 8), (15, 18, 11)),
    )
    narrow = draw.cut(corner, way)
    assert 0.0 in ways_out(narrow)
