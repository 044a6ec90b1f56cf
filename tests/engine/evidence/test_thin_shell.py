"""The nominal wall, how much of a body lies over it, and which walls stray from it."""

import math
from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest

from engine.evidence import flanks, thin_shell
from engine.model.analysis import Recognition
from engine.model.arrays import Floats
from engine.model.mesh import MeshOptions
from engine.model.shell import ShellBody, ShellWall
from engine.run_context import RunContext
from tests.support import draw, mutators, parts_molded
from tests.support.analyses import blocks, with_field
from tests.support.drawn import prepared_from_file, recognition_of, recognized
from tests.support.parts_bends import strip


def bodies_of(context: RunContext, recognition: Recognition) -> tuple[ShellBody, ...]:
    return thin_shell.find(context, recognition, flanks.find(context))


def shells_of(*shapes: draw.TopoDS_Shape, max_edge_mm: float = 8.0) -> tuple[ShellBody, ...]:
    """Look at shapes side by side, as bodies of one part: each has walls of its own."""
    apart = [draw.moved(shape, (0, 400.0 * place, 0)) for place, shape in enumerate(shapes)]
    return bodies_of(*recognized(draw.compound(*apart), max_edge_mm))


def shell_of(shape: draw.TopoDS_Shape, max_edge_mm: float = 8.0) -> ShellBody:
    (body,) = shells_of(shape, max_edge_mm=max_edge_mm)
    return body


@lru_cache
def plain_box() -> ShellBody:
    return shell_of(parts_molded.box_shell())


def off(body: ShellBody, by: float = 0.25) -> list[float]:
    """List the thickness of walls that stray from the nominal one by more than a share."""
    return sorted(
        round(wall.thickness_mm, 3)
        for wall in body.walls
        if abs(wall.thickness_mm / wall.nominal_mm - 1.0) > by
    )


def test_a_box_drawn_with_one_wall_is_a_thin_shell_of_that_wall() -> None:
    body = plain_box()
    assert body.nominal_mm == pytest.approx(2.0, abs=1e-3)
    assert body.thin_share == pytest.approx(1.0, abs=0.005)
    assert body.uniform_share == pytest.approx(1.0, abs=0.005)
    assert body.reason == "100 % of its surface lies over a wall of about 2.00 mm."
    assert body.stray_faces == ()


def test_every_side_of_its_walls_is_a_wall_and_its_rim_is_none() -> None:
    walls = plain_box().walls
    assert len(walls) == 10
    for wall in walls:
        assert wall.thickness_mm == pytest.approx(2.0, rel=1e-3)
        assert np.linalg.norm(wall.point - wall.opposite) == pytest.approx(wall.thickness_mm)


def test_its_rim_is_all_that_is_no_wall_and_has_no_rules_of_its_own() -> None:
    (rim,) = plain_box().other_faces
    assert rim not in {face for wall in plain_box().walls for face in wall.faces}


def test_its_solidity_is_volume_over_half_the_area_times_the_wall() -> None:
    volume = 80 * 50 * 25 - 76 * 46 * 23
    area = 2 * 80 * 50 + 2 * (80 + 50) * 25 + 2 * (76 + 46) * 23
    assert plain_box().solidity == pytest.approx(volume / (2.0 * area / 2), rel=1e-3)


def test_the_nominal_wall_is_that_of_most_of_the_area_and_no_mean() -> None:
    for body in shells_of(parts_molded.box_shell(floor_mm=1.6), parts_molded.box_shell(floor_mm=2.4)):
        assert body.nominal_mm == pytest.approx(2.0, abs=1e-3)
        assert off(body) == []


def test_ribs_that_are_recognized_have_rules_of_their_own_and_no_say_in_the_nominal_wall() -> None:
    """Five ribs of 1 mm have more area than the box has wall."""
    box = parts_molded.box_shell(size=(80.0, 26.0, 25.0))
    ribs = [draw.box((76.0, 1.0, 20.0), (2.0, 4.5 + 4.0 * index, 2.0)) for index in range(5)]
    five, one = shells_of(draw.fuse(box, *ribs), draw.fuse(box, ribs[2]))
    assert five.nominal_mm == pytest.approx(2.0, abs=1e-3)
    assert off(five) == []
    assert len(one.other_faces) == 1  # the rim of the box


