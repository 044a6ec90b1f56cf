"""Boxes of one thin wall: those drawn from sheet, and those with rails that no sheet has."""

import pytest

from engine.model.form import Form
from tests.engine.form.test_find import only
from tests.support import draw

OUTER = draw.box((100, 60, 30))
TRAY = draw.cut(OUTER, draw.box((97, 57, 28.5), (1.5, 1.5, 1.5)))
RAILS = [draw.box((97, 1.0, 4.0), (1.5, y, 22.0)) for y in (1.5, 57.5)]


def test_a_tray_of_one_gauge_has_skins_and_edges_alone() -> None:
    tray = only(TRAY)
    assert tray.evidence["ledge_share"] == pytest.approx(0.0, abs=1e-3)
    assert tray.form is Form.SHEET


def test_rails_along_its_walls_are_no_sheet() -> None:
    railed = only(draw.fuse(TRAY, *RAILS))
    area_mm2 = 2 * (100 * 60 + 100 * 30 + 60 * 30) + 2 * (97 * 28.5 + 57 * 28.5) + 2 * 2 * 97 * 1.0
    ledges_mm2 = 2 * 97 * 4.0  # the inner sides; what is as narrow as the gauge is taken for cut edges
    assert railed.evidence["ledge_share"] == pytest.approx(ledges_mm2 / area_mm2, rel=0.1)
    assert railed.form is not Form.SHEET


def test_a_block_has_no_skins_and_no_ledges() -> None:
    assert only(draw.box((40, 40, 40))).evidence["ledge_share"] == 0.0
