"""Tool access, on parts whose hollows are drawn to let cutters in or keep them out."""

from functools import cache

import numpy as np
import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.evidence import tool_access
from engine.evidence.access import heights, lathe, spread
from engine.model.access import Obstruction
from engine.model.analysis import Recognition
from engine.model.evidence import Turned
from engine.model.feature import Role
from engine.model.part import BodyId
from engine.pull.samples import Samples
from engine.run_context import RunContext
from tests.support import draw, parts_blends
from tests.support.machined import Machined, block, drilled, machined, pocketed, tee_slotted
from tests.support.parts_holes import thread
from tests.support.parts_turned import helical_gear
from tests.support.printed import meshed

NONE, SLENDER, TILTED, COVERED = Obstruction


def plate() -> TopoDS_Shape:
    """Draw a plate, 60 x 40, with a bore of 12 mm through (45, 28)."""
    return draw.cut(draw.box((60, 40, 10)), draw.cylinder(6, 10, (45, 28, 0)))


@pytest.mark.parametrize("edges_across", [20, 60])
@pytest.mark.parametrize("turn_deg", [0.0, 30.0])
def test_a_share_of_a_face_is_known_to_a_few_hundredths(edges_across: float, turn_deg: float) -> None:
    # Of 64 samples drawn at random, a disk over 17 % of the face would get 17 % ± 5 %.
    prepared = meshed(draw.turned(plate(), turn_deg, (0, 0, 1)), edges_across)
    samples = spread.over_faces(prepared.mesh)
    at = np.array([np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))])
    here = samples.points[:, :2] @ np.array([[at[0], -at[1]], [at[1], at[0]]])
    on_top = (samples.normals[:, 2] > 0.9) & (samples.points[:, 2] > 9.9)
    assert np.count_nonzero(on_top) == spread.MOST
    whole_mm2 = 60 * 40 - np.pi * 6**2
    assert samples.areas[on_top].sum() == pytest.approx(whole_mm2, rel=1e-2)
    disks = [(x, y) for x in range(13, 30, 2) for y in range(12, 28, 2)]
    shares = [
        samples.areas[on_top & (np.linalg.norm(here - disk, axis=1) < 11)].sum() / whole_mm2 for disk in disks
    ]
    assert np.sqrt(np.mean((np.array(shares) - np.pi * 11**2 / whole_mm2) ** 2)) < 0.025


def test_no_share_of_a_strip_along_a_side_is_off_by_a_tenth() -> None:
    samples = spread.over_faces(meshed(draw.box((80, 20, 5)), 20).mesh)
    on_top = samples.normals[:, 2] > 0.9
    for axis, long_mm in ((0, 80.0), (1, 20.0)):
        for share in np.linspace(0.03, 0.97, 48):
            below = samples.areas[on_top & (samples.points[:, axis] < share * long_mm)].sum()
            assert below / 1600.0 == pytest.approx(share, abs=0.1)


def test_all_of_a_block_is_reached() -> None:
    found = machined(block(), max_edge_mm=20.0).access
    assert found.share_of_face.tolist() == [1.0] * 6
    assert found.cutter_mm_of_face.tolist() == [0.0] * 6
    assert not found.hidden_point_of_face
    (body,) = found.bodies
    assert sorted(map(tuple, body.directions.round(6).tolist())) == [
        (-1, 0, 0), (0, -1, 0), (0, 0, -1), (0, 0, 1), (0, 1, 0), (1, 0, 0),
    ]  # fmt: skip
    # a side is seen square on, and milled along from the four sides beside it
    assert [len(patch.directions) for patch in body.patches] == [5] * 6


def test_a_hole_is_reached_along_its_axis_alone_and_a_through_hole_from_both_ends() -> None:
    blind = machined(drilled("+z"), max_edge_mm=20.0)
    through = machined(draw.cut(block(), draw.cylinder(4, 32, (30, 20, -1))), max_edge_mm=20.0)
    for part, count in ((blind, 1), (through, 2)):
        wall = part.at((34, 20, 25))
        (patch,) = (each for each in part.access.bodies[0].patches if each.face == wall)
        assert len(patch.directions) == count
        along = part.access.bodies[0].directions[list(patch.directions)]
        assert np.abs(along[:, 2]) == pytest.approx(1.0)