def test_a_solid_is_no_thin_shell() -> None:
    solids = {
        "bar": draw.cylinder(10, 60),
        "ball": draw.sphere(12),
        "drilled block": draw.cut(draw.box((40, 30, 20)), draw.cylinder(3, 40, (20, 15, -5))),
        "shaft": draw.fuse(draw.cylinder(12, 20), draw.cylinder(8, 40)),
    }
    for name, body in zip(solids, shells_of(*solids.values(), max_edge_mm=4.0), strict=True):
        assert body.thin_share < 0.1, name
        assert body.reason.endswith(("which is solid for its size.", "up to 6.35 mm.")), name


def test_a_wall_that_is_too_thick_for_plastic_makes_no_thin_shell() -> None:
    """Walls of 6.2 and 6.5 mm; the limit is 6.35."""
    share_of_scale = {3.1: 1.0, 3.25: 0.0}
    boxes = [draw.scaled(parts_molded.box_shell(), scale) for scale in share_of_scale]
    for (scale, share), body in zip(share_of_scale.items(), shells_of(*boxes, max_edge_mm=24.0), strict=True):
        assert body.nominal_mm == pytest.approx(2.0 * scale, rel=1e-3)
        assert body.thin_share == pytest.approx(share, abs=0.005)
        assert ("plastic is molded up to 6.35 mm." in body.reason) == (share == 0.0)


def test_a_plate_drawn_at_the_thickest_wall_is_molded_however_its_last_digit_was_rounded() -> None:
    is_molded = {6.35: True, 6.350001: True, 6.5: False}
    for thick_mm, body in zip(
        is_molded, shells_of(*(draw.box((120, 100, each)) for each in is_molded)), strict=True
    ):
        assert body.nominal_mm == pytest.approx(thick_mm)
        assert body.thin_share == pytest.approx(1.0 if is_molded[thick_mm] else 0.0, abs=0.01), thick_mm
        assert ("plastic is molded up to" in body.reason) is not is_molded[thick_mm], thick_mm


def test_a_plate_is_a_thin_shell_when_it_is_wide_for_its_thickness() -> None:
    """Six times: the skin of the two, as a square, is 5.9 and 6.1 wide."""
    narrow, wide = shells_of(draw.box((5.0, 5.0, 1.0)), draw.box((5.2, 5.2, 1.0)), max_edge_mm=0.5)
    assert (narrow.thin_share, wide.thin_share) == (0.0, pytest.approx(1.0))


def test_a_folded_sheet_is_a_thin_shell() -> None:
    body = shell_of(strip(20, (3.0, 90.0), 25, (3.0, -90.0), 20))
    assert body.nominal_mm == pytest.approx(2.0, abs=1e-3)
    assert body.thin_share > 0.95


def test_a_shell_with_a_heavy_half_says_between_which_thicknesses_it_lies() -> None:
    heavy = draw.fuse(parts_molded.box_shell(), draw.box((60.0, 50.0, 12.0)))
    body = shell_of(heavy)
    assert 0.4 < body.thin_share < 0.75
    assert body.reason.startswith("Only ")
    assert body.stray_faces


def test_a_field_of_another_thickness_is_a_wall_by_itself() -> None:
    """Four fields of the floor, raised to 2.45 and 2.55 mm and sunk to 1.55 and 1.45."""
    raised = (
        draw.box((30.0, 20.0, 1.45), (15.0, 15.0, 1.0)),
        draw.box((30.0, 20.0, 1.55), (95.0, 15.0, 1.0)),
    )
    sunk = (
        draw.box((30.0, 20.0, 5.0), (15.0, 65.0, 1.55)),
        draw.box((30.0, 20.0, 5.0), (95.0, 65.0, 1.45)),
    )
    box = parts_molded.box_shell(size=(140.0, 100.0, 25.0))
    body = shell_of(draw.cut(draw.fuse(box, *raised), *sunk))
    assert body.nominal_mm == pytest.approx(2.0, abs=1e-3)
    assert off(body) == pytest.approx([1.45, 2.55], abs=1e-3)


