"""Axis, pitch and side of drawn threads, and what winds and is none."""

import math
from functools import cache

import numpy as np
import pytest
from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeEdge, BRepBuilderAPI_MakeFace, BRepBuilderAPI_MakeWire
from OCP.BRepPrimAPI import BRepPrimAPI_MakeRevol
from OCP.collections import Array1_gp_Pnt
from OCP.Geom import Geom_BezierCurve
from OCP.gp import gp_Ax1, gp_Dir, gp_Pnt

from engine.graph import drawn_threads
from engine.graph.coaxial import AxisLine
from engine.model.evidence import DrawnThread
from engine.model.part import FaceId, Part
from engine.model.surface import Freeform
from engine.run_context import RunContext
from tests.support import draw, parts_holes
from tests.support.parts import face_at, part_of, without_mesh

TILT = (0.0, 0.6, 0.8)


def threads_of(shape: draw.TopoDS_Shape) -> tuple[DrawnThread, ...]:
    return threads_in(part_of(shape))


def threads_in(part: Part) -> tuple[DrawnThread, ...]:
    return drawn_threads.find(RunContext(without_mesh(part)))


@cache
def nut() -> draw.TopoDS_Shape:
    """Draw a block with an M12 thread from 12 to 14.6 mm above its foot, in a hole from 4 mm on."""
    drilled = draw.cut(draw.box((30, 30, 20), (-15, -15, 0)), draw.cylinder(5.1, 16, (0, 0, 4)))
    return draw.cut(drilled, parts_holes.thread(10.2, 12.0, 1.75, 2.6, 12.0))


def stud() -> draw.TopoDS_Shape:
    """Draw a stud of 24 mm that has a thread 4.5 mm long from 10 mm on."""
    return draw.cut(draw.cylinder(12, 20), parts_holes.outside_thread(20.3, 24.0, 3.0, 4.5, 10.0))


def test_a_thread_in_a_hole_has_its_pitch_its_axis_and_its_two_flanks():
    part = part_of(nut())
    (thread,) = threads_in(part)
    assert thread.is_inside
    assert thread.pitch_mm == pytest.approx(1.75, abs=1e-3)
    assert abs(thread.direction[2]) == pytest.approx(1.0, abs=1e-6)
    assert np.hypot(*thread.origin[:2]) == pytest.approx(0.0, abs=1e-3)
    assert len(thread.flanks) == 2
    assert face_at(part, (5.1, 0, 5.0)).id in thread.between  # the wall of the hole is the crest
    assert face_at(part, (0, 0, 4.0)).id not in thread.between  # its floor is none of it


def test_a_thread_on_a_stud_is_found_however_the_file_writes_it():
    turned_pieces = draw.turned(parts_holes.in_pieces(stud(), 3), 35.0, TILT, (5, 5, 5))
    (thread,) = threads_of(draw.as_nurbs(draw.mirrored(turned_pieces)))
    assert not thread.is_inside
    assert thread.pitch_mm == pytest.approx(3.0, abs=0.01)


def test_the_thread_of_a_molded_neck_stands_on_a_cone():
    neck = draw.cut(draw.cone(12.0, 11.8, 20.0), draw.cone(10.0, 10.2, 22.0, (0, 0, -1)))
    rib = parts_holes.coil([(11.5, -1.0), (13.1, -0.3), (13.1, 0.3), (11.5, 1.0)], 3.0, 4.2, 8.0)
    (thread,) = threads_of(draw.fuse(neck, rib))
    assert not thread.is_inside
    assert thread.pitch_mm == pytest.approx(3.0, abs=0.01)


def test_each_hole_has_its_own_thread_and_plain_ones_have_none():
    both = draw.fuse(nut(), draw.moved(nut(), (30, 0, 0)))
    found = threads_of(draw.cut(both, draw.cylinder(5.1, 16, (15, 0, 4))))
    assert sorted(round(float(thread.origin[0]), 3) for thread in found) == [0.0, 30.0]


def test_a_groove_round_a_bore_turns_and_is_no_thread_even_as_free_form():
    bored = draw.cut(draw.box((60, 60, 30), (-30, -30, 0)), draw.cylinder(10, 40, (0, 0, -5)))
    side = [(9.5, 0, 12), (11.5, 0, 14), (11.5, 0, 15), (9.5, 0, 17)]
    assert threads_of(draw.as_nurbs(draw.cut(bored, draw.revolve(side)))) == ()