def test_a_pocket_is_reached_by_cutters_up_to_ten_diameters_long() -> None:
    """Three blocks side by side."""
    pockets = [(4, 30, NONE), (4, 50, SLENDER), (8, 50, NONE)]
    blocks = [
        draw.moved(pocketed(width, depth), (0, 100 * place, 0))
        for place, (width, depth, _) in enumerate(pockets)
    ]
    part = machined(draw.compound(*blocks), max_edge_mm=20.0)
    cell_mm = 80.0 / heights.CELLS
    for place, (width, depth, expected) in enumerate(pockets):
        floor = (40, 100 * place + 30, 60 - depth)
        assert part.obstruction(floor) is expected, (width, depth)
        assert part.access.seen_share_of_face[part.at(floor)] == 1.0
        assert part.access.cutter_mm_of_face[part.at(floor)] == pytest.approx(depth / 10, abs=cell_mm)


def test_a_tee_slot_shut_at_its_ends_needs_a_special_cutter_and_a_plain_slot_does_not() -> None:
    part = machined(tee_slotted(60, 10), max_edge_mm=20.0)
    under_the_lips = [(30, 19, 28), (30, 31, 28)]
    assert [part.obstruction(point) for point in under_the_lips] == [COVERED, COVERED]
    assert part.obstruction((30, 25, 22)) is not NONE
    assert part.obstruction((30, 21, 35)) is NONE
    plain = draw.cut(draw.box((60, 50, 40)), draw.box((40, 8, 20), (10, 21, 28)))
    assert machined(plain, max_edge_mm=20.0).obstructed == {}


def test_an_open_tee_slot_is_reached_from_its_ends_unless_it_is_long() -> None:
    assert machined(tee_slotted(60, wide=17), max_edge_mm=13.0).obstructed == {}
    # along a long one runs the cutter of its own shape
    assert machined(tee_slotted(200), max_edge_mm=20.0).obstructed == {}
    assert set(machined(tee_slotted(200, wide=17), max_edge_mm=20.0).obstructed) == {SLENDER}


@cache
def grooved() -> Machined:
    """Look at the block with a bore of 16 mm that has a groove of 22 mm inside."""
    bore, groove = draw.cylinder(8, 32, (30, 20, -1)), draw.cylinder(11, 4, (30, 20, 13))
    return machined(draw.cut(block(), bore, groove), max_edge_mm=20.0)


def test_a_groove_inside_a_bore_is_not_reached_and_the_bore_is() -> None:
    bored = draw.cut(block(), draw.cylinder(8, 32, (30, 20, -1)))
    assert machined(bored, max_edge_mm=20.0).obstructed == {}
    part = grooved()
    assert sum(part.obstructed.values()) == 3
    assert part.obstruction((41, 20, 15)) is COVERED
    assert part.obstruction((38, 20, 25)) is NONE


def test_a_groove_inside_the_bore_of_a_turned_ring_is_bored() -> None:
    ring = draw.cut(draw.cylinder(20, 30), draw.cylinder(8, 32, (0, 0, -1)), draw.cylinder(11, 4, (0, 0, 13)))
    assert machined(ring, max_edge_mm=20.0).obstructed == {}


@pytest.mark.parametrize(("winding_deg", "count"), [(0.0, 12), (10.0, 12), (20.0, 0)])
def test_a_thread_winds_little_enough_to_be_cut_as_the_part_turns(winding_deg: float, count: int) -> None:
    angle = np.arange(12) * np.pi / 6
    radial = np.stack([np.cos(angle), np.sin(angle), 0 * angle], axis=1)
    around = np.stack([-np.sin(angle), np.cos(angle), 0 * angle], axis=1)
    lean = np.radians(winding_deg)
    samples = Samples(
        10.0 * radial,
        np.cos(lean) * radial + np.sin(lean) * around,
        np.ones(12),
        np.zeros(12, dtype=int),
        np.zeros(12, dtype=int),
    )
    turned = Turned(
        BodyId(0), np.zeros(3), np.array([0.0, 0.0, 1.0]), 20.0, 20.0, 0.9, faces=(), diameters=()
    )
    assert len(lathe.in_turning_path(samples, turned)) == count


@pytest.mark.parametrize(("hook", "expected"), [(0.0, set()), (0.4, {SLENDER, TILTED})])
def test_helical_teeth_are_hobbed_unless_they_hang_over_their_gaps(
    hook: float, expected: set[Obstruction]
) -> None:
    """No straight direction lies along their flanks; a hob comes in towards the axis."""
    gear = draw.cut(helical_gear(8, hook), draw.cylinder(5, 14, (0, 0, -1)))
    assert set(machined(gear, max_edge_mm=20.0).obstructed) == expected


