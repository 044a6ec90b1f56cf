"""Plates, and blocks, bars, frames and drafted walls that are none."""

import pytest

from engine.features import slab
from engine.features.slab import Slab
from engine.model.feature import Claim, Role
from engine.run_context import RunContext
from tests.support import draw, parts_blends, parts_walls
from tests.support.parts import face_at, faces_at
from tests.support.parts_walls import measured

EXACT = 1e-6


def slabs_of(shape: draw.TopoDS_Shape, max_edge_mm: float = 8.0) -> list[Slab]:
    return list(slab.recognize(RunContext(measured(shape, max_edge_mm)), ()))


def only(slabs: list[Slab]) -> Slab:
    assert len(slabs) == 1, [(each.thickness_mm, each.faces) for each in slabs]
    return slabs[0]


def test_a_plate_is_one_slab_of_both_its_sides():
    prepared = measured(draw.fillet(draw.box((60, 40, 5)), 4, (0, 0, 2.5)))
    plate = only(list(slab.recognize(RunContext(prepared), ())))
    assert plate.thickness_mm == pytest.approx(5, abs=EXACT)
    assert plate.faces == faces_at(prepared.part, (30, 20, 0), (30, 20, 5))
    assert {role for _, role in plate.roles} == {Role.SLAB}
    assert plate.area_mm2 == pytest.approx(prepared.part.faces[plate.fid].area_mm2)
    assert (plate.fid, *plate.opposite_fids) in (plate.faces, plate.faces[::-1])
    assert abs(plate.axis[2]) == pytest.approx(1)


def test_a_block_is_no_slab():
    assert slabs_of(draw.box((60, 40, 20))) == []


@pytest.mark.parametrize(("width", "count"), [(15.2, 1), (14.8, 0)])
def test_a_plate_is_three_times_as_wide_as_thick(width, count):
    assert len(slabs_of(draw.box((60, width, 5)))) == count


def test_a_floor_divided_by_ribs_is_one_slab():
    """The ribs, thin as they are, are plates too: fins claim them before slabs do."""
    prepared = measured(parts_walls.ribbed_floor(cells=4))
    floor = next(each for each in slab.recognize(RunContext(prepared), ()) if each.thickness_mm > 2.5)
    assert floor.thickness_mm == pytest.approx(3, abs=EXACT)
    assert floor.faces == faces_at(prepared.part, (40, 20, 0), *((20 * i + 10, 20, 3) for i in range(4)))
    assert floor.fid == face_at(prepared.part, (40, 20, 0)).id


def test_a_frame_is_no_slab_and_a_small_window_makes_none():
    assert slabs_of(parts_walls.frame(window_mm=44)) == []
    assert only(slabs_of(parts_walls.frame(window_mm=20))).thickness_mm == pytest.approx(4, abs=EXACT)


def test_a_perforated_plate_is_a_slab():
    assert only(slabs_of(parts_walls.perforated())).thickness_mm == pytest.approx(4, abs=EXACT)


def test_a_plate_that_tapers_is_no_slab():
    assert slabs_of(parts_walls.wedge(0.25)) == []
    assert only(slabs_of(parts_walls.wedge(0.0))).thickness_mm == pytest.approx(5, abs=EXACT)


def test_a_block_on_a_plate_leaves_it_a_slab_while_less_than_half_is_covered():
    assert only(slabs_of(parts_walls.plate_with_block(0.4))).thickness_mm == pytest.approx(5, abs=EXACT)
    assert slabs_of(parts_walls.plate_with_block(0.7)) == []


def test_both_legs_of_a_bracket_are_slabs():
    slabs = slabs_of(parts_blends.bracket(inner_mm=4))
    assert [each.thickness_mm for each in slabs] == pytest.approx([10, 10], abs=EXACT)


def test_what_others_have_claimed_is_no_slab():
    prepared = measured(draw.box((60, 40, 5)))
    top = face_at(prepared.part, (30, 20, 5)).id
    claim = Claim(faces=(top,), roles=((top, Role.FIN_WALL),), body=0)
    assert slab.recognize(RunContext(prepared), (claim,)) == ()