def test_a_groove_whose_flanks_are_bent_turns_and_is_no_thread():
    """Flanks like these have no surface of their own name, and neither has a thread's."""
    corners = [gp_Pnt(9.5, 0, 12), gp_Pnt(11.5, 0, 14), gp_Pnt(11.5, 0, 15), gp_Pnt(9.5, 0, 17)]
    low, high = (gp_Pnt(10.4, 0, 12.4), gp_Pnt(10.6, 0, 13.6)), (gp_Pnt(10.6, 0, 15.4), gp_Pnt(10.4, 0, 16.6))
    outline = BRepBuilderAPI_MakeWire()
    for start, bend, end in zip(corners, (low, (), high, ()), corners[1:] + corners[:1], strict=True):
        poles = Array1_gp_Pnt(1, 2 + len(bend))
        for index, pole in enumerate((start, *bend, end)):
            poles.SetValue(index + 1, pole)
        outline.Add(BRepBuilderAPI_MakeEdge(Geom_BezierCurve(poles)).Edge())
    side = BRepBuilderAPI_MakeFace(outline.Wire()).Face()
    ring = BRepPrimAPI_MakeRevol(side, gp_Ax1(gp_Pnt(0, 0, 0), gp_Dir(0, 0, 1))).Shape()
    bored = draw.cut(draw.box((60, 60, 30), (-30, -30, 0)), draw.cylinder(10, 40, (0, 0, -5)))
    part = part_of(draw.cut(bored, ring))
    assert sum(isinstance(face.surface, Freeform) for face in part.faces) == 2
    assert threads_in(part) == ()


@pytest.mark.parametrize(
    "side",
    [
        [(9, -1), (11, -1), (11, 1), (9, 1)],
        [(10 + math.cos(math.radians(angle)), math.sin(math.radians(angle))) for angle in range(0, 360, 60)],
    ],
    ids=["square", "hexagonal"],
)
def test_the_wire_of_a_spring_is_no_thread(side):
    """It climbs by 5 mm over 63, as little as a thread."""
    assert threads_of(parts_holes.coil(side, 5.0, 6.0, 0.0)) == ()


def test_a_lead_screw_of_two_starts_has_one_thread_with_four_flanks():
    """Tr8×8: 2 threads of 4 mm beside each other, that climb 8 mm in a turn."""
    side = [(3.0, -0.6), (4.0, -0.35), (4.0, 0.35), (3.0, 0.6)]
    starts = [parts_holes.coil(side, 8.0, 8.4, 10.0 + 4.0 * start) for start in range(2)]
    (thread,) = threads_of(draw.fuse(draw.cylinder(3.1, 35), *starts))
    assert thread.pitch_mm == pytest.approx(8.0, abs=0.01)
    assert len(thread.flanks) == 4


@pytest.mark.parametrize(("pitch_mm", "outer_mm"), [(8.0, 20.0), (40.0, 12.0)], ids=["auger", "steep"])
def test_a_flight_that_reaches_far_out_or_climbs_steeply_is_no_thread(pitch_mm, outer_mm):
    side = [(9.8, -1.0), (outer_mm, -1.0), (outer_mm, 1.0), (9.8, 1.0)]
    flight = parts_holes.coil(side, pitch_mm, 1.4 * pitch_mm, 10.0)
    assert threads_of(draw.fuse(draw.cylinder(10, 120), flight)) == ()


def test_a_flight_that_is_low_and_climbs_little_is_a_thread():
    twin = parts_holes.coil([(9.8, -1.0), (12.0, -1.0), (12.0, 1.0), (9.8, 1.0)], 8.0, 11.2, 10.0)
    (thread,) = threads_of(draw.fuse(draw.cylinder(10, 120), twin))
    assert thread.pitch_mm == pytest.approx(8.0, abs=0.02)


def flank(
    lead: float = 0.1,
    lean_deg: float = 60.0,
    depth: float = 1.1,
    off: float = 0.0,
    n_straying: int = 0,
) -> drawn_threads._Flank | None:
    """Look at 100 places of a flank about z, 10 mm off it, as one that climbs by `lead`.

    Its normals lean along the axis by the complement of `lean_deg`, and are those of one that climbs by `off`
    more; some of them point straight outwards.
    """
    angle = np.linspace(0.0, 4.0 * np.pi, 100)
    outward = np.stack([np.cos(angle), np.sin(angle), 0 * angle], axis=1)
    around = np.stack([-np.sin(angle), np.cos(angle), 0 * angle], axis=1)
    radius_mm = 10.0 * np.where(np.arange(100) % 2, 1.0, depth)
    climb_mm = lead * radius_mm.mean()
    points = radius_mm[:, None] * outward + (climb_mm * angle)[:, None] * np.array(draw.Z)
    up = np.array(draw.Z) - ((1.0 + off) * climb_mm / radius_mm)[:, None] * around
    up /= np.linalg.norm(up, axis=1)[:, None]
    lean = math.radians(lean_deg)
    normals = math.sin(lean) * up + math.cos(lean) * outward
    normals[:n_straying] = outward[:n_straying]
    axis = AxisLine(np.zeros(3), np.array(draw.Z))
    return drawn_threads._about(FaceId(0), drawn_threads._FaceSamples(points, normals), axis, climb_mm)


