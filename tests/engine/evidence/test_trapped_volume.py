"""Hollows of drawn parts, with openings whose size follows from the drawing."""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.evidence import trapped_volume
from engine.evidence.cavities import exact, grid
from engine.features import hole
from engine.model.analysis import PreparedPart, Recognition
from engine.model.feature import Feature
from engine.model.printing import Trap
from engine.model.surface import Cylinder
from engine.run_context import RunContext
from tests.support import draw
from tests.support.parts import unchecked_part
from tests.support.printed import meshed

INSIDE_MM3 = 54.0 * 34.0 * 24.0
FEW_CELLS = 30_000
"""A tenth of the engine's, where a test does not count them: openings are measured on the surface itself."""


def found_in(
    prepared: PreparedPart, features: tuple[Feature, ...], n_cells: int = FEW_CELLS
) -> tuple[Trap, ...] | None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(grid, "CELLS", n_cells)
        return trapped_volume.find(RunContext(prepared), Recognition(features, (), (), 0.0, {}))


def found(shape: TopoDS_Shape, n_cells: int = FEW_CELLS) -> tuple[Trap, ...] | None:
    prepared = meshed(shape, 15)
    return found_in(prepared, hole.recognize(RunContext(prepared), ()), n_cells)


def the_trap(shape: TopoDS_Shape, n_cells: int = FEW_CELLS) -> Trap:
    traps = found(shape, n_cells)
    assert traps is not None
    (trap,) = traps
    return trap


def hollow(*tools: TopoDS_Shape) -> TopoDS_Shape:
    """Draw a box, 60 x 40 x 30, with walls of 3 mm all round, and cut tools out of it."""
    return draw.cut(draw.box((60, 40, 30)), draw.box((54, 34, 24), (3, 3, 3)), *tools)


def drill(diameter_mm: float, x: float = 30, y: float = 20) -> TopoDS_Shape:
    """Draw a drill through the lid of the hollow box."""
    return draw.cylinder(diameter_mm / 2, 10, (x, y, 24))


@cache
def sealed() -> Trap:
    return the_trap(hollow())


@cache
def drilled(diameter_mm: float) -> Trap:
    return the_trap(hollow(drill(diameter_mm)))


def test_a_sealed_void_is_known_exactly() -> None:
    trap = sealed()
    assert (trap.openings_mm, trap.escape_mm, trap.uncertainty_mm) == ((), 0.0, 0.0)
    assert trap.volume_mm3 == pytest.approx(INSIDE_MM3)
    assert trap.location == pytest.approx([30, 20, 15])
    assert len(trap.faces) == 6


@pytest.mark.parametrize("diameter_mm", [2.2, 4.9, 12.0])
def test_a_drilled_hollow_is_left_through_the_bore(diameter_mm: float) -> None:
    trap = drilled(diameter_mm)
    assert trap.openings_mm == pytest.approx((diameter_mm,))
    assert trap.escape_mm == pytest.approx(diameter_mm)
    assert trap.location == pytest.approx([30, 20, 28.5], abs=1.6)
    assert abs(trap.volume_mm3 - INSIDE_MM3) < trap.volume_uncertainty_mm3
    assert 23.6 < trap.width_mm < 25.6  # as high as the hollow, and a little into a wide bore
    assert len(trap.faces) == 1
    assert trap.witness is not None
    assert np.linalg.norm(trap.witness[1] - trap.witness[0]) == pytest.approx(diameter_mm, rel=0.02)


@pytest.mark.parametrize(("is_round", "width_mm"), [(True, 4.9), (False, 4.851)])
def test_a_bore_whose_flat_rim_is_nearest_keeps_its_own_diameter(
    monkeypatch: pytest.MonkeyPatch, is_round: bool, width_mm: float
) -> None:
    tool = drill(4.9) if is_round else draw.box((4.9, 4.9, 10), (27.55, 17.55, 24))
    prepared = meshed(hollow(tool), 30)
    corners = prepared.mesh.vertices[prepared.mesh.triangles]
    (lid,) = [face.id for face in prepared.part.faces if face.centroid[2] == pytest.approx(30.0)]
    on_lid = np.flatnonzero(prepared.mesh.face_of_triangle == lid)
    rim = on_lid[np.linalg.norm(corners[on_lid].mean(axis=1) - (30, 20, 30), axis=1).argmin()]
    measured = exact.neck

    def at_the_rim(*asked: Any, **named: Any) -> exact.Neck:
        neck = measured(*asked, **named)
        middle = np.array([30.0, 20.0, 29.99])
        return replace(neck, diameter_mm=0.99 * 4.9, middle=middle, triangle=int(rim))

    monkeypatch.setattr(exact, "neck", at_the_rim)
    traps = found_in(prepared, hole.recognize(RunContext(prepared), ()))
    assert traps is not None
    (trap,) = traps
    assert trap.escape_mm == pytest.approx(width_mm)
    assert (lid in trap.faces) is not is_round