def test_plates_of_two_bodies_are_two_slabs():
    plate = draw.box((60, 40, 5))
    stack = draw.compound(plate, draw.moved(plate, (0, 0, 9)))
    slabs = slabs_of(stack)
    assert [each.thickness_mm for each in slabs] == pytest.approx([5, 5], abs=EXACT)
    assert sorted(each.body for each in slabs) == [0, 1]


def test_the_same_part_mirrored_split_and_turned_has_the_same_slabs():
    pieces = parts_blends.split(draw.mirrored(parts_walls.ribbed_floor(), (1, 1, 0)), (33, 0, 0), draw.X)
    slabs = slabs_of(draw.turned(pieces, 33, (1, 2, 3)))
    assert sorted(round(each.thickness_mm, 4) for each in slabs) == [2, 2, 2, 3]


@pytest.mark.parametrize("scale", [0.05, 100])
def test_slabs_scale_with_the_part(scale):
    slabs = slabs_of(draw.scaled(parts_walls.ribbed_floor(), scale), 8.0 * scale)
    assert sorted(round(each.thickness_mm / scale, 4) for each in slabs) == [2, 2, 2, 3]


@pytest.mark.parametrize("max_edge_mm", [1.5, 15.0])
@pytest.mark.parametrize(("head_mm", "count"), [(15, 1), (13.5, 0)])
def test_the_head_of_a_bolt_is_a_plate_when_it_reaches_far_over_the_shank(head_mm, count, max_edge_mm):
    """Of the head's top the ring under it covers 1 - (10 / head)²: 0.56, and 0.45, whatever the mesh."""
    assert len(slabs_of(parts_walls.bolt(head_mm), max_edge_mm)) == count


@pytest.mark.parametrize(
    ("change", "max_edge_mm"),
    [
        (lambda body: draw.turned(body, 33, (1, 2, 3)), 3.0),
        (lambda body: draw.mirrored(body, (1, 1, 0)), 40.0),
        (lambda body: parts_blends.split(body, (3, 0, 0), draw.X), 3.0),
    ],
    ids=["turned, finer", "mirrored", "split, finer"],
)
def test_just_half_a_side_is_half_however_it_is_written(change, max_edge_mm):
    assert only(slabs_of(change(parts_walls.half_raised(20)), max_edge_mm)).thickness_mm == pytest.approx(4)


def test_a_side_raised_over_a_little_more_than_half_has_no_plate():
    assert slabs_of(parts_walls.half_raised(22)) == []


@pytest.mark.parametrize(("window_mm", "count"), [(28.1, 1), (31.7, 0)])
def test_a_window_of_a_quarter_of_it_makes_a_frame_of_a_plate(window_mm, count):
    """What is left beside either is less than three times as wide as thick; 0.22 and 0.28 are open."""
    corner = (60 - window_mm) / 2
    framed = draw.cut(draw.box((60, 60, 6)), draw.box((window_mm, window_mm, 10), (corner, corner, -1)))
    assert [each.thickness_mm for each in slabs_of(framed)] == pytest.approx([6] * count)


@pytest.mark.parametrize(("shared_mm", "is_joined"), [(4.6, True), (3.6, False)])
def test_a_face_that_lies_over_a_plate_by_a_tenth_belongs_to_it(shared_mm, is_joined):
    """The top goes on beyond a groove for 50 mm: some over the plate, most over a foot; areas err by 2 %."""
    plate = draw.fuse(draw.box((102, 40, 5)), draw.box((50 - shared_mm, 40, 15), (52 + shared_mm, 0, -10)))
    prepared = measured(draw.cut(plate, draw.box((2, 40, 3), (50, 0, 3))))
    (found,) = slab.recognize(RunContext(prepared), ())
    assert found.thickness_mm == pytest.approx(5, abs=EXACT)
    beyond = face_at(prepared.part, (77, 20, 5)).id
    assert found.faces == tuple(
        sorted({*faces_at(prepared.part, (25, 20, 0), (25, 20, 5)), *([beyond] if is_joined else [])})
    )