@pytest.mark.parametrize(("side", "expected"), [(40, {TILTED: 2}), (200, {})])
def test_next_to_nothing_that_is_seen_askew_does_not_matter(
    side: float, expected: dict[Obstruction, int]
) -> None:
    """A groove of 0.2 mm in a hole: on a small plate it is more than a ten-thousandth of the area."""
    hole, groove = draw.cylinder(4, 4, (20, 20, -1)), draw.cylinder(4.1, 0.2, (20, 20, 0.9))
    part = machined(draw.cut(draw.box((side, side, 2)), hole, groove), max_edge_mm=side / 10.0)
    found = {each: count for each, count in part.obstructed.items() if each is not SLENDER}
    assert (len(found) > 0) == (len(expected) > 0)


@pytest.mark.parametrize(("missed_share", "expected"), [(0.9e-4, NONE), (1.1e-4, TILTED)])
def test_a_ten_thousandth_of_the_area_matters(missed_share: float, expected: Obstruction) -> None:
    """Half of a small face is not seen but askew, beside one that is reached."""
    shares = np.array([[0.5, 1.0], [0.5, 1.0], [1.0, 1.0]])
    area = np.array([2.0 * missed_share, 1.0 - 2.0 * missed_share])
    assert tool_access._obstructions(shares, area) == (expected, NONE)


@pytest.mark.parametrize(("lean_deg", "n_directions"), [(1.8, 6), (2.2, 8)])
def test_an_axis_of_turning_stands_for_directions_within_two_degrees_of_it(
    lean_deg: float, n_directions: int
) -> None:
    prepared = meshed(draw.box((60, 40, 30)), 10)
    lean = np.radians(lean_deg)
    axis = np.array([np.sin(lean), 0.0, np.cos(lean)])
    turned = Turned(BodyId(0), np.array([30.0, 20.0, 0.0]), axis, 30.0, 20.0, 0.9, faces=(), diameters=())
    nothing = Recognition((), (Role.UNCLASSIFIED,) * 6, (), 1.0, {})
    (body,) = tool_access.find(RunContext(prepared), nothing, [turned]).bodies
    assert len(body.directions) == n_directions
    assert np.abs(body.directions[:2] @ axis) == pytest.approx(1.0)


def test_crossing_bores_hide_nothing() -> None:
    crossed = draw.cut(
        block(), draw.cylinder(5, 62, (-1, 20, 15), (1, 0, 0)), draw.cylinder(5, 42, (30, -1, 15), (0, 1, 0))
    )
    assert machined(crossed, max_edge_mm=20.0).obstructed == {}


def test_nothing_gets_into_a_sealed_hollow() -> None:
    part = machined(draw.cut(block(), draw.box((20, 10, 10), (20, 15, 10))), max_edge_mm=20.0)
    assert part.obstructed == {COVERED: 6}
    assert part.access.tilted_share_of_face[part.at((30, 20, 20))] == 0.0
    place = part.access.hidden_point_of_face[part.at((30, 20, 20))]
    assert place[2] == pytest.approx(20.0, abs=0.01)


def test_an_oblique_pocket_is_reached_along_its_walls() -> None:
    askew = draw.prism([(10, 10, 31), (16, 10, 31), (33, 10, 14), (30, 10, 11)], (0, 20, 0))
    part = machined(draw.cut(block(), askew), max_edge_mm=20.0)
    assert [part.obstruction(wall) for wall in ((20, 20, 21), (26, 20, 21), (26, 10, 17))] == [NONE] * 3
    assert (-0.707, 0.0, 0.707) in part.directions


def test_a_face_that_only_a_tilted_tool_sees_is_distinguished() -> None:
    """The flanks of a groove inside a bore look past the mouth of the bore, its floor does not."""
    part = grooved()
    assert part.obstructed == {TILTED: 2, COVERED: 1}
    assert part.obstruction((39.5, 20, 13)) is TILTED
    assert part.access.seen_share_of_face[part.at((39.5, 20, 13))] == 0.0


def test_fillets_smaller_than_the_cutter_are_no_obstacle() -> None:
    hollow = draw.fillet(draw.box((40, 16, 21), (20, 22, 40)), 0.4)
    part = machined(draw.cut(draw.box((80, 60, 60)), hollow), max_edge_mm=20.0)
    assert part.obstructed == {}


def move(body: TopoDS_Shape) -> TopoDS_Shape:
    return draw.moved(draw.turned(draw.turned(body, 33, (1, 2, 3)), 71, (0, 0, 1)), (11, -7, 5))


