"""What is flat and left over, and how thick it is there."""

import math

import numpy as np
import pytest

from engine.features import wall
from engine.features.wall import Wall
from engine.model.analysis import PreparedPart
from engine.model.feature import Claim, Role
from engine.run_context import RunContext
from tests.support import draw, parts_blends, parts_walls
from tests.support.parts import face_at, faces_at
from tests.support.parts_walls import measured

EXACT = 1e-6
"""Thickness between parallel planes comes from the planes: no mesh has a part in it."""


def walls_of(shape: draw.TopoDS_Shape) -> tuple[PreparedPart, dict[int, Wall]]:
    """Recognize the walls of a drawn shape, by each of their faces."""
    prepared = measured(shape)
    return prepared, {face: each for each in wall.recognize(RunContext(prepared), ()) for face in each.faces}


def wall_at(found: tuple[PreparedPart, dict[int, Wall]], point: draw.Point) -> Wall:
    prepared, walls = found
    return walls[face_at(prepared.part, point).id]


def test_the_six_sides_of_a_block_are_walls_as_thick_as_the_block():
    prepared, walls = walls_of(draw.box((40, 30, 20)))
    assert len({each.fid for each in walls.values()}) == 6
    top = walls[face_at(prepared.part, (20, 15, 20)).id]
    assert top.thickness_mm == pytest.approx(20, abs=EXACT)
    assert (top.min_thickness_mm, top.max_thickness_mm) == (top.thickness_mm, top.thickness_mm)
    assert top.area_mm2 == pytest.approx(40 * 30)
    assert top.opposite_fids == faces_at(prepared.part, (20, 15, 0))
    assert top.axis == pytest.approx([0, 0, 1])
    assert top.roles == ((top.fid, Role.WALL),)
    assert top.uncertainty_mm == 0
    assert walls[face_at(prepared.part, (0, 15, 10)).id].thickness_mm == pytest.approx(40, abs=EXACT)


def test_a_curved_face_is_no_wall():
    prepared, walls = walls_of(draw.cylinder(10, 20))
    assert face_at(prepared.part, (10, 0, 10)).id not in walls
    assert len(walls) == 2


def test_a_plane_split_in_two_is_one_wall():
    found = walls_of(parts_blends.split(draw.box((40, 30, 20)), (15, 0, 0), draw.X))
    top = wall_at(found, (5, 15, 20))
    assert top.faces == faces_at(found[0].part, (5, 15, 20), (30, 15, 20))
    assert top.fid == face_at(found[0].part, (30, 15, 20)).id
    assert top.area_mm2 == pytest.approx(40 * 30)
    assert top.opposite_fids == faces_at(found[0].part, (5, 15, 0), (30, 15, 0))


def test_what_others_have_claimed_is_no_wall():
    prepared = measured(draw.box((40, 30, 20)))
    top = face_at(prepared.part, (20, 15, 20)).id
    claim = Claim(faces=(top,), roles=((top, Role.CHAMFER),), body=0)
    assert top not in {face for each in wall.recognize(RunContext(prepared), (claim,)) for face in each.faces}


@pytest.mark.parametrize("lean", [0.25, 5.0])
def test_a_drafted_wall_is_measured_at_mid_height(lean):
    """Between 3 at its top and 3 + 2 h tan(lean) at its foot, square to the middle plane."""
    side = wall_at(
        walls_of(parts_walls.drafted_rib(lean, top_mm=3, height_mm=20)),
        (0, 1.5 + 10 * math.tan(math.radians(lean)), 10),
    )
    foot = 3 + 2 * 20 * math.tan(math.radians(lean))
    assert side.thickness_mm == pytest.approx((3 + foot) / 2, abs=1e-3)
    assert side.min_thickness_mm == pytest.approx(3, abs=1e-3)
    assert side.max_thickness_mm == pytest.approx(foot, abs=1e-3)


def test_two_sides_of_a_steep_wedge_are_no_wall_of_one_thickness():
    found = walls_of(parts_walls.wedge(30))
    assert wall_at(found, (30, 15, 0)).opposite_fids == ()
    assert wall_at(walls_of(parts_walls.wedge(8)), (30, 15, 0)).opposite_fids != ()


def test_a_wall_over_a_hollow_is_as_thick_as_what_lies_over_it():
    """The hollow lies under a quarter of the top, the far side of the block under the rest."""
    found = walls_of(parts_walls.hollow_block())
    top = wall_at(found, (20, 20, 40))
    assert top.thickness_mm == pytest.approx(40, abs=EXACT)
    assert set(top.opposite_fids) == set(faces_at(found[0].part, (20, 20, 0), (20, 20, 30)))
    roof = wall_at(found, (20, 20, 30))
    assert roof.thickness_mm == pytest.approx(10, abs=EXACT)
    assert roof.opposite_fids == faces_at(found[0].part, (20, 20, 40))


def test_a_wall_over_a_tunnel_has_no_flat_opposite_and_is_measured():
    """The tunnel fills most of what lies under the top: the flat bottom is behind a fifth of it."""
    top = wall_at(walls_of(parts_walls.half_pipe(radius_mm=8, over_mm=4)), (20, 0, 24))
    assert 4 < top.min_thickness_mm <= top.thickness_mm <= top.max_thickness_mm
    assert top.uncertainty_mm > 0