def cut_back(low_mm: float, high_mm: float) -> draw.TopoDS_Shape:
    """Draw the open box with its wall cut back to 0.9 mm from outside, between two heights."""
    height_mm = high_mm - low_mm
    ring = draw.cut(
        draw.box((82.0, 52.0, height_mm), (-1.0, -1.0, low_mm)),
        draw.box((77.8, 47.8, height_mm), (1.1, 1.1, low_mm)),
    )
    return draw.cut(parts_molded.box_shell(), ring)


def test_a_thin_band_round_a_wall_is_one_when_it_is_wider_than_a_detail_and_no_lip() -> None:
    """A detail is up to 3 mm wide, one and a half walls."""
    lip, narrow, wide = shells_of(cut_back(25.0 - 6.0, 25.0), cut_back(12.0, 14.7), cut_back(12.0, 15.4))
    assert off(lip) == off(narrow) == []
    assert off(wide) == [pytest.approx(0.9, rel=1e-3)] * 4


def test_a_curb_that_stands_on_the_shell_may_be_thin_and_not_thick() -> None:
    """Square curbs of 20, 8 high, on the floor of the open box, with walls of 0.9, 1.2 and 3.1 mm."""
    corners = {0.9: 15.0, 1.2: 55.0, 3.1: 95.0}
    outer = [draw.box((20.0, 20.0, 9.0), (x, 15.0, 1.0)) for x in corners.values()]
    inner = [
        draw.box((20.0 - 2 * wall_mm, 20.0 - 2 * wall_mm, 9.0), (x + wall_mm, 15.0 + wall_mm, 2.0))
        for wall_mm, x in corners.items()
    ]
    body = shell_of(draw.cut(draw.fuse(parts_molded.box_shell(size=(130.0, 50.0, 25.0)), *outer), *inner))
    assert off(body) == pytest.approx([3.1] * 8, rel=1e-3)


def test_thin_outer_walls_stray_though_they_stand_on_a_floor() -> None:
    inside = draw.box((78.2, 48.2, 10.0), (0.9, 0.9, 2.0))
    body = shell_of(draw.cut(draw.box((80.0, 50.0, 8.0)), inside))
    assert body.nominal_mm == pytest.approx(2.0, abs=1e-3)
    assert off(body) == [pytest.approx(0.9, rel=1e-3)] * 8


def test_how_far_plastic_flows_from_the_middle() -> None:
    expected = {
        (100.0, 100.0, 100.0): pytest.approx(
            158.1, rel=0.02
        ),  # up a side from the floor's middle: 50 and 150
        (90.0, 60.0, 40.0): pytest.approx(np.hypot(45.0, 70.0), rel=0.2),
        (300.0, 20.0, 15.0): pytest.approx(np.hypot(150.0, 25.0), rel=0.2),
    }
    boxes = shells_of(*(parts_molded.box_shell(1.0, size=size_mm) for size_mm in expected), max_edge_mm=15.0)
    assert [body.flow_mm for body in boxes] == list(expected.values())


def test_a_wall_too_thin_to_fill_over_the_size_of_the_part_makes_no_thin_shell() -> None:
    """Plastic flows about 73 mm in a box of 80 x 50 x 25: 100 mm are 200 walls of 0.5 mm."""
    boxes = [
        (0.5, 2.0, True, "over a wall of about 0.50 mm; plastic would flow some 14"),
        (0.49, 2.0, False, "Its wall is 0.49 mm, and plastic would flow some 14"),
        (0.3, 0.5, True, "% of its surface lies over a wall of about 0.30 mm."),
        (0.52, 1.0, True, "% of its surface lies over a wall of about 0.52 mm."),
    ]
    drawn = [
        parts_molded.box_shell(wall_mm, size=(80.0 * scale, 50.0 * scale, 25.0 * scale))
        for wall_mm, scale, *_ in boxes
    ]
    for (wall_mm, _, is_shell, expected), body in zip(boxes, shells_of(*drawn), strict=True):
        assert body.thin_share > 0.95 if is_shell else body.thin_share == 0.0, wall_mm
        assert expected in body.reason, wall_mm