@cache
def obstructed_as_drawn() -> tuple[TopoDS_Shape, Machined]:
    """Draw a block with a deep pocket, a hole and a T-slot."""
    pocket, hole = draw.box((40, 4, 51), (20, 28, 10)), draw.cylinder(3, 20, (10, 30, 41))
    neck, head = draw.box((82, 4, 10), (-1, 6, 52)), draw.box((60, 8, 4), (10, 4, 50))
    tee = draw.cut(draw.box((80, 60, 60)), pocket, hole, neck, head)
    return tee, machined(tee, max_edge_mm=13.0)


def test_the_answer_stays_however_the_part_is_moved_and_scaled_and_when_it_is_all_splines() -> None:
    tee, plain = obstructed_as_drawn()
    other = machined(draw.as_nurbs(draw.scaled(draw.mirrored(move(tee)), 0.1)), max_edge_mm=1.3)
    assert other.obstructed == plain.obstructed
    assert other.count == plain.count


def test_the_answer_stays_where_the_faces_are_halved() -> None:
    tee, plain = obstructed_as_drawn()
    other = machined(parts_blends.split(tee, (40, 0, 0), draw.X), max_edge_mm=13.0)
    assert len(other.prepared.part.faces) > len(plain.prepared.part.faces)
    assert set(other.obstructed) == set(plain.obstructed)
    assert other.count == plain.count


def test_a_thread_drawn_in_a_hole_is_tapped_and_a_groove_beside_it_is_not() -> None:
    """M12 in a block that no lathe makes; the thread runs out at the mouth, and ends within the hole."""
    drilled = draw.cut(draw.box((30, 30, 20), (-15, -15, 0)), draw.cylinder(5.1, 19, (0, 0, 1)))
    grooves = ((7.0, 1.5), (6.5, 3.75), (6.2, 6.0))
    tools = [draw.cylinder(radius_mm, 2.0, (0, 0, start_mm)) for radius_mm, start_mm in grooves]
    part = machined(draw.cut(drilled, thread(10.2, 12.0, 1.75, 3.5, 17.5), *tools), max_edge_mm=4.0)
    assert part.count == 1
    for radius_mm, start_mm in grooves:
        assert part.obstruction((radius_mm, 0, start_mm + 1.0)) is not NONE, radius_mm
    assert sum(part.obstructed.values()) == 9  # a wall and two flanks of each groove, and of the thread none


def test_a_face_hidden_by_about_as_much_as_may_be_is_not_decided() -> None:
    """The floor of a pocket, 30 mm wide and 5 deep, on whose one side a roof stands out above it.

    The blocks stand side by side.
    """
    roofs = {0.0: (NONE, 0), 1.4: (NONE, 0), 3.5: (TILTED, 2), 5.0: (TILTED, 0), 10.0: (TILTED, 0)}
    blocks = []
    for place, roof_mm in enumerate(roofs):
        pocket, mouth = draw.box((40, 30, 3), (10, 5, 25)), draw.box((40, 30 - roof_mm, 3), (10, 5, 27.5))
        blocks.append(draw.moved(draw.cut(block(), pocket, mouth), (0, 100 * place, 0)))
    part = machined(draw.compound(*blocks), max_edge_mm=20.0)
    for place, (roof_mm, expected) in enumerate(roofs.items()):
        floor = part.at((30, 100 * place + 10, 25))
        found = part.access.obstruction_of_face[floor], part.access.obstruction_error_of_face[floor]
        assert found == expected, roof_mm
        off = part.access.share_error_of_face[floor]
        assert part.access.seen_share_of_face[floor] == pytest.approx(1.0 - roof_mm / 30.0, abs=off)
        # from seven tenths up to all of it is looked at again: what rests on 128 samples is known to 4 %
        assert off == pytest.approx(0.1 if roof_mm in (0.0, 10.0) else 0.044, abs=1e-3)


@pytest.mark.parametrize(("has_side", "error"), [(False, 1), (True, 0)])
def test_what_hangs_on_a_frame_that_the_skin_says_is_not_decided(has_side: bool, error: int) -> None:
    """A pit in a ball, deep and askew. The ball has a flat below, or another beside it."""
    way = np.array([1.0, 1.0, 1.0]) / np.sqrt(3.0)
    ball = draw.cut(draw.sphere(15), draw.box((40, 40, 10), (-20, -20, -22)))
    if has_side:
        ball = draw.cut(ball, draw.box((10, 40, 40), (-22, -20, -20)))
    part = machined(draw.cut(ball, draw.sphere(5, tuple(11.0 * way))), max_edge_mm=2.0, unit="MM")
    face = part.at(tuple(6.0 * way))
    assert part.access.obstruction_of_face[face] is SLENDER
    assert part.access.obstruction_error_of_face[face] == error
