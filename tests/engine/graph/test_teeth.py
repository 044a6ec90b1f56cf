"""Teeth round an axis, and what only repeats round one."""

import math
from dataclasses import replace

import numpy as np
import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.graph import build, teeth
from engine.graph.coaxial import AxisLine
from engine.model.face_graph import Convexity
from tests.engine.form.test_find import only
from tests.support import draw
from tests.support.parts import part_of
from tests.support.parts_turned import gear, ring_gear

AXIS = AxisLine(np.zeros(3), np.array([0.0, 0.0, 1.0]))


def n_teeth(shape: TopoDS_Shape) -> int:
    """Count the faces of teeth: a bottom and two flanks each."""
    part = part_of(shape)
    turned = [face.id for face in part.faces if abs(face.inner_normal[2]) > 0.5]  # the ends
    turned += [face.id for face in part.faces if type(face.surface).__name__ == "Cylinder"]
    return len(teeth.of_body(part, build.build(part), part.bodies[0], AXIS, turned))


@pytest.mark.parametrize(("has_round_roots", "found"), [(True, 16), (False, 0)])
def test_flanks_may_run_smoothly_into_a_root_that_turns(has_round_roots: bool, found: int) -> None:
    """Eight gaps with flat bottoms, or down to a drum; their hollow corners count as smooth."""
    drum = draw.cut(draw.cylinder(15.5, 12), draw.cylinder(5, 14, (0, 0, -1)))
    part = part_of(draw.unified(draw.fuse(gear(8), drum)) if has_round_roots else gear(8))
    graph = build.build(part)
    joints = tuple(
        replace(each, convexity=Convexity.SMOOTH) if each.convexity is Convexity.CONCAVE else each
        for each in graph.joints
    )
    turned = [face.id for face in part.faces if abs(face.inner_normal[2]) > 0.5]
    turned += [face.id for face in part.faces if type(face.surface).__name__ == "Cylinder"]
    assert len(teeth.of_body(part, replace(graph, joints=joints), part.bodies[0], AXIS, turned)) == found


@pytest.mark.parametrize(("count", "found"), [(7, 0), (8, 24)])
def test_eight_gaps_round_an_axis_leave_teeth_and_seven_lobes(count: int, found: int) -> None:
    assert n_teeth(gear(count)) == found


@pytest.mark.parametrize(("root", "found"), [(0.55, 24), (0.45, 0)])
def test_teeth_begin_half_way_out_and_what_begins_nearer_is_a_blade(root: float, found: int) -> None:
    """The bottoms of gaps that reach farther in are none; their flanks begin there too."""
    assert n_teeth(gear(8, root)) == found


@pytest.mark.parametrize(("uneven_deg", "found"), [(2.0, 24), (3.0, 0)])
def test_teeth_stand_at_one_pitch(uneven_deg: float, found: int) -> None:
    """A twentieth of 45 degrees is 2.25."""
    assert n_teeth(gear(8, 0.75, uneven_deg)) == found


@pytest.mark.parametrize(("count", "are_teeth"), [(39, False), (41, True)])
def test_one_face_of_many_may_be_another(count: int, are_teeth: bool) -> None:
    """One is off by three degrees: of 39 it leaves 37 that come back at the pitch, of 41 it leaves 39."""
    turns = np.arange(count) / count
    turns[1] += 3.0 / 360.0
    assert teeth._is_at_one_pitch(turns) is are_teeth


