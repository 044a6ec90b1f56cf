"""Which sharp walls a blank could be folded to."""

import pytest

from engine.graph import creases, sheet
from tests.support import draw
from tests.support.parts import part_of, without_mesh


def folds(shape: draw.TopoDS_Shape) -> bool:
    prepared = without_mesh(part_of(shape))
    (body,) = prepared.part.bodies
    found = sheet.of_body(prepared.part, prepared.graph, body)
    assert found is not None
    return creases.can_be_folded(prepared.part, prepared.graph, found.panels)


FLOOR = draw.box((60, 40, 2))
SIDE = draw.box((2, 40, 30))
END = draw.box((60, 2, 30))


def test_an_angle_and_a_channel_are_folded() -> None:
    assert folds(draw.fuse(FLOOR, SIDE))
    assert folds(draw.fuse(FLOOR, SIDE, draw.moved(SIDE, (58, 0, 0))))


def test_two_walls_that_meet_on_a_floor_close_a_corner() -> None:
    assert not folds(draw.fuse(FLOOR, SIDE, END))
    apart = draw.fuse(FLOOR, SIDE, draw.box((50, 2, 30), (5, 0, 0)))
    assert folds(apart)


def test_a_tube_comes_back_to_itself_and_a_slit_one_does_not() -> None:
    tube = draw.cut(draw.box((40, 60, 30)), draw.box((36, 60, 26), (2, 0, 2)))
    assert not folds(tube)
    assert folds(draw.cut(tube, draw.box((6, 60, 10), (15, 0, 25))))


@pytest.mark.parametrize(("at", "is_folded"), [(0, True), (30, False)])
def test_a_wall_amid_a_floor_stands_on_it(at: float, is_folded: bool) -> None:
    assert folds(draw.fuse(FLOOR, draw.moved(SIDE, (at, 0, 0)))) == is_folded


def test_a_flat_plate_has_nothing_to_fold() -> None:
    assert not folds(FLOOR)
