"""What a blend may sweep, how wide and how uneven it may be: parts drawn on either side of each limit."""

import itertools
import math

import pytest
from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeEdge, BRepBuilderAPI_MakeFace, BRepBuilderAPI_MakeWire
from OCP.BRepPrimAPI import BRepPrimAPI_MakePrism
from OCP.GC import GC_MakeArcOfCircle
from OCP.gp import gp_Pnt, gp_Vec

from engine.features.blend import Blend
from engine.features.blends import strips
from tests.support import draw, parts_blends
from tests.support.parts_blends import blends_of


def found(body: draw.TopoDS_Shape) -> list[tuple[str, float]]:
    """Return the kind and the least radius of each blend."""
    return [(str(blend.kind), round(blend.radius_mm, 3)) for blend in blends_of(body)]


def only(body: draw.TopoDS_Shape) -> Blend:
    (blend,) = blends_of(body)
    return blend


def bent_block(sweep_deg: float, radius_mm: float = 200.0) -> draw.TopoDS_Shape:
    """Draw a block whose top bends down over a round: the kernel's fillets shun edges as blunt as these."""
    turn = math.radians(sweep_deg)

    def at(share: float) -> gp_Pnt:
        angle = share * turn
        return gp_Pnt(radius_mm * math.sin(angle), 0.0, radius_mm * (math.cos(angle) - 1.0))

    first, last = at(0.0), at(1.0)
    far = gp_Pnt(last.X() + 40 * math.cos(turn), 0.0, last.Z() - 40 * math.sin(turn))
    corners = [last, far, gp_Pnt(far.X(), 0, -60), gp_Pnt(-40, 0, -60), gp_Pnt(-40, 0, 0), first]
    wire = BRepBuilderAPI_MakeWire()
    wire.Add(BRepBuilderAPI_MakeEdge(GC_MakeArcOfCircle(first, at(0.5), last).Value()).Edge())
    for start, end in itertools.pairwise(corners):
        wire.Add(BRepBuilderAPI_MakeEdge(start, end).Edge())
    return BRepPrimAPI_MakePrism(BRepBuilderAPI_MakeFace(wire.Wire()).Face(), gp_Vec(0, 30, 0)).Shape()


def grooved(draft_deg: float, radius_mm: float = 2.0, depth_mm: float = 30.0) -> draw.TopoDS_Shape:
    """Draw a block with a groove whose walls lean apart by the draft each, filleted at its bottom."""
    half = depth_mm * math.tan(math.radians(draft_deg))
    groove = draw.prism([(-half, -1, 0), (half, -1, 0), (0, -1, -depth_mm)], (0, 42, 0))
    return draw.fillet(draw.cut(draw.box((60, 40, 40), (-30, 0, -40)), groove), radius_mm, (0, 20, -depth_mm))


def wedge(sweep_deg: float, thick_mm: float, radius_mm: float = 4.0) -> draw.TopoDS_Shape:
    """Draw a wedge whose sharp edge is rounded: by the turn from one flank to the other."""
    half = 60 * math.tan(math.radians(180.0 - sweep_deg) / 2)
    return draw.fillet(
        draw.prism([(0, 0, 0), (-half, 0, -60), (half, 0, -60)], (0, thick_mm, 0)),
        radius_mm,
        (0, thick_mm / 2, 0),
    )


def sawn_boss(left_deg: float) -> draw.TopoDS_Shape:
    """Draw a boss of 20, filleted by 3 at its foot, and saw all but a sector off the plate, 12 from its axis.

    A boss's outline is 20 pi = 62.8 long, and the fillet's other edge, at 13 from the axis, is left over the
    sector: it makes left / (left + 277 degrees) of both.
    """
    ring = draw.cut(draw.cylinder(50, 20, (0, 0, -5)), draw.cylinder(12, 20, (0, 0, -5)))
    sector = draw.turned(draw.cylinder(60, 22, (0, 0, -6), turn=left_deg), 45 - left_deg / 2)
    return draw.cut(parts_blends.boss(base_mm=3), draw.cut(ring, sector))