def lumps_of(*stands_on_it: draw.TopoDS_Shape, long_mm: float = 80.0) -> list[ShellWall]:
    """Return the lumps of the open box, walls and floor of 2 mm, with something on its floor; along x."""
    body = shell_of(draw.fuse(parts_molded.box_shell(size=(long_mm, 50.0, 25.0)), *stands_on_it), 3.0)
    assert body.nominal_mm == pytest.approx(2.0, abs=1e-3)
    return sorted((wall for wall in body.walls if wall.is_lump), key=lambda wall: wall.point[0])


def plate_mm(*sides_mm: float) -> float:
    """Return how thick a plate is that cools as slowly as a block of these sides."""
    return float(np.sum(np.array(sides_mm) ** -2.0) ** -0.5)


def test_a_block_on_the_floor_is_a_lump_that_cools_like_a_block() -> None:
    """With the floor below it, and of the second one with the wall behind it.

    Chords are looked for every 22.5° and start at the middle of a ball, which need not be that of the block:
    together that is up to 6 %.
    """
    free, at_the_wall = draw.box((20, 20, 10), (20, 15, 2)), draw.box((14, 10, 18), (70, 2, 2))
    lumps = lumps_of(free, at_the_wall, long_mm=110.0)
    blocks_mm = [plate_mm(20.0, 20.0, 12.0), plate_mm(14.0, 12.0, 20.0)]
    assert [lump.thickness_mm for lump in lumps] == pytest.approx(blocks_mm, rel=0.06)
    assert [lump.nominal_mm for lump in lumps] == pytest.approx([2.0, 2.0], abs=1e-3)
    assert [lump.point[0] for lump in lumps] == [pytest.approx(30.0, abs=10.0), pytest.approx(77.0, abs=7.0)]


def test_a_solid_post_is_a_lump_when_it_cools_more_slowly_than_walls_that_meet() -> None:
    """0.71 of 4.0 and of 4.6 mm are 1.4 and 1.6 nominal walls."""
    lumps_mm = {40: 4.6, 60: 8.0, 85: 16.0}
    posts = [draw.cylinder(each / 2, 15.0, (x, 25, 1)) for x, each in {20: 4.0, **lumps_mm}.items()]
    lumps = lumps_of(*posts, long_mm=110.0)
    diameters_mm = np.array(list(lumps_mm.values()))
    expected = [plate_mm(each, each, 16.0) for each in diameters_mm]
    assert [lump.thickness_mm for lump in lumps] == pytest.approx(expected, rel=0.05)
    # Heat leaves a round post at (2 x 2.405 / d)², its first mode, and by its ends at (π / 16)².
    exact_mm = ((2.0 * 2.405 / np.pi / diameters_mm) ** 2 + 16.0**-2.0) ** -0.5
    for lump, each_mm in zip(lumps, exact_mm, strict=True):
        assert abs(lump.thickness_mm - each_mm) <= lump.model_error * lump.thickness_mm
    # Of a post without end the plate is 0.707 of the diameter, and exactly 0.653.
    endless = math.sqrt(0.5) * 2.0 * 2.405 / math.pi - 1.0
    assert all(lump.model_error == pytest.approx(endless, abs=0.01) for lump in lumps)


def test_a_screw_boss_is_a_lump_by_its_sides_and_none_when_they_are_thin() -> None:
    def boss(diameter_mm: float, x: float) -> draw.TopoDS_Shape:
        post = draw.cylinder(diameter_mm / 2, 15.0, (x, 25, 1))
        return draw.cut(post, draw.cylinder(1.5, 15.0, (x, 25, 2)))

    (lump,) = lumps_of(boss(15.0, 55.0), boss(6.0, 20.0))
    assert 4.0 < lump.thickness_mm < 6.0  # its sides are 6 mm thick
    assert abs(lump.point[0] - 55.0) < 8.0


