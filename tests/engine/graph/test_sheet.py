"""The thickness of a body, its two skins and its edges."""

import math
from collections.abc import Iterable

import pytest
from OCP.TopoDS import TopoDS_Wire

from engine.graph import build, curved_skins, sheet
from engine.graph.sheet import Sheet
from engine.model.part import Part
from tests.support import draw, parts_blends, parts_holes
from tests.support.parts import face_at, faces_at, part_of
from tests.support.parts_bends import strip


def seen(shape: draw.TopoDS_Shape) -> tuple[Part, Sheet]:
    part = part_of(shape)
    found = sheet.of_body(part, build.build(part), part.bodies[0])
    assert found is not None
    return part, found


def test_an_l_has_two_skins_of_three_faces_and_six_edges():
    part, found = seen(strip(30, (3.0, 90.0), 20))
    below = faces_at(part, (15, 20, 0), (30 + 5 * 0.5**0.5, 20, 5 - 5 * 0.5**0.5), (35, 20, 15))
    above = faces_at(part, (15, 20, 2), (30 + 3 * 0.5**0.5, 20, 5 - 3 * 0.5**0.5), (33, 20, 15))
    assert found.thickness_mm == pytest.approx(2)
    assert found.skins == (below, above)
    assert found.edges == tuple(sorted({face.id for face in part.faces} - {*below, *above}))
    assert found.skin_share == pytest.approx(1.0)
    skin_mm2 = 40 * (2 * 50 + 8 * math.pi / 2)
    edge_mm2 = 2 * (2 * 50 + math.pi / 4 * (25 - 9)) + 2 * 2 * 40
    assert found.skin_area_mm2 == pytest.approx(skin_mm2)
    assert found.area_share == pytest.approx(skin_mm2 / (skin_mm2 + edge_mm2))


def test_the_walls_of_holes_are_edges():
    plate = draw.box((80, 60, 2))
    part, found = seen(draw.cut(plate, draw.cylinder(5, 10, (40, 30, -4))))
    assert face_at(part, (45, 30, 1)).id in found.edges
    assert [len(skin) for skin in found.skins] == [1, 1]


def test_a_stud_on_a_sheet_is_neither_skin_nor_edge():
    part, found = seen(draw.fuse(draw.box((80, 60, 2)), draw.cylinder(4, 12, (40, 30, 0))))
    explained = {*found.skins[0], *found.skins[1], *found.edges}
    assert {face.id for face in part.faces} - explained == {
        face_at(part, (44, 30, 8)).id,
        face_at(part, (40, 30, 12)).id,
    }
    top_mm2 = 80 * 60 - math.pi * 16
    stud_mm2 = math.pi * 16 + 2 * math.pi * 4 * 10
    assert found.skin_share == pytest.approx((80 * 60 + top_mm2) / (80 * 60 + top_mm2 + stud_mm2))


def test_bars_as_wide_as_the_sheet_is_thick_do_not_join_its_skins():
    grille = draw.cut(draw.box((80, 60, 2)), *(draw.box((4, 40, 10), (20 + 6 * i, 10, -4)) for i in range(6)))
    _, found = seen(grille)
    assert [len(skin) for skin in found.skins] == [1, 1]
    assert len(found.edges) == 4 + 6 * 4


@pytest.mark.parametrize(
    ("deep_mm", "is_edge", "turns_deg"),
    [(19.0, True, (0,)), (20.0, True, range(0, 180, 15)), (21.0, False, (0,))],
)
def test_what_lies_behind_a_bevel_drawn_as_wide_as_may_be_is_an_edge_at_any_angle(
    deep_mm: float, is_edge: bool, turns_deg: Iterable[int]
) -> None:
    # The riser of a rebate in a plate of 50 mm breaks its edge as a bevel of 20 mm, 0.4 thicknesses, may; its
    # floor, 25 mm wide, then lies between bevels.
    plate = draw.cut(draw.box((200, 180, 50)), draw.box((25, 180, deep_mm), (175, 0, 50 - deep_mm)))
    for turn_deg in turns_deg:
        part, found = seen(draw.turned(plate, turn_deg, (1, 2, 3)))
        assert found.thickness_mm == pytest.approx(50.0)
        (floor,) = (face for face in part.faces if face.area_mm2 == pytest.approx(25.0 * 180.0))
        assert (floor.id in found.edges) is is_edge, turn_deg


def test_of_two_thicknesses_the_one_with_more_area_is_the_sheets():
    part, found = seen(draw.fuse(draw.box((80, 60, 2)), draw.box((30, 60, 5), (80, 0, 0))))
    assert found.thickness_mm == pytest.approx(2)
    assert face_at(part, (95, 30, 5)).id not in {*found.skins[0], *found.skins[1], *found.edges}
    _, other = seen(draw.fuse(draw.box((80, 60, 2)), draw.box((130, 60, 5), (80, 0, 0))))
    assert other.thickness_mm == pytest.approx(5)


def test_a_bar_and_a_ball_have_no_skins():
    for shape in (draw.box((10, 10, 100)), draw.sphere(5)):
        part = part_of(shape)
        assert sheet.of_body(part, build.build(part), part.bodies[0]) is None


