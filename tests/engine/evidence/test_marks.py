"""Sides of letters, marks and pads on drawn plates, with steps that are the shape of the part beside them."""

import math

import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.evidence import marks
from engine.features.hole import Hole
from tests.support import draw
from tests.support.drawn import recognized

PLATE = draw.box((60, 40, 10))


def tee(height: float, base: float = 10.0) -> TopoDS_Shape:
    """Draw a letter T of strokes 1.5 wide, from `base` up, or down where the height is negative."""
    low, high = sorted((base, base + height))
    stem, bar = (
        draw.box((1.5, 6, high - low), (29, 15, low)),
        draw.box((7, 1.5, high - low), (26.25, 21, low)),
    )
    return draw.fuse(stem, bar)


def heights_of(shape: TopoDS_Shape) -> list[float]:
    """Return the heights of the sides that are found, ascending."""
    return sorted(marks.find(*recognized(shape, max_edge_mm=6.0)).height_of_side.values())


@pytest.mark.parametrize("height_mm", [0.3, 2.0])
def test_the_sides_of_a_letter_are_as_high_as_it_stands_or_lies_deep(height_mm: float) -> None:
    sunk = draw.moved(tee(-height_mm), (-20, 0, 0))
    assert heights_of(draw.cut(draw.fuse(PLATE, tee(height_mm)), sunk)) == [pytest.approx(height_mm)] * 16


def test_a_letter_stays_one_however_the_part_is_written() -> None:
    moved = draw.turned(draw.mirrored(draw.fuse(PLATE, tee(0.8))), 33.0, (1, 2, 3))
    assert heights_of(draw.as_nurbs(moved)) == [pytest.approx(0.8)] * 8


def test_a_letter_on_a_drum_lies_on_a_level_that_bends() -> None:
    drum = draw.cylinder(30.0, 40.0, (0, 0, 0), draw.X)
    low = draw.moved(tee(3.0, 27.8), (-10.0, -18.0, 0.0))
    sides = heights_of(draw.fuse(drum, low))
    assert len(sides) == 8
    assert all(0.75 <= each <= 1.6 for each in sides)


@pytest.mark.parametrize(
    "shape",
    [
        draw.fuse(PLATE, tee(2.05)),
        draw.cut(PLATE, tee(-2.05)),
        draw.cut(PLATE, tee(-20.0, 15.0)),
        draw.fuse(PLATE, draw.prism([(20, 10, 10), (26, 10, 10), (23, 10, 12)], (0, 20, 0))),
    ],
    ids=["high", "deep", "cut through", "ridge that slopes"],
)
def test_a_step_that_is_the_shape_of_the_part_is_no_mark(shape: TopoDS_Shape) -> None:
    assert heights_of(shape) == []


def test_the_shoulder_of_a_counterbore_is_no_side_but_its_low_wall_is() -> None:
    """1 mm deep round a bore through: it is told of the hole, and castings leave holes out anyway."""
    shape = draw.cut(PLATE, draw.cylinder(3.0, 12.0, (30, 20, -1)), draw.cylinder(5.0, 2.0, (30, 20, 9)))
    context, recognition = recognized(shape, max_edge_mm=6.0)
    found = marks.find(context, recognition).height_of_side
    (hole,) = (each for each in recognition.features if isinstance(each, Hole))
    assert list(found.values()) == [pytest.approx(1.0)]
    assert set(found) <= set(hole.faces)


def blended(height: float, foot: float, rim: float) -> TopoDS_Shape:
    """Draw a bar of 8 × 3 on the plate, with a fillet at its foot and a round along its rim."""
    shape = draw.fuse(PLATE, draw.box((8, 3, height), (26, 18, 10)))
    middles = ((30, 18), (30, 21), (26, 19.5), (34, 19.5))
    for radius, level in ((foot, 10.0), (rim, 10.0 + height)):
        if radius:
            shape = draw.fillet(shape, radius, *((x, y, level) for x, y in middles))
    return shape


@pytest.mark.parametrize(
    ("foot_mm", "rim_mm", "n_faces"),
    [(0.3, 0.0, 8), (0.0, 0.2, 8), (0.3, 0.2, 12)],
    ids=["fillets", "rounds", "both"],
)
def test_fillets_and_rounds_belong_to_the_sides(foot_mm: float, rim_mm: float, n_faces: int) -> None:
    assert heights_of(blended(0.8, foot_mm, rim_mm)) == [pytest.approx(0.8)] * n_faces


def test_fillets_and_rounds_make_no_mark_of_what_is_too_high_with_them() -> None:
    assert heights_of(blended(2.4, 0.3, 0.2)) == []