def thick_corner(side_mm: float, thick_mm: float) -> draw.TopoDS_Shape:
    """Draw a square plate, one corner rounded by 9 below and 11 above: 5 pi = 15.7 wide, a free form."""
    plate = draw.box((side_mm, side_mm, thick_mm))
    return parts_blends.variable_fillet(plate, (0, 0, thick_mm / 2), 9, 11)


@pytest.mark.parametrize(("sweep_deg", "expected"), [(4.5, []), (5.5, [("ROUND", 200.0)])])
def test_a_bend_by_less_than_5_degrees_blends_nothing(sweep_deg, expected):
    assert found(bent_block(sweep_deg)) == expected


@pytest.mark.parametrize(("draft_deg", "expected"), [(9, [("FILLET", 2.0)]), (6, [])])
def test_the_bottom_of_a_groove_is_a_fillet_until_its_walls_all_but_face_each_other(draft_deg, expected):
    """It sweeps by 162 degrees, or by 168."""
    assert found(grooved(draft_deg)) == expected


@pytest.mark.parametrize(
    ("sweep_deg", "thick_mm", "expected"),
    [
        (142, 7, [("ROUND", 4.0)]),
        (158, 7, []),
        (158, 9, [("ROUND", 4.0)]),
    ],
)
def test_a_tip_that_turns_by_more_than_150_degrees_is_a_round_where_it_is_longer_than_wide(
    sweep_deg, thick_mm, expected
):
    assert found(wedge(sweep_deg, thick_mm)) == expected


@pytest.mark.parametrize(("high_mm", "expected"), [(0.68, [("ROUND", 0.68)]), (0.52, [])])
def test_a_radius_that_dwindles_to_less_than_a_tenth_is_a_bevel(high_mm, expected):
    assert found(parts_blends.tapered_corner(low_mm=6, high_mm=high_mm)) == expected


@pytest.mark.parametrize(("sweep_deg", "stray_mm"), [(4.5, 1.0), (5.0, 1.0), (5.5, 0.8683), (90.0, 0.003414)])
def test_a_radius_strays_by_the_deviation_over_the_rise_of_an_arc_of_5_degrees_or_more(sweep_deg, stray_mm):
    """Deviation 0.001; an arc of 5.5 degrees rises by 1 - cos 2.75 = 0.0011516 radii over its chord."""
    assert strips.radius_stray_mm(0.001, sweep_deg) == pytest.approx(stray_mm, rel=1e-3)


@pytest.mark.parametrize(("left_deg", "sweep_deg"), [(34.5, 90.0), (27.5, 80.27)])
def test_a_fillet_sweeps_its_whole_arc_where_a_tenth_of_it_reaches_from_support_to_support(
    left_deg, sweep_deg
):
    """What is left makes 0.111 of both edges, or 0.090.

    Of less the median counts, half way between 90 degrees and what the saw left: acos(1 / 3) = 70.5.
    """
    assert only(sawn_boss(left_deg)).sweep_deg == pytest.approx(sweep_deg, abs=0.2)


@pytest.mark.parametrize(
    ("straight_mm", "thick_mm", "is_round"),
    [
        (5.0, 4.2, True),
        (5.0, 3.7, False),
        (8.2, 3.0, True),
        (7.5, 3.0, False),
    ],
)
def test_a_corner_is_a_round_up_to_four_times_as_wide_as_long_or_twice_as_wide_as_its_supports(
    straight_mm, thick_mm, is_round
):
    """A quarter turn of 10 is 5 pi = 15.7 wide, and as long as the plate is thick."""
    assert found(parts_blends.outline_plate(10, straight_mm, thick_mm)) == 4 * is_round * [("ROUND", 10.0)]


@pytest.mark.parametrize(
    ("side_mm", "thick_mm", "expected"),
    [
        (20, 16.5, [("ROUND", 9.0)]),
        (20, 14.5, []),
        (27, 10.0, [("ROUND", 9.0)]),
        (24.5, 10.0, []),
    ],
)
def test_a_free_form_corner_is_a_round_where_it_is_narrower_than_long_or_than_its_supports(
    side_mm, thick_mm, expected
):
    """It is 15.7 wide; its supports reach 10 less than the plate, 16.9 for one of 27."""
    assert found(thick_corner(side_mm, thick_mm)) == expected
