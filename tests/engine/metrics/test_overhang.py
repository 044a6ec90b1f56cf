"""How wide the way out is for what supports an overhang."""

import math
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.model.access import Obstruction
from engine.model.analysis import Analysis
from engine.model.arrays import frozen
from engine.model.metric import Domain
from engine.model.part import FaceId
from tests.support import draw
from tests.support.drawn import analyzed, fully_analyzed
from tests.support.measuring import measure, with_evidence


def ways_out(analysis: Analysis) -> list[float]:
    """Return how wide the way out is from below each face that hangs over."""
    table = measure(analysis)
    subjects = [each for each in table.subjects if each.domain == Domain.FACE]
    found = [table.values["overhang.way_out"].get(each.index) for each in subjects]
    return [each.value for each in found if each is not None]


def hollow(*openings: TopoDS_Shape) -> TopoDS_Shape:
    """Draw a round bar with a room, 22 wide and 7 high."""
    return draw.cut(draw.cylinder(14.0, 12.0), draw.cylinder(11.0, 7.0, (0, 0, 2.0)), *openings)


def spool() -> TopoDS_Shape:
    """Draw a bar with a disk at either end."""
    table = draw.fuse(draw.cylinder(10.0, 20.0), draw.cylinder(16.0, 5.0, (0, 0, 20)))
    return draw.fuse(table, draw.cylinder(16.0, 5.0, (0, 0, -5)))


@cache
def analyzed_spool() -> Analysis:
    return fully_analyzed(spool(), max_edge_mm=5.0)


def test_supports_in_the_open_have_all_the_room() -> None:
    assert ways_out(analyzed_spool()) == [math.inf]


def test_supports_in_a_sealed_room_have_no_way_out() -> None:
    assert ways_out(analyzed(hollow(), max_edge_mm=5.0)) == [0.0]


def test_supports_in_a_room_leave_by_its_opening() -> None:
    opened = hollow(draw.cylinder(2.2, 4.0, (0, 0, -1.0)))
    assert ways_out(analyzed(opened, max_edge_mm=5.0)) == [pytest.approx(4.4, abs=0.02)]


def test_supports_round_a_corner_have_no_way_out() -> None:
    """A room as wide as its opening, but the opening is a bore that no straight line goes through."""
    corner = draw.box((60, 60, 30))
    way = draw.fuse(
        draw.cylinder(4.0, 22.0, (30, 45, 15), (0, 1, 0)),
        draw.box((30, 24, 8), (15, 18, 11)),
    )
    narrow = draw.cut(corner, way)
    assert 0.0 in ways_out(analyzed(narrow, max_edge_mm=5.0))


@pytest.mark.parametrize(
    ("seen_share", "obstruction", "error", "is_sure"),
    [
        (0.9, Obstruction.NONE, 0, True),
        (0.55, Obstruction.TILTED, 0, False),
        (0.45, Obstruction.TILTED, 0, False),
        (0.1, Obstruction.COVERED, 0, True),
        (0.9, Obstruction.SLENDER, 1, False),
        (0.9, Obstruction.NONE, 1, False),
        (0.9, Obstruction.SLENDER, 0, True),
    ],
)
def test_the_way_out_is_in_doubt_where_the_share_that_a_tool_sees_is(
    seen_share: float, obstruction: Obstruction, error: int, is_sure: bool
) -> None:
    analysis = analyzed_spool()
    access = analysis.assessed.evidence.tool_access
    assert access is not None
    count = len(access.obstruction_of_face)
    access = replace(
        access,
        tilted_share_of_face=frozen(np.full(count, seen_share)),
        obstruction_of_face=(obstruction,) * count,
        obstruction_error_of_face=(error,) * count,
        hidden_point_of_face={FaceId(face): frozen([0.0, 0.0, 0.0]) for face in range(count)},
    )
    table = measure(with_evidence(analysis, tool_access=access))
    is_open = seen_share >= 0.5 and obstruction is not Obstruction.SLENDER
    off = 0.0 if is_sure else math.inf
    found = table.values["overhang.way_out"].values()
    assert {(each.value, each.uncertainty) for each in found} == {(math.inf if is_open else 0.0, off)}
