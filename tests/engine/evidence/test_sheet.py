"""Sheet metal as evidence: what form a body has, why, and what of it is skin."""

import math

import pytest

from engine import roles
from engine.evidence import sheet
from engine.features import bend
from engine.model.evidence import SheetBody, SheetForm
from tests.support import draw, parts_blends
from tests.support.corpus import files, needs_corpus
from tests.support.parts import part_of, without_mesh
from tests.support.parts_bends import strip

SMALL = 150_000
"""Bytes: files up to this size are read in well under a second."""

Z_STEPS = (20, (3.0, 90.0), 25, (3.0, -90.0), 20)


def bodies_of(shape: draw.TopoDS_Shape) -> tuple[SheetBody, ...]:
    prepared = without_mesh(part_of(shape))
    return sheet.find(prepared, roles.assign(prepared, bend.recognize(prepared, ())))


def test_a_folded_sheet_has_its_thickness_its_bends_and_both_skins():
    (body,) = bodies_of(strip(*Z_STEPS))
    assert (body.form, body.is_sheet, body.is_uniform) == (SheetForm.BENT, True, True)
    assert body.thickness_mm == pytest.approx(2)
    assert body.skin_share == pytest.approx(1.0)
    assert len(body.bends) == 2
    assert [len(skin) for skin in body.skins] == [5, 5]
    assert len(body.edges) == 4
    assert body.reason == "A sheet of 2.00 mm with 2 bends; 100 % of its skin lies at that thickness."


def test_a_flat_plate_is_told_with_the_doubt():
    (body,) = bodies_of(draw.box((80, 60, 2)))
    assert (body.form, body.is_sheet, body.bends) == (SheetForm.FLAT, True, ())
    assert body.reason == "A flat plate of 2.00 mm without bends: a blank, or machined all over."


def test_a_plate_too_thick_for_its_size_is_no_sheet():
    (body,) = bodies_of(draw.box((80, 60, 8)))
    assert (body.form, body.is_sheet) == (SheetForm.NONE, False)
    assert body.reason == "The body is too thick for its size (8.00 mm): no sheet metal."


def test_a_tray_of_even_walls_is_no_sheet_with_round_corners_or_sharp():
    (sharp,) = bodies_of(draw.cut(draw.box((80, 60, 30)), draw.box((76, 56, 30), (2, 2, 2))))
    (round_,) = bodies_of(parts_blends.tray(inside_mm=3, thick_mm=2))
    assert sharp.form == round_.form == SheetForm.UNBENT
    assert not sharp.is_sheet
    assert sharp.reason == "Walls of 2.00 mm without a bend: folded and drawn sharp, or molded."


def test_a_lump_on_a_sheet_takes_away_what_is_uniform_and_then_what_is_sheet():
    """A block of 15 x 15 on a leg of 60 x 40: with more of it standing out, less of the body is sheet."""
    forms = []
    for height in (0.0, 6.0, 40.0):
        body = strip(60, (3.0, 90.0), 40)
        if height:
            body = draw.fuse(body, draw.box((15, 15, height), (20, 12, -height)))
        forms.append((bodies_of(body)[0].form, bodies_of(body)[0].is_uniform))
    assert forms == [(SheetForm.BENT, True), (SheetForm.BENT, False), (SheetForm.NONE, False)]


def test_a_ball_has_no_skins_at_all():
    (body,) = bodies_of(draw.sphere(10))
    assert body.form == SheetForm.NONE
    assert math.isnan(body.thickness_mm)
    assert body.reason == "Nothing of the body lies between two skins: no sheet metal."


def test_each_body_is_looked_at_by_itself():
    bodies = bodies_of(draw.compound(strip(*Z_STEPS), draw.moved(draw.box((40, 40, 40)), (200, 0, 0))))
    assert [(body.form, len(body.bends)) for body in bodies] == [(SheetForm.BENT, 2), (SheetForm.NONE, 0)]


@needs_corpus
@pytest.mark.corpus
def test_folded_parts_of_the_corpus_are_sheet_and_molded_ones_are_not():
    from engine.kernel.read_step import read_step
    from engine.kernel.status import silence
    from engine.kernel.topology import measure

    silence()
    forms = {}
    for path in files("real/sheet-metal/*") + files("real/injection/*"):
        if path.stat().st_size > SMALL:
            continue
        prepared = without_mesh(measure(read_step(path)))
        found = sheet.find(prepared, roles.assign(prepared, bend.recognize(prepared, ())))
        forms[path.stem] = {body.form for body in found}
    bent = {stem for stem, found in forms.items() if SheetForm.BENT in found}
    molded = {path.stem for path in files("real/injection/*")} & forms.keys()
    assert bent
    assert molded
    assert bent.isdisjoint(molded)
