"""Journals beside the axis that a body turns about, and bosses that only stand beside it."""

import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.model.form import Form
from tests.engine.form.test_find import only
from tests.support import draw


def cranked(off_mm: float) -> TopoDS_Shape:
    """Draw a shaft of Ø20, 40 long at either end of a journal of Ø30 and 30 that lies beside its axis."""
    return draw.fuse(
        draw.cylinder(10, 40), draw.cylinder(15, 30, (off_mm, 0, 40)), draw.cylinder(10, 40, (0, 0, 70))
    )


@pytest.mark.parametrize("off_mm", [1.0, 14.0])
def test_a_journal_that_goes_round_the_axis_beside_it_is_turned(off_mm: float) -> None:
    shaft = only(cranked(off_mm))
    assert shaft.evidence["turned_share"] == pytest.approx(1.0)
    assert shaft.form is Form.TURNED


def test_a_journal_that_stands_clear_of_the_axis_is_not() -> None:
    assert only(cranked(16.0)).evidence["turned_share"] < 0.75


def test_a_boss_on_a_plate_is_no_eccentric() -> None:
    plate = draw.fuse(draw.box((60, 60, 10), (-30, -30, 0)), draw.cylinder(12, 20, (0, 0, 10)))
    both = only(draw.fuse(plate, draw.cylinder(6, 40, (25, 0, 10))))
    assert both.evidence["turned_share"] < 0.3
    assert both.form is Form.MILLED
