"""Sheet metal: its thickness, its skins and bends, and where it is of another thickness."""

import math
from pathlib import Path

import numpy as np
import pytest
import trimesh

from engine import pipeline, roles
from engine.evidence import sheet
from engine.features import bend
from engine.model.evidence import SheetForm
from engine.model.mesh import MeshOptions
from engine.progress import Progress
from tests.support import draw, gltf_by_hand
from tests.support.parts_bends import strip
from tests.support.parts_sheets import measured_sheets_of, sheets_of
from tests.support.triangulated import soup

Z_STEPS = (20, (3.0, 90.0), 25, (3.0, -90.0), 20)


def test_a_folded_sheet_has_its_thickness_its_bends_and_both_skins():
    (body,) = sheets_of(strip(*Z_STEPS))
    assert (body.form, body.is_sheet, body.is_uniform) == (SheetForm.BENT, True, True)
    assert body.thickness_mm == pytest.approx(2)
    assert body.skin_share == pytest.approx(1.0)
    assert len(body.bends) == 2
    assert [len(skin) for skin in body.skins] == [5, 5]
    assert len(body.edges) == 4
    assert body.reason == "A sheet of 2.00 mm with 2 bends; 100 % of its skin lies at that thickness."


def test_a_sheet_with_broken_edges_is_of_one_thickness():
    """Between the rounds lies 1.4 mm of edge, 60 or 40 mm away from the edge opposite."""
    (body,) = measured_sheets_of(draw.fillet(strip(60, (3.0, 90.0), 40), 0.3))
    assert (body.form, body.is_uniform) == (SheetForm.BENT, True)
    assert body.uniform_share > 0.99


def test_a_lump_on_a_sheet_takes_away_what_is_uniform_and_then_what_is_sheet():
    """A block of 15 x 15 on a leg of 60 x 40: with more of it standing out, less of the body is sheet."""
    forms = []
    for height in (0.0, 6.0, 40.0):
        body = strip(60, (3.0, 90.0), 40)
        if height:
            body = draw.fuse(body, draw.box((15, 15, height), (20, 12, -height)))
        (found,) = sheets_of(body)
        forms.append((found.form, found.is_uniform))
    assert forms == [(SheetForm.BENT, True), (SheetForm.BENT, False), (SheetForm.NONE, False)]


def test_what_is_formed_out_of_a_sheet_is_as_thick_as_it_to_a_tenth_and_a_lump_is_not():
    """Domes of 1.83 and of 1.77 mm, pressed out of legs of 2 mm, and a solid one of the same height."""
    leg, cap = strip(150, (3.0, 90.0), 60, width=60.0), draw.box((200, 200, 100), (-50, -50, -100))
    lump = draw.fuse(leg, draw.common(draw.sphere(30, (60, 30, 20)), cap))
    above = draw.box((200, 200, 102), (-50, -50, -100))
    hollows = [draw.common(draw.sphere(30 - thick_mm, (60, 30, 20)), above) for thick_mm in (1.83, 1.77)]
    shapes = [*(draw.cut(lump, hollow) for hollow in hollows), lump]
    apart = [draw.moved(shape, (0, 100 * place, 0)) for place, shape in enumerate(shapes)]
    formed, thinner, solid = measured_sheets_of(draw.compound(*apart))
    assert (formed.form, formed.is_uniform, formed.odd) == (SheetForm.BENT, True, None)
    assert formed.uniform_share == pytest.approx(1.0)
    assert thinner.form == SheetForm.BENT
    assert thinner.odd is not None
    assert not solid.is_uniform
    assert solid.odd is not None
    assert solid.odd.thickness_mm > 6


def test_a_ball_has_no_skins_at_all():
    (body,) = sheets_of(draw.sphere(10))
    assert body.form == SheetForm.NONE
    assert math.isnan(body.thickness_mm)
    assert body.reason == "Nothing of it lies between two skins."


def test_each_body_is_looked_at_by_itself():
    bodies = sheets_of(draw.compound(strip(*Z_STEPS), draw.moved(draw.box((40, 40, 40)), (200, 0, 0))))
    assert [(body.form, len(body.bends)) for body in bodies] == [(SheetForm.BENT, 2), (SheetForm.NONE, 0)]


@pytest.mark.parametrize(("high_mm", "is_uniform"), [(7.4, True), (12.7, False)])
def test_a_twentieth_of_a_sheet_may_be_of_another_thickness(high_mm: float, is_uniform: bool) -> None:
    """A block, 10 x 10, on a plate: its 396 or 608 mm² leave 0.96 or 0.94 for the plate's 9500."""
    (body,) = sheets_of(draw.fuse(draw.box((80, 60, 2)), draw.box((10, 10, high_mm), (30, 20, 2))))
    assert body.form == SheetForm.FLAT
    assert body.is_uniform is is_uniform


@pytest.mark.parametrize(
    ("from_mm", "is_sheet"), [(-1.0, True), (1.0, False)], ids=["both skins alike", "one skin alone"]
)
def test_triangles_of_a_sheet_that_is_warped_are_known_by_their_measured_thickness(
    from_mm: float, is_sheet: bool, tmp_path: Path
) -> None:
    """A leg of 2 mm with waves 1.2 mm high in both skins or in one: it is 2 mm thick, or 1.4 to 2.6."""
    places, corners = trimesh.remesh.subdivide_to_size(*soup(strip(24, (3.0, 90.0), 30, width=24.0)), 6.0)
    waves = np.sin(places[:, 0] / 5.0) * np.sin(places[:, 1] / 5.0)
    places[:, 2] += np.where(places[:, 2] > from_mm, 0.6 * waves, 0.0)
    tree, binary = gltf_by_hand.document(places[:, [0, 2, 1]] * (0.001, 0.001, -0.001), corners)
    path = gltf_by_hand.write(tmp_path / "warped.glb", tree, binary)
    context = pipeline.prepare(path, MeshOptions(max_edge_mm=6.0, curvature=24.0), Progress())
    (body,) = sheet.find(context, roles.assign(context.prepared, bend.recognize(context, ())))
    assert (body.is_sheet, body.skin_share > 0.95) == (is_sheet, is_sheet)