def test_a_solid_cools_like_the_plate_that_its_three_sides_give() -> None:
    """Also behind the ends of a bar, where it is as thick as it is long."""
    solids_mm = [(5.0, 5.0, 12.0), (6.0, 6.0, 6.0), (3.0, 40.0, 60.0)]
    found = shells_of(*map(draw.box, solids_mm), max_edge_mm=2.0)
    expected = [pytest.approx(plate_mm(*sides_mm), rel=0.06) for sides_mm in solids_mm]
    assert [body.cooling_mm for body in found] == expected


def test_a_thin_shell_cools_as_slowly_as_what_stands_on_it() -> None:
    block = draw.box((12.0, 12.0, 10.0), (34, 19, 1))
    heavy = shell_of(draw.fuse(parts_molded.box_shell(), block))
    assert plain_box().cooling_mm < 3.0
    assert heavy.cooling_mm == pytest.approx(max(w.thickness_mm for w in heavy.walls if w.is_lump), rel=0.05)


def test_walls_that_cross_ribs_and_cored_blocks_are_no_lumps() -> None:
    crossing = draw.box((60.0, 2.0, 18.0), (10, 24, 1)), draw.box((2.0, 40.0, 18.0), (39, 5, 1))
    cored = draw.cut(draw.box((20.0, 20.0, 10.0), (85, 15, 2)), draw.box((16, 16, 10), (87, 17, 2)))
    rib = draw.box((4.5, 46.0, 15.0), (125, 2, 1))  # thick as it is
    assert [lump.point for lump in lumps_of(*crossing, cored, rib, long_mm=150.0)] == []


def test_a_corner_with_a_fillet_as_large_as_the_wall_is_no_lump_and_with_a_large_one_is() -> None:
    """The ball in an outer edge with a fillet of 2 and of 8 mm inside has 1.5 and 2.5 walls.

    Square to the edge's own diagonal the material is √2 times as wide there.
    """
    inside = draw.fillet(draw.box((36.0, 46.0, 25.0), (2.0, 2.0, 2.0)), 8.0, (20, 2, 2))
    body = shell_of(draw.cut(draw.box((40.0, 50.0, 25.0)), draw.fillet(inside, 2.0, (20, 48, 2))), 1.6)
    (lump,) = (wall for wall in body.walls if wall.is_lump)
    assert lump.point[1] < 10.0
    ball_mm = 2.0 * (np.sqrt(2.0) * 10.0 - 8.0) / (1.0 + np.sqrt(2.0))
    assert lump.thickness_mm == pytest.approx(plate_mm(ball_mm, np.sqrt(2.0) * ball_mm), rel=0.06)


def respelled(mutator: mutators.Mutator) -> ShellBody:
    """Return the box with a field of 3.2 mm, respelled."""
    otherwise = mutator(parts_molded.padded(3.2))
    assert otherwise is not None
    context = prepared_from_file(otherwise, MeshOptions(max_edge_mm=8.0))
    (body,) = bodies_of(context, recognition_of(context))
    return body


@lru_cache
def as_drawn() -> ShellBody:
    return shell_of(parts_molded.padded(3.2))


@pytest.mark.parametrize(
    "mutator",
    [mutators.altogether_as_nurbs, mutators.sawn, mutators.triangles],
    ids=lambda mutator: mutator.__name__,
)
def test_what_is_reported_does_not_hang_on_how_a_file_writes_the_part(mutator: mutators.Mutator) -> None:
    body = respelled(mutator)
    assert body.nominal_mm == pytest.approx(2.0, rel=2e-3)
    assert body.solidity == pytest.approx(as_drawn().solidity, rel=2e-3)
    assert body.uniform_share == pytest.approx(as_drawn().uniform_share, abs=0.02)
    assert body.thin_share == pytest.approx(as_drawn().thin_share, abs=0.02)
    assert off(body) == [pytest.approx(3.2, rel=2e-3)]
    assert len(body.walls) == len(as_drawn().walls)


def test_each_body_has_its_own_nominal_wall() -> None:
    pair = shells_of(parts_molded.box_shell(1.5), parts_molded.box_shell(3.0))
    assert [body.nominal_mm for body in pair] == pytest.approx([1.5, 3.0], abs=1e-3)