def test_the_triangles_about_a_place_are_those_within_reach_of_it() -> None:
    mesh = meshed(draw.box((10, 10, 10)), 1).mesh
    surroundings = exact.Surroundings(mesh)
    top = surroundings.about(np.array([5.0, 5, 9]), 1.01)
    assert len(top) > 0
    assert mesh.vertices[mesh.triangles[top]][..., 2] == pytest.approx(10.0)
    assert len(surroundings.about(np.array([5.0, 5, 9]), 0.99)) == 0
    around = surroundings.about(np.array([5.0, 5, 5]), 5.01)
    assert set(mesh.face_of_triangle[around]) == set(range(6))


def test_a_bore_that_the_grid_cannot_see_is_found_among_the_holes() -> None:
    assert the_trap(hollow(drill(0.3))).escape_mm == pytest.approx(0.3)


def test_several_openings_count_together_and_small_ones_beside_a_large_one_do_not() -> None:
    two = the_trap(hollow(drill(4, 15), drill(4, 45)))
    assert two.openings_mm == pytest.approx((4.0, 4.0))
    assert two.escape_mm == pytest.approx(4.0 * math.sqrt(2.0))
    vented = the_trap(hollow(drill(4, 15), drill(1.8, 45)))
    assert vented.openings_mm == pytest.approx((4.0, 1.8))
    assert vented.escape_mm == pytest.approx(4.0)


def test_an_opening_that_is_not_round_counts_with_the_largest_ball_that_passes() -> None:
    trap = the_trap(hollow(draw.box((5, 8, 10), (27.5, 16, 25))))
    assert trap.escape_mm == pytest.approx(5.0, abs=trap.uncertainty_mm)
    assert trap.uncertainty_mm < 0.05


def test_a_way_out_is_as_wide_as_it_is_at_its_narrowest() -> None:
    trap = the_trap(hollow(drill(3), draw.cylinder(4, 2, (30, 20, 28.5))))
    assert trap.escape_mm == pytest.approx(3.0)


def test_a_thin_wall_does_not_leak() -> None:
    shell = draw.cut(draw.box((60, 40, 30)), draw.box((59.8, 39.8, 29.8), (0.1, 0.1, 0.1)))
    assert the_trap(draw.cut(shell, drill(4))).escape_mm == pytest.approx(4.0)


@pytest.mark.parametrize(("radius_mm", "n_traps"), [(14.0, 1), (15.5, 0)])
def test_a_hollow_is_a_trap_when_it_is_wider_than_its_way_out_by_three_twentieths(
    radius_mm: float, n_traps: int
) -> None:
    """A bottle, 34 mm wide inside: 1.21 and 1.10 times as wide as its neck."""
    neck = draw.cylinder(radius_mm, 20, (0, 0, 40))
    traps = found(draw.cut(draw.cylinder(20, 50), draw.cylinder(17, 40, (0, 0, 3)), neck))
    assert traps is not None
    assert len(traps) == n_traps


def test_an_opening_that_the_grid_closes_and_that_is_no_hole_may_be_a_cell_and_a_half_wide() -> None:
    traps = found_in(meshed(hollow(drill(0.3)), 15), ())
    assert traps is not None
    (trap,) = traps
    cell_mm = (60 * 40 * 30 / FEW_CELLS) ** (1 / 3)
    assert (trap.openings_mm, trap.escape_mm) == ((), 0.0)
    assert trap.uncertainty_mm == pytest.approx(1.5 * cell_mm)


def test_an_opening_within_a_tenth_of_the_width_of_a_bore_is_the_bore() -> None:
    (wall,) = [
        face for face in unchecked_part(hollow(drill(4.0))).faces if isinstance(face.surface, Cylinder)
    ]
    bore_mm_of_neck = {
        neck_mm: trapped_volume._bore_mm(
            wall, exact.Neck(neck_mm, np.array([30.0, 20, 28]), np.array([2.0, 0, 0]), 0)
        )
        for neck_mm in (3.56, 3.64, 4.36, 4.44)
    }
    wanted = {3.56: None, 3.64: pytest.approx(4.0), 4.36: pytest.approx(4.0), 4.44: None}
    assert bore_mm_of_neck == wanted


