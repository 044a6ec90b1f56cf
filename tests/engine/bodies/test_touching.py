"""Bodies that touch face to face, and near twins that stand apart or meet in an edge alone."""

import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.bodies import touching
from tests.support import draw
from tests.support.parts import part_of

BOX = draw.box((20, 20, 20))
PLATE = draw.cut(draw.box((40, 40, 10)), draw.cylinder(5, 30, (20, 20, -5)))


def pairs(*bodies: TopoDS_Shape) -> list[tuple[int, ...]]:
    return [tuple(map(int, pair)) for pair in touching.find(part_of(draw.compound(*bodies)))]


@pytest.mark.parametrize(
    "other",
    [
        draw.box((20, 20, 20), (20, 0, 0)),
        draw.box((4, 4, 4), (20, 8, 8)),
        draw.box((20, 20, 20), (20, 15, 16)),
        draw.cylinder(3, 10, (10, 10, 20)),
    ],
    ids=["all of a side", "a small one in the middle", "a corner of it", "a round one on top"],
)
@pytest.mark.parametrize("degrees", [0.0, 37.0])
def test_planes_that_face_each_other_touch(other: TopoDS_Shape, degrees: float) -> None:
    bodies = [draw.turned(each, degrees, (1, 2, 3)) for each in (BOX, other)]
    assert pairs(*bodies) == [(0, 1)]


@pytest.mark.parametrize(
    "other",
    [
        draw.box((20, 20, 20), (20.01, 0, 0)),
        draw.box((20, 20, 20), (20, 20, 0)),
        draw.box((20, 20, 20), (20, 20, 20)),
        draw.box((4, 4, 4), (8, 8, 30)),
    ],
    ids=["a gap of 0.01 mm", "an edge", "a corner", "apart"],
)
def test_bodies_with_a_gap_or_one_edge_in_common_do_not_touch(other: TopoDS_Shape) -> None:
    assert pairs(BOX, other) == []


def test_a_block_in_a_window_of_a_plate_that_is_larger_does_not_touch_it() -> None:
    window = draw.cut(draw.box((40, 40, 10)), draw.box((12, 12, 20), (14, 14, -5)))
    assert pairs(window, draw.box((10, 10, 10), (15, 15, 0))) == []
    assert pairs(window, draw.box((10, 12, 10), (15, 14, 0))) == [(0, 1)]


@pytest.mark.parametrize(
    ("radius_mm", "base_mm", "found"),
    [(5.0, -5.0, [(0, 1)]), (4.99, -5.0, []), (5.0, 10.0, []), (5.0, 9.9, [(0, 1)])],
    ids=["a fit", "with play", "beyond the bore", "just inside"],
)
@pytest.mark.parametrize("degrees", [0.0, 37.0])
def test_a_pin_touches_the_bore_it_fits(
    radius_mm: float, base_mm: float, found: list[tuple[int, ...]], degrees: float
) -> None:
    pin = draw.cylinder(radius_mm, 20, (20, 20, base_mm))
    assert pairs(*(draw.turned(each, degrees, (1, 2, 3)) for each in (PLATE, pin))) == found


def test_it_is_reported_in_one_sentence() -> None:
    row = [draw.moved(BOX, (20.0 * at, 0, 0)) for at in range(4)]
    (note,) = touching.notes(part_of(draw.compound(*row)))
    assert note.startswith("Bodies touch face to face: ")
    assert note.endswith(" (and 2 more pairs); the file does not say whether they are joined or loose.")
    (note,) = touching.notes(part_of(draw.compound(*row[:2])))
    assert "more" not in note
    assert touching.notes(part_of(BOX)) == ()