def test_bodies_side_by_side_do_not_back_each_other():
    block = draw.box((20, 20, 20))
    prepared, walls = walls_of(draw.compound(block, draw.moved(block, (0, 0, 25))))
    for z in (0, 20, 25, 45):
        each = walls[face_at(prepared.part, (10, 10, z)).id]
        assert each.thickness_mm == pytest.approx(20, abs=EXACT)
        assert len(each.opposite_fids) == 1


def thicknesses(shape: draw.TopoDS_Shape, scale: float = 1.0) -> list[float]:
    found = {each.fid: each for each in wall.recognize(RunContext(measured(shape, 8.0 * scale)), ())}
    return sorted(round(each.thickness_mm / scale, 3) for each in found.values())


RIB = parts_walls.drafted_rib


def test_the_same_part_mirrored_split_and_turned_has_the_same_walls():
    pieces = parts_blends.split(draw.mirrored(RIB(2), (1, 1, 0)), (3, 0, 0), draw.X)
    assert thicknesses(draw.turned(pieces, 33, (1, 2, 3))) == pytest.approx(thicknesses(RIB(2)), abs=0.02)


@pytest.mark.parametrize("scale", [0.05, 100])
def test_walls_scale_with_the_part(scale):
    assert thicknesses(draw.scaled(RIB(2), scale), scale) == pytest.approx(thicknesses(RIB(2)), abs=0.02)


def test_a_wall_that_cannot_be_measured_says_so():
    """The floor of a box without its lid has nothing behind it; its other walls have each other."""
    whole = measured(draw.box((10, 10, 10)))
    open_box = parts_walls.without(whole, face_at(whole.part, (5, 5, 10)).id)
    walls = {each.fid: each for each in wall.recognize(RunContext(open_box), ())}
    floor = walls[face_at(whole.part, (5, 5, 0)).id]
    assert np.isnan(floor.thickness_mm)
    assert floor.opposite_fids == ()
    assert walls[face_at(whole.part, (0, 5, 5)).id].thickness_mm == pytest.approx(10, abs=EXACT)


@pytest.mark.parametrize("max_edge_mm", [1.5, 30.0])
def test_a_wall_before_something_round_is_as_thick_whatever_the_mesh(max_edge_mm):
    """Over a tunnel of radius 8, 4 under the top: half of the top has up to 12 - sqrt(64 - 25) behind it."""
    prepared = measured(parts_walls.half_pipe(radius_mm=8, over_mm=4), max_edge_mm)
    walls = {each.fid: each for each in wall.recognize(RunContext(prepared), ())}
    top = walls[face_at(prepared.part, (20, 0, 24)).id]
    assert top.thickness_mm == pytest.approx(12 - math.sqrt(64 - 25), rel=0.03)
    assert top.min_thickness_mm == pytest.approx(12 - math.sqrt(64 - 2.5**2), rel=0.03)


@pytest.mark.parametrize("max_edge_mm", [2.0, 7.0])
@pytest.mark.parametrize(("nearer_mm", "thickness_mm"), [(18.8, 12.0), (17.0, 20.0)])
def test_of_two_faces_that_lie_evenly_behind_a_wall_the_nearer_says_its_thickness_on_any_mesh(
    nearer_mm: float, thickness_mm: float, max_edge_mm: float
) -> None:
    # shares of 0.47 and 0.53, each known to 0.02, may as well have a ratio of 0.9; 0.425 and 0.575 may not
    stepped = draw.cut(draw.box((40, 30, 20)), draw.box((nearer_mm, 30, 8)))
    prepared = measured(stepped, max_edge_mm)
    top = face_at(prepared.part, (20, 15, 20))
    found = next(each for each in wall.recognize(RunContext(prepared), ()) if top.id in each.faces)
    assert found.thickness_mm == pytest.approx(thickness_mm, abs=EXACT)


@pytest.mark.parametrize(("flat_share", "is_flat"), [(0.20, False), (0.26, True)])
def test_a_wall_is_as_thick_as_the_flat_face_behind_a_quarter_of_it(flat_share, is_flat):
    """Behind the rest the block of 10 is hollowed from below, up to 5 mm at its end."""
    run = 40 * (1 - flat_share)
    radius = (run**2 + 25) / 10
    hollowed = draw.cut(draw.box((40, 20, 10)), draw.cylinder(radius, 40, (40, -10, 5 - radius), draw.Y))
    thickness_mm = wall_at(walls_of(hollowed), (20, 10, 10)).thickness_mm
    assert (thickness_mm == pytest.approx(10, abs=EXACT)) is is_flat
    assert is_flat or 5 < thickness_mm < 9


@pytest.mark.parametrize(("share", "count"), [(0.07, 1), (0.09, 2)])
def test_a_face_behind_about_a_tenth_of_a_wall_is_opposite_to_it(share, count):
    stepped = draw.fuse(draw.box((40, 20, 10)), draw.box((40 * share, 20, 5), (0, 0, -5)))
    assert len(wall_at(walls_of(stepped), (20, 10, 10)).opposite_fids) == count
