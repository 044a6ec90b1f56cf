"""Letters as deep as a wall allows, and recesses as deep that are no letters."""

import math

import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.evidence import marks
from tests.support import draw
from tests.support.drawn import recognized

WALL = draw.box((60, 40, 2))
"""Twice as thick as what is cut into it is deep: far more than a mark's share of a wall."""
DEEP_MM = 1.0


def stroke(x: float, y: float, width: float, height: float, deep_mm: float = DEEP_MM) -> TopoDS_Shape:
    return draw.box((width, height, deep_mm + 1.0), (x, y, 2.0 - deep_mm))


def tee(x: float, width: float = 1.5, size: float = 7.0, deep_mm: float = DEEP_MM) -> list[TopoDS_Shape]:
    middle = x + (size - width) / 2
    return [
        stroke(x, 20 + size - width, size, width, deep_mm),
        stroke(middle, 20, width, size - width / 2, deep_mm),
    ]


def ell(x: float, width: float = 1.5, size: float = 7.0, deep_mm: float = DEEP_MM) -> list[TopoDS_Shape]:
    return [stroke(x, 20, 4.5, width, deep_mm), stroke(x, 20, width, size, deep_mm)]


def heights(*strokes: TopoDS_Shape, wall: TopoDS_Shape = WALL) -> list[float]:
    """Return the heights of the sides of marks in the wall, ascending."""
    engraved = draw.unified(draw.cut(wall, *strokes))
    return sorted(marks.find(*recognized(engraved, max_edge_mm=6.0)).height_of_side.values())


def test_raised_letters_on_a_thin_wall_are_marks_too() -> None:
    letters = draw.common(draw.fuse(*tee(20), *ell(29)), draw.box((60, 40, 1), (0, 0, 1)))
    raised = draw.fuse(draw.box((60, 40, 1)), letters)
    found = marks.find(*recognized(raised, max_edge_mm=6.0)).height_of_side
    assert sorted(found.values()) == [pytest.approx(1.0)] * 14


def test_a_hyphen_between_letters_is_one_of_them_and_a_recess_that_is_larger_is_not() -> None:
    hyphen = stroke(28, 23, 2.5, 1.5)
    label = stroke(5, 3, 20, 6)
    assert heights(*tee(20), hyphen, *ell(32), label) == [pytest.approx(DEEP_MM)] * (8 + 4 + 6)


@pytest.mark.parametrize(
    "strokes",
    [
        pytest.param(tee(20), id="one alone"),
        pytest.param([*tee(20), *tee(29)], id="two alike"),
        pytest.param([stroke(10, 20, 1.5, 7), stroke(15, 20, 1.5, 9), stroke(20, 20, 1.5, 12)], id="slots"),
    ],
)
def test_recesses_that_are_no_lettering_are_the_shape_of_the_part(strokes: list[TopoDS_Shape]) -> None:
    assert heights(*strokes) == []


@pytest.mark.parametrize(("apart_in_sizes", "n_sides"), [(1.9, 8 + 6), (2.1, 0)])
def test_a_letter_and_a_gap_away_is_beside(apart_in_sizes: float, n_sides: int) -> None:
    """The L is 4.5 by 7 mm, so 8.32 mm long. Middles: T (3.5, 4.71), L (1.425, 2.675)."""
    apart_mm = apart_in_sizes * math.hypot(4.5, 7.0)
    x = 15 + 3.5 - 1.425 + math.sqrt(apart_mm**2 - (4.7125 - 2.675) ** 2)
    assert len(heights(*tee(15), *ell(x))) == n_sides


@pytest.mark.parametrize(("deep_share", "n_sides"), [(0.018, 8 + 6), (0.022, 0)])
def test_letters_of_a_line_are_equally_deep_within_a_fiftieth(deep_share: float, n_sides: int) -> None:
    assert len(heights(*tee(20), *ell(29, deep_mm=DEEP_MM * (1.0 + deep_share)))) == n_sides


@pytest.mark.parametrize(("more_area", "n_sides"), [(0.018, 0), (0.022, 8 + 8)])
def test_letters_of_one_area_within_a_fiftieth_are_alike(more_area: float, n_sides: int) -> None:
    """A T of 7 by 7 mm with strokes of t has an area of 14 t - t²."""
    area_mm2 = (1.0 + more_area) * (14 * 1.5 - 1.5**2)
    wider_mm = 7.0 - math.sqrt(49.0 - area_mm2)
    assert len(heights(*tee(20), *tee(29, width=wider_mm))) == n_sides


