"""What a hole would be if it were tapped, and a boss if it were threaded."""

import math
from dataclasses import replace

import pytest

from engine.features.hole import Hole
from engine.features.holes.stages import HoleType
from engine.features.threads import ThreadFit, candidates, of_outside
from tests.support import draw
from tests.support.analyses import tray, with_features
from tests.support.drawn import analyzed
from tests.support.measuring import boss, hole, measure, of_feature

TRAY = tray(1.2)
STUD = boss()


def drilled(diameter_mm: float, through: bool = False, depth_mm: float = 15.0) -> Hole:
    readings = candidates(diameter_mm, through, HoleType.SIMPLE)
    return hole(diameter_mm=diameter_mm, depth_mm=depth_mm, through=through, thread_candidates=readings)


@pytest.mark.parametrize(
    ("drill_mm", "major_mm"), [(5.0, 6.0), (2.5, 3.0), (1.25, 1.6), (5.105, 6.35), (3.797, 4.826)]
)
def test_a_tap_drill_reads_as_the_thread_it_is_for(drill_mm: float, major_mm: float) -> None:
    assert of_feature(with_features(TRAY, drilled(drill_mm)), "thread.diameter").value == pytest.approx(
        major_mm, abs=0.001
    )


def test_the_deviation_from_the_table_and_the_depth_are_reported() -> None:
    analysis = with_features(TRAY, drilled(4.98, depth_mm=18.0))
    assert of_feature(analysis, "thread.delta").value == pytest.approx(0.02)
    assert of_feature(analysis, "thread.depth_over_diameter").value == pytest.approx(3.0)


def test_the_note_names_the_reading_and_the_one_that_competes() -> None:
    found = of_feature(with_features(TRAY, drilled(17.5)), "thread.diameter")
    assert found.note.startswith("Ø17.50 is the tap drill of M20 or ")
    assert found.value == 20.0
    assert of_feature(with_features(TRAY, drilled(17.5)), "thread.reading_count").value > 1.0


@pytest.mark.parametrize("diameter_mm", [5.7, 35.3])
def test_a_hole_that_fits_no_thread_is_no_candidate(diameter_mm: float) -> None:
    table = measure(with_features(TRAY, drilled(diameter_mm)))
    assert not table.values["thread.diameter"]
    assert not any("thread_candidates" in subject.sets for subject in table.subjects)


def test_a_hole_that_only_clears_a_screw_is_no_candidate() -> None:
    readings = tuple(each for each in candidates(6.6, True, HoleType.SIMPLE) if each.designation == "M6")
    assert readings
    table = measure(with_features(TRAY, hole(diameter_mm=6.6, thread_candidates=readings)))
    assert not table.values["thread.diameter"]
    assert not any("thread_candidates" in subject.sets for subject in table.subjects)


def test_a_candidate_is_in_the_set_of_thread_candidates() -> None:
    table = measure(with_features(TRAY, drilled(5.0)))
    (subject,) = (each for each in table.subjects if "thread_candidates" in each.sets)
    assert (subject.kind, subject.label) == ("HOLE", "hole 0 (Ø5.00)")


def test_a_boss_of_the_outside_diameter_of_a_thread_is_a_candidate_and_another_is_not() -> None:
    stud = replace(STUD, diameter_mm=8.0, thread_candidates=of_outside(8.0))
    table = measure(with_features(TRAY, stud))
    (subject,) = (each for each in table.subjects if "thread_candidates" in each.sets)
    assert subject.kind == "BOSS"
    found = table.values["thread.diameter"][subject.index]
    assert found.value == pytest.approx(8.0)
    assert found.note.startswith("Ø8.00 is the outside diameter of M8")
    assert subject.index not in table.values["thread.depth_over_diameter"]
    plain = replace(STUD, diameter_mm=8.2, thread_candidates=of_outside(8.2))
    table = measure(with_features(TRAY, plain))
    assert not any("thread_candidates" in each.sets for each in table.subjects)
    assert table.values["thread.diameter"] == {}


def test_a_thread_is_known_by_the_metal_beside_the_hole() -> None:
    """The hole of M6 stands 4 mm from the edge, so 1.5 mm of metal stand beside a thread of 0.5 mm."""
    tapped = analyzed(
        draw.cut(draw.box((40, 30, 20)), draw.cylinder(2.5, 30, (20, 4.0, -1))), max_edge_mm=4.0
    )
    (found,) = measure(tapped).values["thread.wall_over_depth"].values()
    assert found.value == pytest.approx((4.0 - 2.5) / 0.5, rel=1e-3)
    assert found.witness is not None
    plain = draw.cut(draw.box((40, 30, 20)), draw.cylinder(2.85, 30, (20, 4.0, -1)))
    assert not measure(analyzed(plain, max_edge_mm=4.0)).values["thread.wall_over_depth"]


@pytest.mark.parametrize(
    ("bore_mm", "mouth_mm", "over_major"),
    [(5.0, 6.0, 1.0), (5.0, 6.3, 1.05), (5.0, 5.0, None), (5.7, 6.3, None)],
)
def test_the_chamfer_of_a_mouth_is_reported_over_the_diameter_of_the_thread(
    bore_mm: float, mouth_mm: float, over_major: float | None
) -> None:
    drill = draw.cylinder(bore_mm / 2, 30, (20, 15, -1))
    chamfer = draw.cone(0.0, mouth_mm / 2, mouth_mm / 2, (20, 15, 20 - mouth_mm / 2))
    bored = analyzed(draw.cut(draw.box((40, 30, 20)), drill, chamfer), max_edge_mm=4.0)
    found = [each.value for each in measure(bored).values["thread.chamfer_over_diameter"].values()]
    assert found == ([] if over_major is None else [pytest.approx(over_major)])


def test_a_hole_as_wide_as_its_thread_takes_nothing_off_the_wall() -> None:
    readings = tuple(each for each in candidates(8.0, False, HoleType.SIMPLE) if each.fit is ThreadFit.MAJOR)
    found = of_feature(
        with_features(TRAY, hole(diameter_mm=8.0, thread_candidates=readings)), "thread.wall_over_depth"
    )
    assert math.isinf(found.value)


def test_a_hole_that_rather_lets_a_screw_through_is_asked_for_no_thread() -> None:
    both = candidates(17.5, True, HoleType.COUNTERBORE)
    assert both[0].fit is ThreadFit.CLEARANCE
    assert any(each.fit is ThreadFit.TAP_DRILL for each in both)
    table = measure(with_features(TRAY, hole(diameter_mm=17.5, thread_candidates=both)))
    assert table.values["thread.diameter"]
    assert not table.values["thread.wall_over_depth"]


def test_a_hole_without_a_cylinder_to_measure_at_says_so() -> None:
    found = of_feature(with_features(TRAY, drilled(5.0)), "thread.wall_over_depth")
    assert math.isnan(found.value)
    assert found.reason == "the wall beside the thread could not be measured"
