"""Opposite planes of drawn parts: which lies behind which, over how much area, how far away."""

import math

import pytest

from engine.features import wall
from engine.graph import opposite_faces
from engine.graph.opposite_faces import OppositeFace
from engine.run_context import RunContext
from tests.support import draw, parts_walls
from tests.support.parts import face_at
from tests.support.parts_walls import measured


def behind_face(shape: draw.TopoDS_Shape, point: draw.Point) -> dict[int, OppositeFace]:
    """Return what lies behind the face at a point, by face."""
    prepared = measured(shape)
    found = opposite_faces.through_material(RunContext(prepared))[face_at(prepared.part, point).id]
    return {each.other: each for each in found}


def test_the_sides_of_a_block_lie_behind_each_other_entirely():
    (each,) = behind_face(draw.box((40, 30, 20)), (20, 15, 20)).values()
    assert each.area_mm2 == pytest.approx(40 * 30, rel=1e-6)
    assert each.thickness_mm == pytest.approx(20, abs=1e-9)
    assert each.is_parallel


@pytest.mark.parametrize("max_edge_mm", [1.0, 50.0])
def test_a_step_lies_behind_as_much_as_it_covers(max_edge_mm):
    prepared = measured(
        draw.cut(draw.box((40, 30, 20)), draw.box((30, 30, 20), (10, 0, 12))), max_edge_mm=max_edge_mm
    )
    part = prepared.part
    high, low = (face_at(part, point).id for point in ((5, 15, 20), (25, 15, 12)))
    under = opposite_faces.through_material(RunContext(prepared))[face_at(part, (20, 15, 0)).id]
    assert [each.other for each in under] == [low, high]
    assert [each.thickness_mm for each in under] == pytest.approx([12, 20], abs=1e-9)
    assert [each.area_mm2 for each in under] == pytest.approx([900, 300], abs=0.005 * 1200)


def test_round_and_steep_faces_lie_behind_nothing():
    assert behind_face(draw.cylinder(10, 20), (0, 0, 20)).keys() == {face_at_bottom(draw.cylinder(10, 20))}
    assert behind_face(parts_walls.wedge(20), (30, 15, 0)) == {}


def face_at_bottom(shape: draw.TopoDS_Shape) -> int:
    return face_at(measured(shape).part, (0, 0, 0)).id


@pytest.mark.parametrize("degrees", [0.05, 2.0, 10.0])
def test_leaning_planes_are_measured_half_way_along_their_overlap(degrees):
    """The end of a wedge of angle a, h high, is h cos(a/2) thick square to the plane that halves a."""
    (each,) = behind_face(parts_walls.wedge(degrees), (30, 15, 0)).values()
    angle = math.radians(degrees)
    low, high = 5 * math.cos(angle / 2), (5 + 60 * math.tan(angle)) * math.cos(angle / 2)
    assert each.min_thickness_mm == pytest.approx(low, rel=2 * math.sin(angle) ** 2 + 1e-4)
    assert each.max_thickness_mm == pytest.approx(high, rel=2 * math.sin(angle) ** 2 + 1e-4)
    middle = (each.min_thickness_mm + each.max_thickness_mm) / 2
    assert each.thickness_mm == pytest.approx(middle, rel=1e-9)
    assert each.is_parallel == (degrees < 0.1)


def test_another_body_is_never_behind():
    block = draw.box((20, 20, 20))
    assert len(behind_face(draw.compound(block, draw.moved(block, (0, 0, 20))), (10, 10, 0))) == 1


@pytest.mark.parametrize(("lean_deg", "n_behind"), [(14.8, 1), (15.4, 0)])
def test_planes_that_lean_towards_each_other_by_15_degrees_are_two_sides_of_a_wall(
    lean_deg: float, n_behind: int
) -> None:
    assert len(behind_face(parts_walls.wedge(lean_deg), (30, 15, 0))) == n_behind


@pytest.mark.parametrize(("share", "n_opposite"), [(0.079, 1), (0.081, 2)])
def test_shares_are_asked_for_less_two_hundredths(share: float, n_opposite: int) -> None:
    """A wall lists what covers a tenth of it: what lies behind the end of a block before a rebate does."""
    rebate = draw.box((40 * (1 - share), 30, 20), (40 * share, 0, 12))
    prepared = measured(draw.cut(draw.box((40, 30, 20)), rebate))
    foot = face_at(prepared.part, (20, 15, 0)).id
    (found,) = (each for each in wall.recognize(RunContext(prepared), ()) if each.fid == foot)
    assert len(found.opposite_fids) == n_opposite