def test_the_sides_of_a_gear_belong_to_its_teeth() -> None:
    part = part_of(gear(8))
    turned = [face.id for face in part.faces if type(face.surface).__name__ == "Cylinder"]
    assert len(teeth.of_body(part, build.build(part), part.bodies[0], AXIS, turned)) == 24 + 2
    drilled = part_of(draw.cut(gear(8), draw.cylinder(2, 14, (10, 0, -1))))
    bore = [
        face.id
        for face in drilled.faces
        if type(face.surface).__name__ == "Cylinder" and math.hypot(*face.centroid[:2]) < 1e-6
    ]
    tips = [face.id for face in drilled.faces if math.hypot(*face.centroid[:2]) > 19.0]
    assert len(teeth.of_body(drilled, build.build(drilled), drilled.bodies[0], AXIS, bore + tips)) == 24 + 2
    notched = part_of(draw.cut(gear(8), draw.box((12, 4, 3), (10, -2, -1))))
    tips = [face.id for face in notched.faces if math.hypot(*face.centroid[:2]) > 19.0]
    assert len(teeth.of_body(notched, build.build(notched), notched.bodies[0], AXIS, bore + tips)) < 24 + 2


def test_teeth_on_a_shaft_go_half_way_down_to_its_own_middle() -> None:
    """Eight grooves along a shaft of Ø14 that carries a gear of Ø40; without a gear they are none."""
    groove = draw.box((3, 1, 22), (6, -0.5, 12))
    shaft = draw.cut(draw.cylinder(7, 20, (0, 0, 12)), *(draw.turned(groove, 45.0 * k) for k in range(8)))
    assert n_teeth(draw.fuse(gear(9), draw.cut(shaft, draw.cylinder(5, 30)))) == 27 + 24
    plain = draw.cut(draw.cylinder(20, 12), draw.cylinder(5, 14, (0, 0, -1)))
    assert n_teeth(draw.fuse(plain, draw.cut(shaft, draw.cylinder(5, 30)))) == 0


@pytest.mark.parametrize(("is_open", "found"), [(False, 27), (True, 27 + 24)])
def test_cells_of_a_web_are_no_teeth_and_grooves_of_the_bore_are_none_less(is_open: bool, found: int) -> None:
    """Eight windows through the web of a gear of nine, or as many grooves that open to its bore."""
    window = draw.box((2.5 if not is_open else 4.0, 1.2, 14), (9 if not is_open else 7, -0.6, -1))
    wheel = draw.cut(gear(9), draw.cylinder(8, 14, (0, 0, -1)))
    assert n_teeth(draw.cut(wheel, *(draw.turned(window, 45.0 * k) for k in range(8)))) == found


@pytest.mark.parametrize(("tube_mm", "found"), [(15.0, 24), (13.0, 0)])
def test_blades_between_two_discs_are_no_teeth(tube_mm: float, found: int) -> None:
    """Eight plates from 14 to 20 mm off the axis, three faces each: on a tube, or round a thinner one."""
    blade = draw.box((6, 2, 20), (14, -1, 0))
    discs = [draw.cylinder(20, 2, (0, 0, z)) for z in (-2, 20)]
    tube = draw.cut(draw.cylinder(tube_mm, 20), draw.cylinder(11, 20))
    blades = [draw.turned(blade, 45.0 * k) for k in range(8)]
    assert n_teeth(draw.fuse(*discs, tube, *blades)) == found


def test_slots_that_stay_inside_the_outline_are_no_teeth() -> None:
    disc = draw.cylinder(20, 12)
    slot = draw.box((4, 2, 14), (13, -1, -1))
    assert n_teeth(draw.cut(disc, *(draw.turned(slot, 45.0 * k) for k in range(8)))) == 0


@pytest.mark.parametrize(("count", "floor_mm", "found"), [(8, 0.0, 24), (7, 0.0, 0), (8, 3.0, 0)])
def test_teeth_in_a_bore_are_broached_through_it(count: int, floor_mm: float, found: int) -> None:
    """A bottom and two flanks each; those that end at a floor are molded or printed."""
    assert n_teeth(ring_gear(count, floor_mm)) == found


def test_a_ring_gear_is_turned_though_its_teeth_are_most_of_it() -> None:
    """They count as turned; of a cup with as many inside, which are none, 0.57 does."""
    assert only(ring_gear(18)).form.value == "turned"