def stepped(thin_mm: float) -> draw.TopoDS_Shape:
    """Draw a plate, 60 wide, that is 2 thick over some length and 4 thick over 100."""
    return draw.fuse(draw.box((thin_mm, 60.0, 2.0)), draw.box((100.0, 60.0, 4.0), (thin_mm, 0.0, 0.0)))


def test_of_two_walls_the_one_with_more_area_is_nominal() -> None:
    pair = shells_of(stepped(105.0), stepped(90.0), max_edge_mm=4.0)
    assert [body.nominal_mm for body in pair] == pytest.approx([2.0, 4.0], abs=1e-3)
    for body in pair:
        assert body.rivals == ()
        assert all(wall.over_nominal_error == 0.0 and wall.is_certain for wall in body.walls)


def staircase(*length_and_thickness_mm: tuple[float, float]) -> draw.TopoDS_Shape:
    """Draw a plate, 60 wide, of lengths each with its own thickness."""
    ends = np.cumsum([length for length, _ in length_and_thickness_mm])
    return draw.fuse(
        *(
            draw.box((length, 60.0, thick), (float(end) - length, 0.0, 0.0))
            for (length, thick), end in zip(length_and_thickness_mm, ends, strict=True)
        )
    )


def test_walls_a_quarter_thinner_and_thicker_are_even_however_their_last_digit_was_rounded() -> None:
    nominal_mm = {5.0 - 1e-6: 4.3, 5.0: 4.3, 5.0 + 1e-6: 4.3, 5.2: 3.0}
    stairs = [staircase((50.0, 3.0), (40.0, 4.3), (20.0, thick_mm)) for thick_mm in nominal_mm]
    found = [body.nominal_mm for body in shells_of(*stairs)]
    assert found == pytest.approx(list(nominal_mm.values()), abs=1e-3)


def test_a_wall_drawn_at_the_limit_of_the_nominal_one_is_within_it_and_part_of_the_shell_up_to_half() -> None:
    """What has a quarter of the area is even up to 2.5 mm, and of the shell up to 3 mm."""
    shares = {
        2.5 - 1e-6: (1.0, 1.0),
        2.5: (1.0, 1.0),
        2.5 + 1e-6: (1.0, 1.0),
        2.6: (0.75, 1.0),
        2.9: (0.75, 1.0),
        3.15: (0.75, 0.75),
    }
    found = shells_of(*(staircase((90.0, 2.0), (30.0, thick_mm)) for thick_mm in shares))
    for (thick_mm, (even, thin)), body in zip(shares.items(), found, strict=True):
        assert body.nominal_mm == pytest.approx(2.0, abs=1e-3), thick_mm
        assert body.uniform_share == pytest.approx(even, abs=0.02), thick_mm
        assert body.thin_share == pytest.approx(thin, abs=0.03), thick_mm


@lru_cache
def of_two_nominal_walls(mutator: mutators.Mutator) -> ShellBody:
    otherwise = mutator(stepped(94.2))
    assert otherwise is not None
    return shell_of(otherwise.shape, 2.0)


def mirrored_as_nurbs(shape: draw.TopoDS_Shape) -> mutators.Respelled:
    return mutators.nurbs(mutators.mirrored(shape).shape)


@pytest.mark.parametrize("mutator", [mutators.unchanged, mirrored_as_nurbs])
def test_two_walls_that_change_places_within_the_error_of_their_areas_are_both_reported(
    mutator: mutators.Mutator,
) -> None:
    # The thinner of two walls is nominal from 98 % of the area of the other one. Strips along the rims, 0.35
    # of the thickness wide, are no sections: of the wall of 4 mm (100 - 1.4) x (60 - 2.8) are left below and
    # (100 - 2.8) x (60 - 2.8) above, 5600 mm² in the mean; of the other (94.2 - 0.7) x (60 - 1.4): 97.9 %.
    body = of_two_nominal_walls(mutator)
    assert sorted([body.nominal_mm, *(rival.nominal_mm for rival in body.rivals)]) == [
        pytest.approx(2.0, abs=1e-3),
        pytest.approx(4.0, abs=1e-3),
    ]
    thick = [wall for wall in body.walls if wall.thickness_mm > 3.9]
    thin = [wall for wall in body.walls if wall.thickness_mm < 2.1]
    assert thick
    assert thin
    for wall in thick:
        assert sorted([wall.over_nominal, *wall.rival_ratios]) == [
            pytest.approx(1.0, abs=1e-3),
            pytest.approx(2.0, abs=1e-3),
        ]
    for wall in thin:
        assert wall.over_nominal_error == pytest.approx(0.5, abs=1e-3)


