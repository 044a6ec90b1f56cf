"""How much sheet is left round what goes through it, by hand and however the file tells it."""

import math

import numpy as np
import pytest

from tests.support import draw, mutators
from tests.support.parts_bends import strip
from tests.support.parts_sheets import (
    CLEAR,
    Cut,
    countersink,
    cuts_of,
    cuts_of_respelled,
    drill,
    obround,
    plate,
    window,
)


def only(shape: draw.TopoDS_Shape) -> Cut:
    (cut,) = cuts_of(shape)
    return cut


def test_a_hole_beside_a_straight_edge_leaves_its_distance_less_the_radius() -> None:
    place_of_left = {0.2: (3.2, 10), 2.0: (5.0, 30), 4.0: (7.0, 50)}
    cuts = cuts_of(plate(*(drill(x, y) for x, y in place_of_left.values())))
    for (left, (_, y)), cut in zip(place_of_left.items(), cuts, strict=True):
        assert cut.to_edge_mm == pytest.approx(left, abs=1e-6)
        assert cut.cutout.to_edge is not None
        assert cut.cutout.to_edge.witness is not None
        rim, edge = sorted(cut.cutout.to_edge.witness, key=lambda point: -point[0])
        assert rim[:2] == pytest.approx([left, y])
        assert edge[:2] == pytest.approx([0, y])
        assert (cut.cutout.width_mm, cut.cutout.thickness_mm) == pytest.approx((6, 2))
        assert math.isinf(cut.to_bend_mm)


def test_a_corner_that_reaches_into_the_sheet_is_an_edge() -> None:
    """One hole is near a corner that is cut out, the other as far from the sides of one that is not."""
    notched = plate(window(-CLEAR, -CLEAR, 20 + CLEAR, 20 + CLEAR), drill(23, 24, 2), drill(77, 24, 2))
    assert [cut.to_edge_mm for cut in cuts_of(notched)] == pytest.approx([5 - 2, 23 - 2])


def test_a_curved_outline_is_measured_to_the_curve() -> None:
    disc = draw.cut(draw.cylinder(40, 2), drill(30, 0, 4), drill(18, 24, 4))
    assert [cut.to_edge_mm for cut in cuts_of(disc)] == pytest.approx([40 - 30 - 4] * 2)
    bitten = plate(drill(50, -20, 30), drill(50, 16, 3))
    assert only(bitten).to_edge_mm == pytest.approx(36 - 30 - 3)


def test_an_elliptic_outline_is_measured_to_its_chords_and_says_so() -> None:
    """A cylinder that leans by 60 degrees cuts an ellipse; it ends 10 / cos 60 from its axis."""
    lean = math.radians(60)
    tool = draw.cylinder(
        10, 300, (-150 * math.sin(lean), 30, -150 * math.cos(lean)), (math.sin(lean), 0, 0.5)
    )
    cut = only(draw.cut(plate(drill(26.5, 30, 2), length=100), tool))
    left = 26.5 - 20.0 - 2.0
    assert cut.cutout.to_edge is not None
    assert abs(cut.to_edge_mm - left) < 2 * math.tan(lean) + 0.1
    assert cut.cutout.to_edge.uncertainty_mm > 0.0


def test_between_two_holes_counts_what_is_left_between_them() -> None:
    first, second = cuts_of(plate(drill(40, 30, 3), drill(49, 30, 4)))
    assert first.to_edge_mm == second.to_edge_mm == pytest.approx(9 - 3 - 4)


def test_slots_and_windows_are_measured_from_their_own_borders() -> None:
    slot, hole, opening = cuts_of(
        plate(obround(20, 8, 30, 6), window(20, 46.5, 30, 10), drill(57, 51.5, 3.5))
    )
    assert (slot.feature.kind, slot.cutout.width_mm) == ("SLOT", pytest.approx(6))
    assert slot.to_edge_mm == pytest.approx(5)
    assert (opening.feature.kind, opening.cutout.width_mm) == ("POCKET", pytest.approx(10))
    assert opening.to_edge_mm == hole.to_edge_mm == pytest.approx(3.5)


def test_a_notch_is_a_border_and_no_cutout() -> None:
    notched = plate(window(40, -CLEAR, 8, 10 + CLEAR), drill(44, 16, 3), drill(2, 30, 3))
    assert only(notched).to_edge_mm == pytest.approx(3)


def test_a_hole_that_the_outline_just_opens_is_a_notch() -> None:
    """By 13 of its 360 degrees, or by none."""
    assert only(plate(drill(2.98, 15, 3), drill(3.02, 45, 3))).to_edge_mm == pytest.approx(0.02)


def test_a_countersink_counts_by_what_goes_through() -> None:
    """Ø3 through, Ø6 at the top: beside one 2 mm are left below and 0.5 mm above."""
    sunk, plain, beside = cuts_of(plate(countersink(3.5, 30), countersink(40, 30), drill(47, 30, 2)))
    assert sunk.cutout.width_mm == pytest.approx(3)
    assert sunk.to_edge_mm == pytest.approx(2)
    assert plain.to_edge_mm == beside.to_edge_mm == pytest.approx(7 - 1.5 - 2)


def test_broken_edges_are_looked_past() -> None:
    plain = plate(drill(7, 30), obround(30, 8, 30, 6), window(85, 20, 8, 20))
    for breaking in (draw.fillet, draw.chamfer):
        broken = cuts_of(breaking(plain, 0.3))
        assert [cut.to_edge_mm for cut in broken] == pytest.approx([4, 5, 7], abs=1e-4), breaking.__name__


