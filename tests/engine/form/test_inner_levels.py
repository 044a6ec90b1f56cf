"""Levels between the skins of a flat sheet."""

import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.model.form import Form
from tests.engine.form.test_find import only
from tests.support import draw

PLATE = draw.box((100, 80, 3))


@pytest.mark.parametrize(
    ("tool", "between_mm2"),
    [
        (draw.box((20, 10, 3), (10, 10, 2.5)), 200.0),  # a shallow pocket
        (draw.box((100, 10, 3), (0, 70, 1)), 1000.0),  # a step along an edge
        (draw.box((20, 10, 9), (10, 10, -3)), 0.0),  # a window
        (draw.cone(1.5, 7.5, 6, (50, 40, -1)), 0.0),  # a countersink that leaves no land
    ],
    ids=["pocket", "step", "window", "countersink"],
)
def test_a_flat_plate_is_milled_where_something_goes_part_of_the_way_down(
    tool: TopoDS_Shape, between_mm2: float
) -> None:
    plate = only(draw.cut(PLATE, tool))
    whole_mm2 = sum(2.0 * a * b for a, b in ((100, 80), (80, 3), (3, 100)))
    assert plate.evidence["level_share"] == pytest.approx(between_mm2 / whole_mm2, rel=0.1)
    assert plate.form is (Form.MILLED if between_mm2 else Form.SHEET)


def test_a_body_without_skins_has_no_levels_between_them() -> None:
    assert (
        only(draw.cut(draw.box((40, 40, 40)), draw.box((20, 20, 20), (10, 10, 30)))).evidence["level_share"]
        == 0
    )