@pytest.mark.parametrize(("deep_in_strokes", "n_sides"), [(4.9, 8 + 6), (5.1, 0)])
def test_letters_are_at_most_five_times_as_deep_as_their_strokes_are_wide(
    deep_in_strokes: float, n_sides: int
) -> None:
    """Strokes of the L, which has the narrower ones: twice 2.8125 mm² over 23 mm."""
    deep_mm = deep_in_strokes * 2.0 * 2.8125 / 23.0
    letters = [*tee(20, width=0.25, deep_mm=deep_mm), *ell(29, width=0.25, deep_mm=deep_mm)]
    assert len(heights(*letters)) == n_sides


@pytest.mark.parametrize(("deep_mm", "n_sides"), [(2.95, 8 + 6), (3.05, 0)])
def test_letters_are_at_most_three_millimeters_deep(deep_mm: float, n_sides: int) -> None:
    wall = draw.box((60, 40, 5), (0, 0, -3))
    assert len(heights(*tee(20, deep_mm=deep_mm), *ell(29, deep_mm=deep_mm), wall=wall)) == n_sides


def test_two_alike_are_letters_where_one_of_them_is_a_letter_elsewhere() -> None:
    """Two alike on one side of the wall; on the other side one of them beside another letter."""
    wall = draw.box((80, 40, 2))
    pair = [draw.moved(each, (0, 0, -2)) for each in (*tee(5), *tee(14))]
    assert len(heights(*pair, *tee(55), *ell(64), wall=wall)) == 2 * 8 + 8 + 6
    wider = heights(*pair, *tee(55, width=1.7), *ell(64), wall=wall)
    assert len(wider) == 8 + 6, "another T is no witness"


def test_what_comes_to_a_point_between_sides_of_a_letter_belongs_to_them() -> None:
    """Half a cone in the long side of a T: it splits that side, and reaches the wall in its tip alone.

    Where a bore goes on from the floor instead, the floor has more than sides beside it.
    """
    letters = [*tee(20), *ell(29)]
    tip = draw.cone(0.5, 0.0, DEEP_MM, (23.5, 27.0, 2.0 - DEEP_MM))
    assert len(heights(*letters, tip)) == 8 + 6 + 2
    assert heights(*letters, draw.cylinder(0.4, 3.0, (23.5, 26.25, -0.5))) == []


def test_letters_that_run_out_at_the_edge_of_the_wall_have_no_sides_all_round() -> None:
    assert heights(*tee(-1), *ell(8)) == []


@pytest.mark.parametrize(("size_mm", "n_sides"), [(19.5, 8 + 8), (20.5, 0)])
def test_letters_of_more_than_twenty_millimeters_are_the_shape_of_the_part(
    size_mm: float, n_sides: int
) -> None:
    """From a corner of the foot of a T to the far corner of its bar, which is the longest way across it."""
    bar_mm, width_mm = 16.0, 2.0
    high_mm = (size_mm**2 - ((bar_mm + width_mm) / 2) ** 2) ** 0.5

    def big_tee(x: float, foot_mm: float) -> list[TopoDS_Shape]:
        bar = stroke(x, 10 + high_mm - foot_mm, bar_mm, foot_mm)
        return [bar, stroke(x + (bar_mm - width_mm) / 2, 10, width_mm, high_mm - foot_mm / 2)]

    assert len(heights(*big_tee(5, 2.0), *big_tee(25, 3.0))) == n_sides


def test_two_letters_beside_each_other_are_marks_with_strokes_as_wide_as_two_areas_over_the_outline() -> None:
    """T: 18.75 mm² within 28 mm; L: 15 mm² within 23 mm. A recess that is no letter has no strokes."""
    engraved = draw.unified(draw.cut(WALL, *tee(20), *ell(29), stroke(5, 3, 20, 6)))
    found = marks.find(*recognized(engraved, max_edge_mm=6.0))
    assert list(found.height_of_side.values()) == [pytest.approx(DEEP_MM)] * (8 + 6)
    assert sorted(found.stroke_of_level.values()) == pytest.approx([30.0 / 23.0, 37.5 / 28.0])