@pytest.mark.parametrize(("wide_mm", "n_traps"), [(1.8, 0), (2.0, 1)])
def test_a_hollow_of_a_ten_thousandth_of_a_cube_with_the_surface_of_the_part_matters(
    wide_mm: float, n_traps: int
) -> None:
    """Six squares of 1800 mm², a cube of 76368 mm³: 32 cells. The hollow has 27 or 36."""
    chamber = draw.box((wide_mm, 1.8, 1.75), (30 - wide_mm / 2, 19.1, 15))
    drilled_chamber = draw.cut(draw.box((60, 40, 30)), chamber, draw.cylinder(0.15, 20, (30, 20, 16)))
    traps = found(drilled_chamber, grid.CELLS)
    assert traps is not None
    assert len(traps) == n_traps


def test_what_is_no_wider_than_its_mouth_is_no_trap() -> None:
    """Along a block a blind hole, a stepped one, two that meet and a T-slot; and a cup."""
    blind = draw.cylinder(2, 25, (10, 20, 10))
    stepped = draw.cylinder(2, 25, (25, 20, 10)), draw.cylinder(5, 25, (25, 20, 20))
    channel = draw.cylinder(2, 30, (45, -1, 15), (0, 1, 0)), draw.cylinder(2, 10, (45, 20, 15), draw.X)
    tee = draw.box((5, 50, 20), (62, -5, 20)), draw.box((8, 50, 4), (60.5, -5, 16))
    assert found(draw.cut(draw.box((72, 40, 30)), blind, *stepped, *channel, *tee)) == ()
    assert found(draw.cut(draw.box((60, 40, 30)), draw.box((54, 34, 30), (3, 3, 3)))) == ()


def test_a_bottle_is_a_trap_and_a_beaker_is_none() -> None:
    body = draw.cylinder(20, 50)
    bottle = draw.cut(body, draw.cylinder(17, 40, (0, 0, 3)), draw.cylinder(5, 20, (0, 0, 40)))
    assert the_trap(bottle).escape_mm == pytest.approx(10.0)
    assert found(draw.cut(body, draw.cylinder(17, 50, (0, 0, 3)))) == ()


def test_two_chambers_in_a_row_are_distinguished() -> None:
    inner = draw.box((24, 34, 24), (3, 3, 3)), draw.box((24, 34, 24), (33, 3, 3))
    between = draw.cylinder(2, 20, (20, 20, 15), (1, 0, 0))
    chambers = draw.cut(draw.box((60, 40, 30)), *inner, between, drill(6, 45))
    traps = found(chambers)
    assert traps is not None
    assert [trap.escape_mm for trap in traps] == pytest.approx([4.0, 6.0])


def test_an_open_shell_has_no_inside() -> None:
    prepared = meshed(hollow())
    (body,) = prepared.part.bodies
    crowded_corners = replace(body, shells=tuple(replace(shell, is_closed=False) for shell in body.shells))
    part = replace(prepared.part, bodies=(crowded_corners,))
    assert found_in(replace(prepared, part=part), ()) is None


