"""Edges of flat plates: cut square, or leaning as those of a lid."""

import math

import pytest

from engine.model.form import Form
from tests.engine.form.test_find import only
from tests.support import draw, parts_molded


@pytest.mark.parametrize(
    ("lean_deg", "share", "form"), [(0.5, 0.0, Form.SHEET), (12.0, 1.0, Form.MILLED), (45.0, 0.0, Form.SHEET)]
)
def test_a_plate_whose_edges_lean_a_little_is_not_cut_from_sheet(
    lean_deg: float, share: float, form: Form
) -> None:
    """A plate, 60 x 40 x 2, is cut square, drawn as a lid that slides, or beveled for a weld."""
    plate = only(parts_molded.frustum((60.0, 40.0), 0.0, 2.0, -math.tan(math.radians(lean_deg))))
    assert plate.evidence["edge_lean"] == pytest.approx(share)
    assert plate.form is form


def test_a_body_without_skins_has_no_edges_that_lean() -> None:
    assert only(draw.sphere(8.0)).evidence["edge_lean"] == 0.0