def test_a_wall_of_one_candidate_alone_is_reported_mildly_and_in_doubt() -> None:
    body = of_two_nominal_walls(mutators.unchanged)
    other = body.rivals[0]
    lone = replace(body, walls=(), rivals=())
    (only, *_) = thin_shell._undecided(lone, [other])
    assert (only.is_certain, only.over_nominal) == (False, 1.0)
    assert only.nominal_mm == body.nominal_mm
    assert only.rival_ratios == (other.walls[0].over_nominal,)


def test_a_body_without_thickness_has_no_nominal_wall() -> None:
    analysis = blocks([0, 10], [0, 10], [0, 10], np.ones((1, 1, 1), dtype=bool))
    prepared = analysis.assessed.prepared
    field = prepared.fields["thickness"]
    blank = with_field(analysis, "thickness", np.full_like(field.values, math.nan)).assessed
    (body,) = bodies_of(RunContext(blank.prepared), blank.recognition)
    assert math.isnan(body.nominal_mm)
    assert (body.thin_share, body.walls) == (0.0, ())


def test_plastic_flows_as_far_in_a_part_that_its_file_turns() -> None:
    strip_along_x = draw.box((120.0, 12.0, 2.0))
    straight, turned = shell_of(strip_along_x), shell_of(draw.turned(strip_along_x, 45, (1, 2, 3)))
    assert straight.flow_mm == pytest.approx(0.5 * math.sqrt(120**2 + 12**2 + 2**2), rel=1e-6)
    assert turned.flow_mm == pytest.approx(straight.flow_mm, rel=1e-6)


def test_a_wall_that_grows_thicker_is_known_no_better_than_shares_of_it() -> None:
    """Of a plate that grows by 2 mm from end to end, a hundredth of the area has a hundredth of that."""

    def plate(end_mm: float) -> draw.TopoDS_Shape:
        outline = [(0.0, 0.0, 0.0), (100.0, 0.0, 0.0), (100.0, 0.0, end_mm), (0.0, 0.0, 3.0)]
        return draw.prism(outline, (0, 60, 0))

    even, growing = shells_of(plate(3.0), plate(5.0), max_edge_mm=3.0)
    for body, error_mm in ((even, 0.0), (growing, 0.02)):
        assert len(body.walls) == 2
        for wall in body.walls:
            assert 0.5 * error_mm <= wall.thickness_error_mm <= 2.0 * error_mm + 1e-6


def measured(thickness_mm: Floats, area_mm2: Floats | None = None) -> thin_shell._Sections:
    """Return sections, the thinnest first; each stands for 1 mm² unless told otherwise."""
    n = len(thickness_mm)
    return thin_shell._Sections(
        np.arange(n), thickness_mm, np.ones(n) if area_mm2 is None else area_mm2, np.ones(n, dtype=bool)
    )


@pytest.mark.parametrize(("n_thick", "thickness_mm"), [(23, 2.0), (27, 3.0)])
def test_a_quarter_of_a_wall_may_be_thicker_than_is_reported(n_thick: int, thickness_mm: float) -> None:
    sections = measured(np.repeat([2.0, 3.0], [100 - n_thick, n_thick]))
    at, _ = thin_shell._representative(sections, np.arange(100), 2.0)
    assert sections.thickness_mm[at] == thickness_mm