def test_what_is_engraved_on_one_side_is_no_border() -> None:
    """A hole is 3 mm from a groove and 27 mm from a side, another 3 mm from a slot."""
    groove = draw.box((30, 3, 1 + CLEAR), (10, 36, 1.5))
    cuts = cuts_of(plate(groove, drill(20, 30, 3), window(60, 36, 30, 3), drill(70, 30, 3)))
    assert [cut.to_edge_mm for cut in cuts] == pytest.approx([3, 3, 17])


def bent(x: float, radius: float = 3.0) -> draw.TopoDS_Shape:
    """Draw an angle of 2 mm, its lower leg 60 long before the bend, with a hole at x."""
    return draw.cut(strip(60, (3.0, 90.0), 40), drill(x, 20, radius))


def test_a_bend_is_no_edge_and_its_distance_is_distinguished() -> None:
    far, cut = cuts_of(draw.cut(bent(52), drill(6, 20, 3)))
    assert cut.to_bend_mm == pytest.approx(60 - 52 - 3)
    assert cut.to_edge_mm == pytest.approx(20 - 3)
    assert far.to_edge_mm == pytest.approx(3)
    assert far.to_bend_mm == pytest.approx(60 - 6 - 3)


def test_a_sharp_fold_is_one_too() -> None:
    angle = draw.fuse(draw.box((60, 40, 2)), draw.box((2, 40, 40)))
    cut = only(draw.cut(angle, drill(10, 20)))
    assert cut.to_edge_mm == pytest.approx(17)
    assert cut.to_bend_mm == pytest.approx(8 - 3)


def test_a_hole_across_a_bend_has_no_margin() -> None:
    across = draw.cut(bent(20), draw.cylinder(4, 40, (50, 20, 15), (1, 0, -1)))
    margins = [cut.cutout.to_edge for cut in cuts_of(across) if cut.feature.diameter_mm == pytest.approx(8)]
    assert all(margin is None or math.isinf(margin.distance_mm) for margin in margins)


@pytest.mark.parametrize(("radius_mm", "is_drawn_out"), [(19.8, True), (20.2, False)])
def test_a_hole_through_a_bend_that_is_only_rolled_keeps_its_shape(
    radius_mm: float, is_drawn_out: bool
) -> None:
    """Ten thicknesses of 2 mm are the limit."""
    middle, out = np.array([60.0, 20.0, 2.0 + radius_mm]), np.array([1.0, 0.0, -1.0]) / math.sqrt(2.0)
    drill_through = draw.cylinder(4, 20, tuple(middle + (radius_mm - 9.0) * out), tuple(out))
    cut = only(draw.cut(strip(60, (radius_mm, 90.0), 40), drill_through))
    assert (cut.cutout.to_bend is not None and cut.cutout.to_bend.distance_mm == 0.0) == is_drawn_out


def test_each_leg_of_a_channel_is_measured_by_itself() -> None:
    channel = strip(40, (3.0, 90.0), 60, (3.0, 90.0), 40)
    drilled = draw.cut(channel, drill(8, 20), draw.cylinder(2, 40, (30, 9, 30), (1, 0, 0)))
    side, lower = cuts_of(drilled)
    assert side.to_edge_mm == pytest.approx(9 - 2)
    assert lower.to_edge_mm == pytest.approx(8 - 3)


def test_what_is_no_sheet_has_no_cutouts() -> None:
    assert not cuts_of(draw.cut(draw.box((30, 30, 20)), draw.cylinder(3, 40, (8, 8, -5))))


@draw.once
def everything() -> draw.TopoDS_Shape:
    """Draw an angle with holes near an edge, a bend and each other, a slot and a window."""
    tools = [
        drill(6, 6, 2.5),
        drill(30, 20, 2),
        drill(36, 20, 1.5),
        drill(52, 30, 3),
        obround(12, 33, 20, 4),
        window(20, 4, 10, 8),
    ]
    return draw.cut(strip(60, (3.0, 90.0), 40), *tools)


def table(cuts: list[Cut], scale: float = 1.0) -> np.ndarray:
    """Return rows of width, distance to an edge and to the bend."""
    rows = [(cut.cutout.width_mm, cut.to_edge_mm, cut.to_bend_mm) for cut in cuts]
    return np.array(rows) / scale


PLAIN = [
    [3.0, 2.5, 22.5],
    [4.0, 2.5, 28.0],
    [4.0, 5.0, 30.0],
    [5.0, 3.5, 51.5],
    [6.0, 7.0, 5.0],
    [8.0, 4.0, 30.0],
]


@pytest.mark.parametrize(
    "mutator", [mutators.altogether_as_nurbs, mutators.sawn], ids=lambda each: each.__name__
)
def test_nothing_depends_on_how_the_file_writes_it(mutator: mutators.Mutator) -> None:
    respelled = mutator(everything())
    assert respelled is not None
    assert table(cuts_of_respelled(respelled), respelled.scale) == pytest.approx(np.array(PLAIN), abs=1e-3)


def test_triangles_say_it_within_what_they_claim() -> None:
    respelled = mutators.triangles(everything())
    assert respelled is not None
    cuts = cuts_of_respelled(respelled)
    assert table(cuts) == pytest.approx(np.array(PLAIN), abs=0.05)


def test_a_cut_out_goes_through_half_of_the_sheet_at_least() -> None:
    """Windows, 8 and 7 wide, in the floors of recesses that leave 1.1 and 0.9 of 2 mm."""
    recesses = draw.box((24, 20, 5), (38, 20, 1.1)), draw.box((24, 20, 5), (68, 20, 0.9))
    cut = only(plate(*recesses, window(45, 26, 10, 8), window(75, 26, 10, 7)))
    assert cut.cutout.width_mm == pytest.approx(8)
