"""Bends of sheet, told from fillets and rounds that happen to be concentric."""

import numpy as np
import pytest

from engine.graph import sheet_bends
from engine.graph.sheet_bends import SheetBend
from engine.model.part import Part
from engine.run_context import RunContext
from tests.support import draw, parts_blends
from tests.support.parts import face_at, part_of, without_mesh
from tests.support.parts_bends import strip


def bends_of(shape: draw.TopoDS_Shape) -> tuple[Part, tuple[SheetBend, ...]]:
    part = part_of(shape)
    return part, sheet_bends.find(RunContext(without_mesh(part)))


@pytest.mark.parametrize(("inside_mm", "thick_mm"), [(0.5, 2.0), (3.0, 2.0), (20.0, 1.0)])
def test_a_bend_is_found_with_both_skins(inside_mm, thick_mm):
    part, (bend,) = bends_of(parts_blends.bent_sheet(inside_mm, thick_mm))
    inner, outer = (-radius * 0.5**0.5 for radius in (inside_mm, inside_mm + thick_mm))
    assert bend.inner == (face_at(part, (inner, 15, inner)).id,)
    assert bend.outer == (face_at(part, (outer, 15, outer)).id,)
    assert bend.thickness_mm == pytest.approx(thick_mm)


def test_a_corner_whose_skins_are_not_concentric_is_no_bend():
    assert bends_of(parts_blends.bracket(inner_mm=3, outer_mm=3, leg_mm=2))[1] == ()


def test_the_corners_of_a_tray_run_into_its_floor():
    assert bends_of(parts_blends.tray(inside_mm=2, thick_mm=2))[1] == ()


def test_a_concentric_corner_of_a_part_that_is_no_sheet_is_no_bend():
    lump = draw.box((40, 30, 60), (0, 0, -62))
    assert bends_of(parts_blends.bent_sheet())[1] != ()
    assert bends_of(draw.fuse(parts_blends.bent_sheet(), lump))[1] == ()


@pytest.mark.parametrize(
    "change",
    [
        lambda body: draw.scaled(draw.mirrored(parts_blends.split(body, (0, 11, 0), draw.Y)), 0.05),
        lambda body: draw.scaled(draw.turned(body, 40, (1, 2, 3)), 100),
        lambda body: draw.cut(body, draw.cylinder(2, 60, (-2, 15, -2), (-1, 0, -1))),
    ],
    ids=["split, mirrored and tiny", "turned and huge", "with a hole through it"],
)
def test_a_bend_stays_one_however_it_is_written(change):
    assert len(bends_of(change(parts_blends.bent_sheet(3, 2)))[1]) == 1


def test_two_bends_of_one_sheet_are_two():
    sheet = parts_blends.bent_sheet(3, 2)
    both = draw.fuse(sheet, draw.mirrored(draw.moved(sheet, (-40, 0, 0))))
    assert len(bends_of(both)[1]) == 2


@pytest.mark.parametrize(("lump_mm", "n_bends"), [(22.0, 1), (26.0, 0)])
def test_six_tenths_of_a_sheet_lie_in_its_skins(lump_mm: float, n_bends: int) -> None:
    """A bent sheet with a block at its end: 0.62 and 0.57."""
    lumped = draw.fuse(parts_blends.bent_sheet(), draw.box((lump_mm, 30, lump_mm), (40, 0, -5)))
    assert len(bends_of(lumped)[1]) == n_bends


@pytest.mark.parametrize(("turn_deg", "n_bends"), [(30.0, 0), (34.0, 1)])
def test_a_rolled_sheet_is_five_thicknesses_long(turn_deg: float, n_bends: int) -> None:
    """Without flanges, 2 mm thick; its inside, of a radius of 18 mm, is 9.4 and 10.7 mm long."""
    assert len(bends_of(strip((18.0, turn_deg)))[1]) == n_bends