def test_a_fillet_and_a_round_may_be_all_there_is_of_a_side() -> None:
    """A button 1 mm high, whose fillet of 0.5 mm runs into a round of 0.5 mm."""
    middle = (30, 20, 10.5)
    foot = draw.cut(draw.cylinder(5.5, 0.5, (30, 20, 10)), draw.torus(5.5, 0.5, middle))
    rim = draw.common(draw.torus(4.5, 0.5, middle), draw.box((20, 20, 5), (20, 10, 10.5)))
    button = draw.fuse(PLATE, foot, draw.cylinder(4.5, 0.5, middle), rim)
    assert heights_of(draw.unified(button)) == [pytest.approx(1.0)] * 2


def test_what_comes_to_a_point_between_two_sides_belongs_to_them() -> None:
    """Half a cone on one of four sides: it splits that side, and reaches the top in its tip alone."""
    pad = draw.box((20, 7, 1), (20, 15, 10))
    assert len(heights_of(draw.fuse(PLATE, pad))) == 4
    assert len(heights_of(draw.fuse(PLATE, pad, draw.cone(0.6, 0.0, 1.0, (40, 18, 10))))) == 6


@pytest.mark.parametrize(("height_mm", "n_sides"), [(0.7, 8), (0.8, 0)])
def test_a_mark_is_a_quarter_of_its_wall_at_most(height_mm: float, n_sides: int) -> None:
    assert len(heights_of(draw.fuse(draw.box((60, 40, 3)), tee(height_mm, 3.0)))) == n_sides


@pytest.mark.parametrize(("lean_deg", "n_sides"), [(18.0, 4), (22.0, 0)])
def test_the_top_of_a_mark_leans_by_twenty_degrees_at_most(lean_deg: float, n_sides: int) -> None:
    rise = 4.0 * math.tan(math.radians(lean_deg))
    pad = draw.prism([(20, 10, 10), (24, 10, 10), (24, 10, 10.3 + rise), (20, 10, 10.3)], (0, 10, 0))
    assert len(heights_of(draw.fuse(PLATE, pad))) == n_sides


@pytest.mark.parametrize(("lean_deg", "n_sides"), [(48.0, 1), (42.0, 0)])
def test_the_side_of_a_mark_leans_from_its_wall_by_45_degrees_at_least(lean_deg: float, n_sides: int) -> None:
    """A round pad, 1 mm high, that tapers."""
    top_mm = 5.0 - 1.0 / math.tan(math.radians(lean_deg))
    assert len(heights_of(draw.fuse(PLATE, draw.cone(5.0, top_mm, 1.0, (30, 20, 10))))) == n_sides


def vee(width: float, deep: float) -> TopoDS_Shape:
    """Draw the tool of a V groove along the plate."""
    flare = width / deep  # as wide again above the mouth
    return draw.prism(
        [(-1, 20, 10 - deep), (-1, 20 - flare * deep, 10 + deep), (-1, 20 + flare * deep, 10 + deep)],
        (62, 0, 0),
    )


@pytest.mark.parametrize(
    ("thick_mm", "width_mm", "deep_mm", "count"),
    [(10.0, 0.6, 0.3, 2), (10.0, 1.2, 0.6, 0), (10.0, 0.6, 1.0, 0), (1.0, 0.6, 0.3, 0)],
    ids=["line", "wide", "deep for its width", "deep for its wall"],
)
def test_an_engraved_line_is_a_mark_though_it_has_no_floor(
    thick_mm: float, width_mm: float, deep_mm: float, count: int
) -> None:
    plate = draw.box((60, 40, thick_mm), (0, 0, 10 - thick_mm))
    assert heights_of(draw.cut(plate, vee(width_mm, deep_mm))) == [pytest.approx(deep_mm)] * count


@pytest.mark.parametrize(
    ("step_mm", "bore_mm", "count"),
    [(0.6, 0.0, 1), (2.2, 0.0, 0), (0.6, 18.0, 0)],
    ids=["low", "high", "high for its wall"],
)
def test_a_low_step_round_a_shaft_is_told_apart_from_marks(
    step_mm: float, bore_mm: float, count: int
) -> None:
    """On a shaft of Ø40, solid or with a wall of 2 mm. Heights are measured to the chords of its rim."""
    shaft = draw.fuse(draw.cylinder(20, 30), draw.cylinder(20 + step_mm, 10))
    bored = draw.cut(shaft, draw.cylinder(bore_mm, 32, (0, 0, -1))) if bore_mm else shaft
    found = marks.find(*recognized(bored, max_edge_mm=6.0))
    assert list(found.height_of_ring.values()) == [pytest.approx(step_mm, rel=0.02)] * count
    assert not found.height_of_side