@pytest.mark.parametrize(("lead", "is_one"), [(0.0018, False), (0.0022, True), (0.43, True), (0.5, False)])
def test_a_thread_climbs_by_two_thousandths_up_to_25_degrees(lead: float, is_one: bool) -> None:
    assert (flank(lead=lead) is not None) is is_one


@pytest.mark.parametrize(("off", "is_one"), [(0.18, True), (0.22, False)])
def test_the_normals_of_a_flank_may_be_off_by_a_fifth_of_its_lead(off: float, is_one: bool) -> None:
    assert (flank(lean_deg=90.0, depth=1.0, off=off) is not None) is is_one


@pytest.mark.parametrize(("n_straying", "is_one"), [(9, True), (11, False)])
def test_a_tenth_of_the_border_of_a_flank_may_stray(n_straying: int, is_one: bool) -> None:
    assert (flank(n_straying=n_straying) is not None) is is_one


@pytest.mark.parametrize(("lean_deg", "is_one"), [(16.0, False), (19.0, True)])
def test_a_flank_leans_along_the_axis_by_three_tenths(lean_deg: float, is_one: bool) -> None:
    """The sines of 16° and 19° are 0.28 and 0.33."""
    assert (flank(lean_deg=lean_deg) is not None) is is_one


@pytest.mark.parametrize(("depth", "is_one"), [(1.32, True), (1.38, False)])
def test_the_outer_diameter_of_a_thread_is_1_35_of_the_inner_at_most(depth: float, is_one: bool) -> None:
    assert (flank(depth=depth) is not None) is is_one


@pytest.mark.parametrize(("share", "are_one"), [(1.018, True), (1.022, False)])
def test_flanks_of_one_thread_have_one_pitch_within_a_fiftieth(share: float, are_one: bool) -> None:
    part = part_of(draw.box((10, 10, 10)))
    one, other = flank(lead=0.1 * share), flank(lead=0.1)
    assert one is not None
    assert other is not None
    assert bool(drawn_threads._are_compatible(part, one, other)) is are_one


@pytest.mark.parametrize(("long_mm", "n_threads"), [(5.2, 0), (6.8, 1)])
def test_a_thread_goes_round_once(long_mm: float, n_threads: int) -> None:
    """It climbs by 8 mm in a turn, and its flanks, 1.9 mm from the one to the other, take 7.1 and 8.7 mm."""
    drilled = draw.cut(draw.box((40, 40, 20), (-20, -20, 0)), draw.cylinder(10.2, 22, (0, 0, -1)))
    ramp = parts_holes.coil([(10.0, -1.0), (12.0, -0.4), (12.0, 0.4), (10.0, 1.0)], 8.0, long_mm, 5.0)
    assert len(threads_of(draw.cut(drilled, ramp))) == n_threads


def ribbed(*crest: tuple[float, float], turns: float = 1.2) -> draw.TopoDS_Shape:
    """Draw a rod, Ø20, with a rib that winds round it; its crest is given by radius and z."""
    wide = crest[-1][1] + 0.5
    rib = parts_holes.coil([(9.8, -wide), *crest, (9.8, wide)], 5.0, 5.0 * turns, 10.0)
    return draw.fuse(draw.cylinder(10, 25), rib)


@pytest.mark.parametrize(("share", "is_within"), [(1.018, True), (1.022, False)])
def test_a_crest_reaches_out_from_its_flanks_by_a_fiftieth_of_the_radius(
    share: float, is_within: bool
) -> None:
    """Both faces of the crest rise to a ridge, too little to be flanks themselves."""
    part = part_of(ribbed((11, -1.0), (11 * share, 0.0), (11, 1.0)))
    (thread,) = threads_in(part)
    assert len(thread.flanks) == 2
    crest = [face for face in thread.between if np.hypot(*part.faces[face].inner_point[:2]) > 10.9]
    assert bool(crest) is is_within


@pytest.mark.parametrize(("n_facets", "n_threads"), [(5, 1), (6, 0)])
def test_a_thread_has_a_hollow_edge_for_every_four_outer_ones(n_facets: int, n_threads: int) -> None:
    """Two roots, Ø20, to 6 and 7 edges of a crest, Ø22: 0.30 and 0.26, and less with the rib's ends."""
    heights = np.linspace(-1.2, 1.2, n_facets + 1)
    crest = [(11 + 0.15 * math.sin(math.pi * (z + 1.2) / 2.4), z) for z in heights.tolist()]
    assert len(threads_of(ribbed(*crest, turns=1.6))) == n_threads