def stop(from_mm: float, to_mm: float, turn_deg: float) -> draw.TopoDS_Shape:
    """Draw a piece of a ring about y, between two radii, that ends a bend of `bent_sheet` at y = 0."""
    side = [(from_mm, -5, 0), (to_mm, -5, 0), (to_mm, 0, 0), (from_mm, 0, 0)]
    return draw.turned(draw.revolve(side, draw.Y, turn_deg), 110, draw.Y)


@pytest.mark.parametrize(("share", "n_bends"), [(0.24, 1), (0.26, 0)])
def test_the_inside_of_a_bend_is_free_along_three_quarters_of_its_end(share: float, n_bends: int) -> None:
    stopped = draw.fuse(parts_blends.bent_sheet(20, 2, 60), stop(15, 21, 90 * share))
    assert len(bends_of(stopped)[1]) == n_bends


@pytest.mark.parametrize(("share", "n_bends"), [(0.48, 1), (0.52, 0)])
def test_the_outside_of_a_bend_is_free_along_half_of_its_end(share: float, n_bends: int) -> None:
    stopped = draw.fuse(parts_blends.bent_sheet(20, 2, 60), stop(21, 27, 90 * share))
    assert len(bends_of(stopped)[1]) == n_bends


@pytest.mark.parametrize(("wide_mm", "n_bends"), [(9.5, 0), (10.5, 1)])
def test_a_flange_goes_on_along_a_quarter_of_a_bend(wide_mm: float, n_bends: int) -> None:
    """A bend 40 mm wide, without a flange on its other side."""
    beside = draw.box((40, 40, 40), (-2, wide_mm, 5))
    assert len(bends_of(draw.cut(strip((3.0, 90.0), 20), beside))[1]) == n_bends


def test_a_bend_ends_where_the_sheet_is_mitered_at_30_degrees_to_it() -> None:
    """Both ends lie in planes that lean to the bend line, by 27 degrees halfway round the bend."""
    ahead, side = np.array([1.0, 0.0, -1.0]) / np.sqrt(2.0), np.array([1.0, 0.0, 1.0]) / np.sqrt(2.0)
    corners = [(-60, -60), (60, 180), (60, 195), (-60, -45)]
    outline = [far * ahead + (0, y, 0) - 100 * side for far, y in corners]
    mitered = draw.common(parts_blends.bent_sheet(3, 2, 200), draw.prism(outline, 200 * side))
    assert len(bends_of(mitered)[1]) == 1


def passing(inside_mm: float, ear: draw.TopoDS_Shape) -> draw.TopoDS_Shape:
    """Draw an angle of 2 mm, its flange standing at x = 60 plus the inside radius, and fuse an ear to it."""
    return draw.fuse(strip(60, (inside_mm, 90.0), 30, thick=2.0, width=60.0), ear)


@pytest.mark.parametrize("inside_mm", [0.5, 2.0, 6.0])
def test_a_flange_may_pass_beyond_the_fold_without_a_relief(inside_mm: float) -> None:
    """The ear is part of the flange, 10 mm beside the fold, and ends 10 mm below the sheet."""
    (bend,) = bends_of(passing(inside_mm, draw.box((2, 10, 40), (60 + inside_mm, 60, -10))))[1]
    assert (bend.inside_radius_mm, bend.length_mm) == pytest.approx((inside_mm, 60.0))


def test_a_sheet_may_pass_beyond_the_fold_beside_its_flange() -> None:
    (bend,) = bends_of(passing(2.0, draw.box((20, 10, 2), (50, 60, 0))))[1]
    assert bend.length_mm == pytest.approx(60.0)


def test_a_wall_that_closes_the_outside_of_a_bend_is_no_flange_beside_it() -> None:
    """It stands on sheet, bend and flange outside, flush with the ends of all three."""
    wall = draw.box((104, 10, 72), (-40, 60, -40))
    inside = draw.fuse(draw.box((62, 10, 72), (-40, 60, 2)), draw.cylinder(4, 10, (60, 60, 4), draw.Y))
    assert bends_of(passing(2.0, draw.cut(wall, inside)))[1] == ()