SPELLINGS: dict[str, tuple[Callable[[TopoDS_Shape], TopoDS_Shape], float]] = {
    "mirrored and turned, as NURBS": (
        lambda shape: draw.as_nurbs(draw.turned(draw.mirrored(shape, (2, -1, 0.5)), 37.3, (1, 2, 3))),
        1.0,
    ),
    "small": (lambda shape: draw.scaled(shape, 0.05), 0.05),
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_the_same_part_respelled_has_the_same_way_out(spelling: str) -> None:
    respell, scale = SPELLINGS[spelling]
    assert the_trap(respell(hollow(drill(4.9)))).escape_mm == pytest.approx(4.9 * scale)


def test_the_faces_that_look_into_a_hollow_are_its_walls() -> None:
    shut, opened = sealed(), drilled(4.9)
    assert shut.walls == shut.faces
    assert len(opened.walls) in (6, 7)
    assert set(opened.walls) - set(opened.faces) != set()


@pytest.mark.parametrize("lean_deg", [0, 30])
def test_the_neck_of_a_tube_is_found_from_before_its_mouth_where_a_slice_leads_out(lean_deg: float) -> None:
    tube = meshed(draw.cut(draw.cylinder(20, 40), draw.cylinder(6, 40)), 30)
    heading = np.array([math.sin(math.radians(lean_deg)), 0, math.cos(math.radians(lean_deg))])
    neck = exact.neck(exact.Surroundings(tube.mesh), np.array([1.0, 0, 44]), heading, cell_mm=8.0)
    assert neck.diameter_mm == pytest.approx(12.0, abs=2.0 * exact.FINEST * 8.0)


def test_beside_a_block_no_slice_is_an_opening_and_any_ball_passes() -> None:
    surroundings = exact.Surroundings(meshed(draw.box((60, 40, 30)), 30).mesh)
    outside = np.array([30.0, 20, 31])
    assert np.isinf(exact.neck(surroundings, outside, np.array([1.0, 0, 0]), cell_mm=1.0).diameter_mm)
    assert np.isinf(exact.widest(surroundings, outside, cell_mm=1.0))


@cache
def lopsided() -> tuple[TopoDS_Shape, PreparedPart]:
    """Draw a hollow box whose opening, pocket and step are each nearer to one end than to the other."""
    step, pocket = draw.box((15, 41, 9), (-1, -1, 25)), draw.box((7, 5, 4), (40, 30, 27))
    shape = draw.cut(
        draw.box((60, 40, 33)), draw.box((34, 25, 14), (21, 5, 4)), drill(6, 40, 12), step, pocket
    )
    return shape, meshed(shape, 15)


@pytest.mark.parametrize(
    "spelling",
    [
        lambda shape: draw.turned(draw.mirrored(shape, draw.X), 180.0, draw.X),  # all three axes look back
        lambda shape: draw.turned(shape, 180.0, draw.Z),
    ],
)
def test_the_grid_is_laid_from_the_same_corner_of_a_part_that_is_turned_or_mirrored(
    spelling: Callable[[TopoDS_Shape], TopoDS_Shape],
) -> None:
    shape, as_drawn = lopsided()
    prepared = [as_drawn, meshed(spelling(shape), 15)]
    one, other = (grid.lay(each.part, each.mesh) for each in prepared)
    assert one is not None
    assert other is not None
    assert one.is_air.shape == other.is_air.shape
    assert (one.is_air != other.is_air).mean() < 1e-3
    for each in (one, other):
        held_mm3 = np.count_nonzero(~each.is_air) * each.cell_mm**3
        assert held_mm3 == pytest.approx(prepared[0].part.volume_mm3, rel=0.03)


def test_of_many_chambers_the_eight_largest_are_reported() -> None:
    """Nine of them, each with a bore of its own and wider than the one before."""
    block, starts = draw.box((116, 20, 20)), [2.0 + 12.5 * index for index in range(9)]
    rooms = [draw.box((8.0 + 0.3 * index, 16, 14), (x, 2, 3)) for index, x in enumerate(starts)]
    bores = [draw.cylinder(1.5, 10, (x + 4, 10, 15)) for x in starts]
    traps = found(draw.cut(block, *rooms, *bores), grid.CELLS)
    assert traps is not None
    assert [trap.escape_mm for trap in traps] == pytest.approx([3.0] * 8)
    assert min(float(trap.location[0]) for trap in traps) == pytest.approx(starts[1] + 4, abs=1.0)


def test_of_many_openings_the_twelve_widest_are_reported() -> None:
    """Thirteen bores through the lid: 4.2 mm down to 3 mm."""
    sizes_mm = [4.2 - 0.1 * index for index in range(13)]
    drills = [
        drill(size_mm, 8 + 9 * (index % 5), 10 + 10 * (index // 5)) for index, size_mm in enumerate(sizes_mm)
    ]
    assert the_trap(hollow(*drills)).openings_mm == pytest.approx(sizes_mm[:12])


def test_a_hollow_behind_a_wall_of_foil_is_no_part_of_the_outside() -> None:
    """The last middles of cells lie before the far sides of a cube, 66.94 cells wide."""
    body = draw.cut(draw.box((30, 30, 30)), draw.box((29.96, 20, 20), (0.02, 5, 5)))
    drilled_body = draw.cut(body, draw.cylinder(1.5, 10, (15, 15, 24)))
    assert the_trap(drilled_body, grid.CELLS).escape_mm == pytest.approx(3.0)


def test_a_hollow_behind_walls_of_foil_has_its_volume() -> None:
    """Without its cells in the last of 67 rows either way it would have 3 % less."""
    body = draw.cut(draw.box((30, 30, 30)), draw.box((29.96, 29.96, 29.96), (0.02, 0.02, 0.02)))
    trap = the_trap(draw.cut(body, draw.cylinder(1.5, 5, (15, 15, 28))), grid.CELLS)
    assert trap.escape_mm == pytest.approx(3.0)
    assert trap.volume_mm3 == pytest.approx(29.96**3, rel=0.02)
