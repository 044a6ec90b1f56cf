"""Tool metrics, on drawn parts: room for the cutter, and the corners it leaves."""

import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.model.feature import Kind
from tests.support import draw
from tests.support.drawn import analyzed
from tests.support.machined import block

Values = dict[str, list[float]]


def measured(shape: TopoDS_Shape, metric: str) -> Values:
    """Return a metric's values by kind of feature."""
    table = analyzed(shape, max_edge_mm=5.0).metrics
    found: Values = {}
    for index, each in table.values[metric].items():
        found.setdefault(table.subjects[index].kind, []).append(each.value)
    return found


def test_room_is_the_width_of_slots_and_pockets() -> None:
    slot, pocket = draw.box((62, 3, 4), (-1, 5, 27)), draw.box((30, 12, 9), (15, 20, 22))
    found = measured(draw.cut(block(), slot, pocket), "tool.clearance")
    assert found == {Kind.SLOT: [pytest.approx(3.0)], Kind.POCKET: [pytest.approx(12.0)]}


def test_a_drafted_slot_has_the_room_of_its_narrowest_place() -> None:
    vee = draw.prism([(-1, 10, 30.1), (-1, 16, 30.1), (-1, 15, 20), (-1, 11, 20)], (62, 0, 0))
    (room,) = measured(draw.cut(block(), vee), "tool.clearance")[Kind.SLOT]
    assert room == pytest.approx(4.0, abs=0.01)


def test_a_recess_open_to_several_sides_has_all_the_room_it_wants() -> None:
    step = draw.cut(block(), draw.box((20, 10, 9), (-1, -1, 22)))
    assert measured(step, "tool.clearance") == {}


def test_upright_corners_count_and_those_at_the_floor_do_not() -> None:
    corners = [(x, y, 26.5) for x in (15, 45) for y in (20, 32)]
    upright = draw.fillet(draw.box((30, 12, 9), (15, 20, 22)), 2.0, *corners)
    assert measured(draw.cut(block(), upright), "tool.corner_radius") == {
        Kind.FILLET: [pytest.approx(2.0)] * 4
    }
    floor = draw.fillet(upright, 0.5, (30, 20, 22))
    assert measured(draw.cut(block(), floor), "tool.corner_radius") == {Kind.FILLET: [pytest.approx(2.0)] * 4}


def test_a_sharp_upright_corner_has_no_radius_unless_it_is_engraved() -> None:
    assert measured(draw.cut(block(), draw.box((30, 12, 9), (15, 20, 22))), "tool.corner_radius") == {
        Kind.POCKET: [0.0]
    }
    assert measured(draw.cut(block(), draw.box((30, 12, 2), (15, 20, 29))), "tool.corner_radius") == {}
