"""Bends of sheet, told from fillets and rounds that happen to be concentric."""

import pytest

from engine.graph import sheet_bends
from engine.graph.sheet_bends import SheetBend
from engine.model.part import Part
from engine.run_context import RunContext
from tests.support import draw, parts_blends
from tests.support.parts import face_at, part_of, without_mesh


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
        lambda body: draw.turned(body, 40, (1, 2, 3)),
        lambda body: draw.mirrored(body),
        lambda body: draw.scaled(body, 0.05),
        lambda body: draw.scaled(body, 100),
        lambda body: draw.as_nurbs(body),
        lambda body: parts_blends.split(body, (0, 11, 0), draw.Y),
        lambda body: draw.cut(body, draw.cylinder(2, 60, (-2, 15, -2), (-1, 0, -1))),
    ],
    ids=["turned", "mirrored", "tiny", "huge", "as splines", "split", "with a hole through it"],
)
def test_a_bend_stays_one_however_it_is_told(change):
    assert len(bends_of(change(parts_blends.bent_sheet(3, 2)))[1]) == 1


def test_two_bends_of_one_sheet_are_two():
    sheet = parts_blends.bent_sheet(3, 2)
    both = draw.fuse(sheet, draw.mirrored(draw.moved(sheet, (-40, 0, 0))))
    assert len(bends_of(both)[1]) == 2