@pytest.mark.parametrize(("thick_mm", "reported_mm"), [(2.09, 2.0), (2.11, 2.11)])
def test_what_strays_from_the_middle_of_a_wall_by_a_twentieth_counts_as_that(
    thick_mm: float, reported_mm: float
) -> None:
    sections = measured(np.repeat([2.0, thick_mm], [60, 40]))
    at, _ = thin_shell._representative(sections, np.arange(100), 2.0)
    assert sections.thickness_mm[at] == reported_mm


def test_a_wall_is_known_to_what_a_hundredth_of_its_area_has() -> None:
    """It grows by 1 mm over all of its area."""
    sections = measured(2.0 + 1e-3 * np.arange(1000))
    _, error_mm = thin_shell._representative(sections, np.arange(1000), 2.5)
    assert error_mm == pytest.approx(0.01, abs=1.1e-3)


@pytest.mark.parametrize(("thin_mm2", "nominal_mm"), [(97.0, 4.0), (99.0, 2.0)])
def test_of_walls_with_about_as_much_area_the_thinner_is_nominal(thin_mm2: float, nominal_mm: float) -> None:
    found = thin_shell._nominal_walls_mm(measured(np.array([2.0, 4.0]), np.array([thin_mm2, 100.0])))
    assert found[0] == nominal_mm


@pytest.mark.parametrize(("off", "n_rivals"), [(0.9e-3, 0), (1.1e-3, 2)])
def test_nominal_walls_that_differ_by_a_thousandth_are_two(off: float, n_rivals: int) -> None:
    """By so much a wall that grows evenly differs at 0.49 and 0.51 of its area from its middle."""
    step_mm = 0.1 * off * 2.0 / (1.0 - 50.0 * off)
    assert len(thin_shell._nominal_walls_mm(measured(2.0 + step_mm * np.arange(1000)))) == 1 + n_rivals


@pytest.mark.parametrize(("wall_mm", "is_unfilled"), [(0.285, True), (0.31, False)])
def test_plastic_flows_two_hundred_walls(wall_mm: float, is_unfilled: bool) -> None:
    """60 mm are 200 walls of 0.3 mm; one that misses that by a hundredth was drawn at it."""
    assert thin_shell._is_unfilled(wall_mm, 60.0) is is_unfilled


@pytest.mark.parametrize(("wall_mm", "exceeds"), [(6.0 * 1.0092, False), (6.0 * 1.0108, True)])
def test_a_wall_that_misses_a_limit_by_less_than_a_hundredth_was_drawn_at_it(
    wall_mm: float, exceeds: bool
) -> None:
    assert thin_shell._exceeds(wall_mm, 6.0) is exceeds


def test_a_wall_is_a_section_when_it_is_known_to_a_tenth() -> None:
    context, recognition = recognized(draw.box((60, 40, 2)), 8.0)
    for error_mm, is_known in ((0.18, True), (0.22, False)):
        thickness = replace(context.prepared.fields["thickness"], absolute_error=error_mm, relative_error=0.0)
        fields = {**context.prepared.fields, "thickness": thickness}
        (body,) = bodies_of(RunContext(replace(context.prepared, fields=fields)), recognition)
        assert bool(body.walls) is is_known, error_mm


@pytest.mark.parametrize(("high_mm", "is_wall"), [(44.0, False), (57.0, True)])
def test_half_of_a_wall_lies_over_sections(high_mm: float, is_wall: bool) -> None:
    """A side, 100 high: below a wall of 2 mm it closes off a foot that is 90 deep, and no section across."""
    foot_mm = 100.0 - high_mm
    wall = draw.box((2.0, 80.0, 100.0))
    sheet = draw.box((300.0, 80.0, 2.0), (90.0, 0.0, 0.0))
    context, recognition = recognized(draw.fuse(draw.box((90.0, 80.0, foot_mm)), wall, sheet), 8.0)
    (body,) = bodies_of(context, recognition)
    assert body.nominal_mm == pytest.approx(2.0, abs=1e-3)
    side = min(context.part.faces, key=lambda face: np.linalg.norm(face.centroid - (0, 40, 50))).id
    walls = [wall for wall in body.walls if side in wall.faces and not wall.is_lump]
    assert [wall.thickness_mm for wall in walls] == [pytest.approx(2.0, abs=1e-3)] * is_wall
