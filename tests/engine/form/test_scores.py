"""Cues that tell milled parts from those of molds, printers and sheet, each with a near twin."""

import math
from functools import cache
from types import SimpleNamespace
from typing import cast

import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.form import scores
from engine.model.evidence import SheetBody, SheetForm
from engine.model.form import BodyForm, Form
from tests.engine.form.test_find import only, toothed
from tests.support import draw


def beam(wall_mm: float) -> TopoDS_Shape:
    """Draw a bar with seven through bores at 8 mm, so much wall round and between them, and round ends."""
    radius_mm = 4.0 - wall_mm / 2.0
    wide_mm = 2.0 * (radius_mm + wall_mm)
    bar = draw.fuse(
        draw.box((48, wide_mm, 8), (0, -wide_mm / 2.0, 0)),
        *(draw.cylinder(wide_mm / 2.0, 8, (x, 0, 0)) for x in (0.0, 48.0)),
    )
    return draw.cut(draw.unified(bar), *(draw.cylinder(radius_mm, 8, (8.0 * k, 0, 0)) for k in range(7)))


@cache
def thin_beam() -> BodyForm:
    return only(beam(1.5))


def test_a_small_beam_of_bores_with_thin_walls_between_them_is_molded_and_with_thick_ones_milled() -> None:
    thin, thick = thin_beam(), only(beam(3.0))
    assert thin.evidence["bore_share"] > 0.25
    assert thin.form in (Form.SHELL, Form.PRINTED)
    assert thick.evidence["bore_share"] > 0.25
    assert thick.form is Form.MILLED


def test_the_sentence_of_a_beam_names_its_bores() -> None:
    thin = thin_beam()
    assert thin.sentence.startswith("A thin shell: ")
    assert thin.sentence.endswith(" % are bores.")


def plate(chamfer_mm: float) -> TopoDS_Shape:
    """Draw a cap, 40 square and 4 thick, chamfered all round its upper rim."""
    cap = draw.cut(draw.box((40, 40, 4)), draw.cylinder(2.5, 4, (20, 20, 0)))
    rim = [(20.0, 0.0, 4.0), (20.0, 40.0, 4.0), (0.0, 20.0, 4.0), (40.0, 20.0, 4.0)]
    return draw.chamfer(cap, chamfer_mm, *rim)


@pytest.mark.parametrize(("chamfer_mm", "form"), [(1.2, Form.MILLED), (0.3, Form.SHEET)])
def test_a_flat_plate_with_a_chamfered_rim_is_milled_and_with_broken_edges_cut_from_sheet(
    chamfer_mm: float, form: Form
) -> None:
    part = only(plate(chamfer_mm))
    share = 4.0 * math.sqrt(2.0) * chamfer_mm * (40.0 - chamfer_mm) / (2 * 40 * 40 + 4 * 40 * 4)
    assert part.evidence["chamfer_share"] == pytest.approx(share, rel=0.1)
    assert part.form is form
    assert ("chamfered" in part.sentence) is (form is Form.MILLED)


def recessed_leg(n_each: int) -> TopoDS_Shape:
    """Draw a square bar, 30 wide and 120 long, with sharp recesses 2 deep in each of its four sides."""
    recesses = [
        draw.turned(draw.box((10, 2, 10), (-5.0, 13.0, 15.0 + 30.0 * at)), 90.0 * side)
        for at in range(n_each)
        for side in range(4)
    ]
    return draw.cut(draw.box((30, 30, 120), (-15, -15, 0)), *recesses)


def test_a_square_block_is_milled_though_a_few_corners_are_sharp_and_not_with_dozens() -> None:
    few, dozens = only(recessed_leg(1)), only(recessed_leg(2))
    assert (few.evidence["uncut_corners"], dozens.evidence["uncut_corners"]) == (16.0, 32.0)
    assert few.form is Form.MILLED
    assert dozens.form is not Form.MILLED


def test_a_gear_is_turned_and_its_teeth_are_reported() -> None:
    """Which faces are teeth, and that seven gaps make none: `tests/engine/graph/test_teeth.py`."""
    gear = toothed(9, 0.75)
    assert gear.form is Form.TURNED
    assert "with teeth" in gear.sentence
    assert gear.evidence["teeth_share"] > 0.2


def test_teeth_with_sharp_edges_are_hobbed_and_rounded_ones_are_for_hands() -> None:
    gear = toothed(9, 0.75)
    assert gear.evidence["round_teeth"] == 0.0
    assert gear.form is Form.TURNED
    no_sheet = cast(SheetBody, SimpleNamespace(form=SheetForm.NONE))
    for share, is_turned in ((0.07, True), (0.25, False)):  # a ring gear with rounded roots, a scalloped knob
        found = scores.of_measures({**gear.evidence, "round_teeth": share}, no_sheet, None)
        assert (max(found, key=lambda form: found[form]) is Form.TURNED) is is_turned


def test_an_outline_of_teeth_about_a_bore_is_milled_and_a_gear_with_a_turned_rim_is_hobbed() -> None:
    gear = toothed(9, 0.75)
    no_sheet = cast(SheetBody, SimpleNamespace(form=SheetForm.NONE))
    for smooth_share, form in ((0.15, Form.TURNED), (0.04, Form.MILLED)):
        teeth = {"teeth_share": 0.85, "turned_share": 0.85 + smooth_share}
        round_bore = {"uncut_corners": 0.0, "through_corners": 0.0}
        found = scores.of_measures({**gear.evidence, **teeth, **round_bore}, no_sheet, None)
        assert max(found, key=lambda form: found[form]) is form


def test_a_case_of_half_a_millimeter_is_molded_and_of_one_with_heavy_posts_printed() -> None:
    """Its walls are two thirds of its skin, and its posts most of its weight; its corners are sharp."""
    case = only(draw.cut(draw.box((24, 22, 10)), draw.box((22, 20, 9), (1, 1, 1))))
    no_sheet = cast(SheetBody, SimpleNamespace(form=SheetForm.NONE))
    posts = {"thin_share": 0.65, "thin_volume": 0.36, "even_share": 0.05, "fill": 0.2}
    for wall_mm, form in ((0.5, Form.SHELL), (0.9, Form.PRINTED)):
        found = scores.of_measures({**case.evidence, **posts, "wall_mm": wall_mm}, no_sheet, None)
        assert max(found, key=lambda form: found[form]) is form


def rod(thick_mm: float) -> TopoDS_Shape:
    """Draw a rod of 110 with a square shank between two bored eyes."""
    shank = draw.box((110, thick_mm, thick_mm), (0, -thick_mm / 2.0, 0))
    eyes = [draw.cylinder(6, 12, (x, 0, -4)) for x in (0, 110)]
    bores = [draw.cylinder(2.5, 12, (x, 0, -4)) for x in (0, 110)]
    return draw.cut(draw.fuse(shank, *eyes), *bores)


def test_a_rod_of_slender_bars_is_no_shell_and_a_tray_of_such_a_wall_is() -> None:
    slender = only(rod(4.0))
    assert slender.evidence["wall_mm"] == pytest.approx(3.5, abs=0.6)
    assert slender.evidence["thin_volume"] > scores.BARS_VOLUME[1]
    assert slender.score_of_form[Form.SHELL] == 0.0
    tray = only(draw.cut(draw.box((100, 70, 24)), draw.box((93, 63, 21), (3.5, 3.5, 3.5))))
    assert tray.evidence["thin_volume"] < scores.BARS_VOLUME[0]
    assert tray.form in (Form.SHELL, Form.PRINTED)
