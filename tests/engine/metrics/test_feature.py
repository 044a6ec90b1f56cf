"""The size of details, on drawn parts."""

import math

import numpy as np
import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.model.arrays import Vector
from engine.model.metric import Measured
from tests.support import draw
from tests.support.drawn import analyzed
from tests.support.measuring import measure

BASE = draw.box((60, 40, 10))


def sizes(shape: TopoDS_Shape) -> dict[str, Measured]:
    """Return the size of every feature that has one, by kind; of several of a kind the smallest."""
    table = measure(analyzed(shape, max_edge_mm=10.0))
    found: dict[str, Measured] = {}
    for subject in table.subjects:
        measured = table.values["feature.size_mm"].get(subject.index)
        if measured is not None and measured.value < found.get(subject.kind, Measured(math.inf)).value:
            found[subject.kind] = measured
    return found


def length(witness: tuple[Vector, Vector] | None) -> float:
    assert witness is not None
    return float(np.linalg.norm(witness[1] - witness[0]))


def test_a_hole_is_as_small_as_its_narrowest_stage() -> None:
    stepped = draw.cut(BASE, draw.cylinder(1.5, 12, (30, 20, -1)), draw.cylinder(4, 6, (30, 20, 5)))
    found = sizes(stepped)
    assert set(found) == {"HOLE"}
    assert found["HOLE"].value == pytest.approx(3.0)
    assert length(found["HOLE"].witness) == pytest.approx(3.0)


def test_a_pin_is_as_small_as_its_narrowest_stage_and_so_is_a_tube_whose_wall_is_measured_by_itself() -> None:
    pin = draw.fuse(BASE, draw.cylinder(3, 5, (30, 20, 10)), draw.cylinder(1.25, 10, (30, 20, 10)))
    tube = draw.cut(draw.fuse(BASE, draw.cylinder(4, 10, (30, 20, 10))), draw.cylinder(3, 8, (30, 20, 12)))
    of_pin, of_tube = sizes(pin), sizes(tube)
    assert of_pin["BOSS"].value == pytest.approx(2.5)
    assert of_tube["BOSS"].value == pytest.approx(8.0)
    assert of_tube["HOLE"].value == pytest.approx(6.0)
    for found in (of_pin, of_tube):
        assert found["BOSS"].note == "That is its diameter."
        assert length(found["BOSS"].witness) == pytest.approx(found["BOSS"].value)


def test_a_rib_is_as_small_as_it_is_thick() -> None:
    found = sizes(draw.fuse(BASE, draw.box((40, 1.2, 8), (10, 20, 10))))
    assert found["FIN"].value == pytest.approx(1.2)
    assert length(found["FIN"].witness) == pytest.approx(1.2, rel=0.01)


def test_a_groove_is_as_small_as_it_is_wide() -> None:
    found = sizes(draw.cut(BASE, draw.box((70, 0.8, 4), (-5, 20, 8))))
    assert found["SLOT"].value == pytest.approx(0.8)
    assert length(found["SLOT"].witness) == pytest.approx(0.8, rel=0.01)


def test_a_pocket_and_a_pad_are_as_small_as_their_shorter_side() -> None:
    found = sizes(
        draw.fuse(draw.cut(BASE, draw.box((8, 5, 4), (10, 10, 8))), draw.box((9, 6, 2), (40, 20, 10)))
    )
    assert found["POCKET"].value == pytest.approx(5.0)
    assert found["PROTRUSION"].value == pytest.approx(6.0)


def test_strokes_and_islands_of_letters_are_as_high_as_their_sides_and_pins_are_no_letters() -> None:
    """A letter O 0.8 mm deep, beside a pin as high and a pocket half of whose walls go deeper."""
    ring = draw.cut(draw.box((9, 9, 2), (5, 5, 9.2)), draw.box((3, 3, 4), (8, 8, 8)))
    uneven = draw.fuse(draw.box((8, 4, 2), (25, 5, 9.2)), draw.box((8, 4, 4), (25, 9, 7)))
    shape = draw.fuse(draw.cut(BASE, ring, uneven), draw.cylinder(1.5, 1.8, (50, 30, 9)))
    table = measure(analyzed(shape, max_edge_mm=10.0))
    found = {
        (subject.kind, round(measured.value, 3))
        for subject in table.subjects
        if (measured := table.values["feature.mark_height"].get(subject.index)) is not None
    }
    assert {each for each in found if each[1] < math.inf} == {("POCKET", 0.8), ("PROTRUSION", 0.8)}
    assert ("BOSS", math.inf) in found
    assert ("POCKET", math.inf) in found


def test_blends_and_walls_are_no_details() -> None:
    assert sizes(draw.fillet(draw.box((60, 40, 10)), 0.2, (30, 0, 10))) == {}


@pytest.mark.parametrize(("step_mm", "count"), [(0.015, 0), (0.03, 2)])
def test_a_step_thinner_than_a_layer_is_no_detail(step_mm: float, count: int) -> None:
    pad = draw.box((20, 4, 1 + step_mm), (5, 5, 9))
    both = draw.cut(draw.fuse(BASE, pad), draw.box((20, 4, 10), (5, 25, 10 - step_mm)))
    assert len(sizes(both)) == count


@pytest.mark.parametrize(("gap_mm", "count"), [(0.045, 0), (0.055, 1)])
def test_a_gap_thinner_than_any_drawn_on_purpose_is_no_detail(gap_mm: float, count: int) -> None:
    assert len(sizes(draw.cut(BASE, draw.box((70, gap_mm, 4), (-5, 20, 8))))) == count


@pytest.mark.parametrize(("long_mm", "count"), [(0.29, 0), (0.31, 2)])
def test_what_is_a_speck_in_every_direction_is_no_detail(long_mm: float, count: int) -> None:
    """A pit and a pad, 0.2 x 0.2 and so long."""
    base = draw.box((6, 4, 2))
    pad = draw.box((long_mm, 0.2, 1.2), (1, 1, 1))
    both = draw.cut(draw.fuse(base, pad), draw.box((long_mm, 0.2, 3), (4, 2, 1.8)))
    assert len(sizes(both)) == count


def test_how_long_a_detail_is_for_its_size() -> None:
    """A rib of 40 by 1.2 mm, a window of 20 by 4, a groove of 60 by 0.8 right across, a hole and a pin."""
    shape = draw.fuse(BASE, draw.box((40, 1.2, 8), (10, 5, 10)), draw.cylinder(2, 6, (10, 32, 10)))
    shape = draw.cut(shape, draw.box((20, 4, 20), (30, 25, -5)), draw.cylinder(2, 20, (20, 20, -5)))
    shape = draw.cut(shape, draw.box((70, 0.8, 4), (-5, 37, 8)))
    table = measure(analyzed(shape, max_edge_mm=10.0))
    kind_of = {subject.index: subject.kind for subject in table.subjects}
    found = {kind_of[index]: each.value for index, each in table.values["feature.length_over_size"].items()}
    wanted = {"FIN": 40 / 1.2, "POCKET": 5.0, "SLOT": 60 / 0.8, "HOLE": 1.0, "BOSS": 1.0}
    assert {kind: found[kind] for kind in wanted} == pytest.approx(wanted)
