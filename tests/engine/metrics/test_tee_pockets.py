"""Pockets that a T-slot cutter sweeps, and such as it does not get into."""

import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.features.pocket import Pocket
from engine.metrics import _tee_pockets
from engine.model.analysis import Analysis
from engine.model.feature import Kind
from tests.support import draw
from tests.support.drawn import analyzed, verdict


def necks(analysis: Analysis) -> list[list[float]]:
    """Return the ways out of the necks of all pockets that have one."""
    pockets = analysis.assessed.recognition.of_kind(Kind.POCKET)
    ways = [_tee_pockets.way_in(analysis.assessed, each) for each in pockets if isinstance(each, Pocket)]
    return [way.round(6).tolist() for way in ways if way is not None]


def keyed(neck_mm: float) -> TopoDS_Shape:
    """Draw a block with a recess of 24 x 34 x 6, open at its side, and a neck between lips above it."""
    neck = draw.fuse(
        draw.box((neck_mm, 21, 30), (-neck_mm / 2, -1, 10)), draw.cylinder(neck_mm / 2, 30, (0, 20, 10))
    )
    outline = [(-12, -1), (12, -1), (12, 26), (6, 34), (-6, 34), (-12, 26)]
    recess = draw.prism([(x, y, 10) for x, y in outline], (0, 0, 6))
    return draw.cut(draw.box((60, 50, 30), (-30, 0, 0)), neck, recess)


@pytest.mark.parametrize(("neck_mm", "is_swept"), [(18.0, True), (14.0, False)])
def test_corners_behind_lips_are_as_sharp_as_a_tee_slot_cutter_unless_the_neck_is_narrow(
    neck_mm: float, is_swept: bool
) -> None:
    """A neck of 18 mm opens 487 of the 768 mm² of the floor, one of 14 mm opens 357: less than a half."""
    found = analyzed(keyed(neck_mm), max_edge_mm=10.0)
    assert bool(necks(found)) == is_swept
    assert all(way == [0, 0, 1] for way in necks(found))
    assert (verdict(found, "cnc/5-axis/min_internal_radius").severity.name == "PASS") == is_swept


def test_a_pocket_at_the_foot_of_a_high_wall_is_swept_by_none() -> None:
    """That wall is seen from the side for the most part, over the low one opposite."""
    stepped = draw.fuse(draw.box((60, 50, 20), (-30, 0, 0)), draw.box((30, 50, 60), (-30, 0, 0)))
    found = analyzed(draw.cut(draw.unified(stepped), draw.box((20, 20, 20), (0, 15, 10))), max_edge_mm=10.0)
    assert [each.kind for each in found.assessed.recognition.of_kind(Kind.POCKET)] == [Kind.POCKET]
    assert necks(found) == []
    assert verdict(found, "cnc/5-axis/min_internal_radius").severity.name == "FAIL"