@pytest.mark.parametrize(
    "change",
    [
        lambda body: draw.scaled(body, 0.05),
        lambda body: draw.scaled(body, 100),
        lambda body: draw.turned(draw.mirrored(parts_holes.sawn(body, 12.0)), 40, (1, 2, 3)),
    ],
    ids=["tiny", "huge", "sawn, mirrored and turned"],
)
def test_the_shares_stay_however_the_sheet_is_written(change):
    body = strip(30, (3.0, 90.0), 20)
    _, before = seen(body)
    _, after = seen(change(body))
    assert after.skin_share == pytest.approx(before.skin_share, abs=1e-6)
    assert after.area_share == pytest.approx(before.area_share, abs=1e-6)
    assert all(after.skins)


def pairs_of(shape: draw.TopoDS_Shape) -> list[curved_skins.SkinPair]:
    part = part_of(shape)
    return curved_skins.pairs(part, build.build(part), part.bodies[0])


def test_coaxial_corners_are_pairs_of_skins_be_they_bent_or_molded():
    assert [pair.thickness_mm for pair in pairs_of(strip(30, (3.0, 90.0), 20))] == pytest.approx([2])
    assert [pair.thickness_mm for pair in pairs_of(parts_blends.tray(3, 2))] == pytest.approx([2] * 4)


def test_corners_off_by_a_tenth_of_the_thickness_are_no_pair():
    assert pairs_of(parts_blends.bracket(inner_mm=3, outer_mm=5, leg_mm=2)) != []
    assert pairs_of(parts_blends.bracket(inner_mm=3, outer_mm=5.5, leg_mm=2)) == []


def test_a_tapered_tube_is_a_pair_of_cones():
    outside, inside = draw.cone(20, 12, 40), draw.cone(18, 10, 40)
    (pair,) = pairs_of(draw.cut(outside, inside))
    assert pair.thickness_mm == pytest.approx(2 * 40 / math.hypot(40, 8))
    assert pairs_of(draw.cut(outside, draw.cone(18, 6, 40))) == []


@pytest.mark.parametrize(("off_mm", "n_pairs"), [(0.09, 1), (0.11, 0)])
def test_the_skins_of_a_tube_are_as_far_apart_to_within_a_twentieth(off_mm: float, n_pairs: int) -> None:
    """The wall of 2 mm is thinner on one side and thicker on the other by what the bore is off."""
    assert len(pairs_of(draw.cut(draw.cylinder(10, 40), draw.cylinder(8, 50, (0, off_mm, -5))))) == n_pairs


@pytest.mark.parametrize(("from_mm", "n_pairs"), [(11.0, 0), (9.0, 1)])
def test_skins_share_half_of_the_shorter_ones_length(from_mm: float, n_pairs: int) -> None:
    """Outside Ø20 is 20 long, and so is the bore of Ø16; they share 9 and 11 mm."""
    outside = draw.fuse(draw.cylinder(10, 20), draw.cylinder(14, 20, (0, 0, 20)))
    bore = draw.cylinder(8, 20, (0, 0, from_mm)), draw.cylinder(9, 50, (0, 0, from_mm + 20))
    pairs = pairs_of(draw.cut(outside, *bore, draw.cylinder(6, from_mm)))
    assert sum(pair.thickness_mm == pytest.approx(2.0) for pair in pairs) == n_pairs


@pytest.mark.parametrize(("long_mm", "n_pairs"), [(2.3, 0), (2.5, 1)])
def test_skins_are_longer_than_they_are_apart_by_a_fifth(long_mm: float, n_pairs: int) -> None:
    ring = draw.cut(draw.cylinder(10, long_mm), draw.cylinder(8, 5, (0, 0, -1)))
    assert len(pairs_of(ring)) == n_pairs


def test_a_tube_goes_all_the_way_round() -> None:
    (pair,) = pairs_of(draw.cut(draw.cylinder(10, 40), draw.cylinder(8, 50, (0, 0, -5))))
    assert pair.inner.is_full
    assert pair.outer.span_deg == 360.0


@pytest.mark.parametrize(("off_mm", "n_pairs"), [(1.8, 1), (2.2, 0)])
def test_short_arcs_are_a_pair_though_their_axes_are_apart_by_half_of_what_their_radii_are(
    off_mm: float, n_pairs: int
) -> None:
    """Both reach 12° to each side; their radii are 50 and 46.2 or 45.8 mm, and their middles 2 mm apart."""
    half = math.radians(12.0)
    wedge = [
        (0, 0, 0),
        (60 * math.cos(half), -60 * math.sin(half), 0),
        (60 * math.cos(half), 60 * math.sin(half), 0),
    ]
    slab = draw.common(draw.cylinder(50, 40), draw.prism(wedge, (0, 0, 40)))
    assert len(pairs_of(draw.cut(slab, draw.cylinder(48 - off_mm, 42, (off_mm, 0, -1))))) == n_pairs


@pytest.mark.parametrize(("wide_mm", "is_edge"), [(28.0, True), (32.0, False)])
def test_an_edge_between_both_skins_is_three_thicknesses_wide_at_most(wide_mm: float, is_edge: bool) -> None:
    """One and a half along each skin."""
    slope = math.sqrt(wide_mm**2 - 10**2)
    part, found = seen(draw.prism([(0, 0, 0), (200, 0, 0), (200 - slope, 0, 10), (0, 0, 10)], (0, 180, 0)))
    assert found.thickness_mm == pytest.approx(10.0)
    assert (face_at(part, (200 - slope / 2, 90, 5)).id in found.edges) is is_edge


@pytest.mark.parametrize(("wide_mm", "is_edge"), [(26.0, True), (30.0, False)])
def test_what_lies_behind_a_bevel_is_an_edge_up_to_half_a_thickness_and_a_tenth_more(
    wide_mm: float, is_edge: bool
) -> None:
    """The floor of a rebate in a plate of 50 mm, behind a bevel of 19 mm."""
    part, found = seen(
        draw.cut(draw.box((220, 180, 50)), draw.box((wide_mm, 180, 19), (220 - wide_mm, 0, 31)))
    )
    assert found.thickness_mm == pytest.approx(50.0)
    assert (face_at(part, (220 - wide_mm / 2, 90, 31)).id in found.edges) is is_edge


def grille(
    thick_mm: float = 2.0,
    count: int = 30,
    margin_mm: float = 10.0,
    slot_mm: float = 50.0,
    floor_mm: float = 0.0,
) -> draw.TopoDS_Shape:
    """Draw a plate with slots of 1 mm, webs of 0.49 mm between them, and an engraved square of `floor_mm`."""
    length_mm = 1.49 * count - 0.49 + 2.0 * margin_mm
    slots = [rectangle((1.0, slot_mm), (margin_mm + 1.49 * each, margin_mm)) for each in range(count)]
    plate = draw.extruded(rectangle((length_mm, slot_mm + 2.0 * margin_mm)), (0, 0, thick_mm), *slots)
    floor = draw.box((floor_mm, floor_mm, 1.0), (1.0, 1.0, thick_mm - 0.2)) if floor_mm else None
    return draw.cut(plate, floor) if floor else plate


def rectangle(size: draw.Point, corner: draw.Point = (0.0, 0.0)) -> TopoDS_Wire:
    """Draw a rectangle at z = 0."""
    (x, y), (wide, long) = corner, size
    return draw.polygon([(x, y, 0.0), (x + wide, y, 0.0), (x + wide, y + long, 0.0), (x, y + long, 0.0)])


@pytest.mark.parametrize(("thick_mm", "found_mm"), [(6.0, 6.0), (6.1, 0.49)])
def test_a_plate_of_many_webs_is_as_thick_as_the_plate(thick_mm: float, found_mm: float) -> None:
    """The sides of 14 webs have more area than both faces of the plate."""
    _, found = seen(grille(thick_mm, count=15))
    assert found.thickness_mm == pytest.approx(found_mm)


@pytest.mark.parametrize(("floor_mm", "found_mm"), [(9.3, 2.0), (9.8, 0.49)])
def test_a_plate_of_many_webs_is_its_two_faces(floor_mm: float, found_mm: float) -> None:
    """A floor of 9.3 x 9.3 is 1.4 % of both faces (2 x 3027 mm²), one of 9.8 x 9.8 is 1.6 %."""
    _, found = seen(grille(floor_mm=floor_mm))
    assert found.thickness_mm == pytest.approx(found_mm)


@pytest.mark.parametrize(("slot_mm", "found_mm"), [(23.0, 6.0), (21.0, 0.49)])
def test_a_plate_of_many_webs_is_wide(slot_mm: float, found_mm: float) -> None:
    """With a margin of 4 mm it is 29.9 mm long and 31 or 29 mm wide; five thicknesses square are 900 mm²."""
    _, found = seen(grille(6.0, count=15, margin_mm=4.0, slot_mm=slot_mm))
    assert found.thickness_mm == pytest.approx(found_mm)


@pytest.mark.parametrize(
    ("side_mm", "measured_mm", "is_skin"),
    [(4.1, 2.15, True), (4.1, 2.25, False), (3.9, 2.15, False)],
    ids=["as thick", "thicker", "small"],
)
def test_a_face_measured_to_be_as_thick_as_the_sheet_is_skin_unless_it_is_small(
    side_mm: float, measured_mm: float, is_skin: bool
) -> None:
    """The square top of a post: 2 mm to a tenth, and 2 thicknesses wide, is a face of the sheet."""
    part = part_of(draw.fuse(draw.box((80, 60, 2)), draw.box((side_mm, side_mm, 9), (40, 30, 0))))
    top = face_at(part, (41, 31, 9)).id
    found = sheet.of_body(part, build.build(part), part.bodies[0], {top: measured_mm})
    assert found is not None
    assert (top in {*found.skins[0], *found.skins[1]}) == is_skin
    assert found.thickness_mm == pytest.approx(2)
