"""Readings of a diameter, and whether the tables agree with the formulas they come from."""

import json

import pytest

import resources
from engine.features.holes.stages import HoleType
from engine.features.threads import NEAR_MM, ThreadCandidate, candidates, of_outside

INCH_MM = 25.4


def names(diameter: float, is_through: bool = False, hole_type: HoleType = HoleType.SIMPLE) -> list[str]:
    return [f"{c.designation} {c.fit}" for c in candidates(diameter, is_through, hole_type)]


@pytest.mark.parametrize(
    ("diameter", "first"),
    [
        (2.5, "M3 tap_drill"),
        (3.3, "M4 tap_drill"),
        (6.647, "M8 minor"),
        (7.938, "3/8-16 tap_drill"),
        (8.75, "M10x1.25 tap_drill"),
        (4.039, "#10-32 tap_drill"),
    ],
)
def test_a_blind_hole_is_read_as_tapped_first(diameter, first):
    assert names(diameter)[0] == first


def test_competing_readings_are_all_given_and_the_hole_decides_their_order():
    assert names(17.5)[0] == "M20 tap_drill"
    assert "M16 clearance" in names(17.5)
    assert "3/4-16 tap_drill" in names(17.5)
    assert names(17.5, True, HoleType.COUNTERBORE)[0] == "M16 clearance"
    assert names(6.6, True, HoleType.COUNTERSINK)[0] == "M6 clearance"


def test_the_difference_is_signed():
    assert candidates(5.03, False, HoleType.SIMPLE)[0] == ThreadCandidate(
        "metric coarse", "M6", candidates(5.0, False, HoleType.SIMPLE)[0].fit, pytest.approx(0.03)
    )


def test_a_reading_ends_at_its_tolerance():
    assert "M4 tap_drill" in names(3.3 + NEAR_MM)
    assert "M4 tap_drill" not in names(3.3 + NEAR_MM + 0.002)
    assert names(13.3) == []


def test_the_tables_follow_the_basic_profile():
    threads = json.loads(resources.path("catalog/threads.json").read_text(encoding="utf-8"))["threads"]
    assert len({(thread["standard"], thread["designation"]) for thread in threads}) == len(threads)
    for thread in threads:
        minor = thread["major_mm"] - 1.082532 * thread["pitch_mm"]
        assert thread["minor_mm"] == pytest.approx(minor, abs=0.001)
        assert thread["minor_mm"] <= thread["tap_drill_mm"] < thread["major_mm"]
        # Three quarters of the profile's height engage, give or take what drill sets leave.
        engaged = (thread["major_mm"] - thread["tap_drill_mm"]) / (2 * 0.6495 * thread["pitch_mm"])
        assert 0.60 < engaged < 0.85, thread


def test_designations_say_what_the_numbers_are():
    threads = json.loads(resources.path("catalog/threads.json").read_text(encoding="utf-8"))["threads"]
    for thread in threads:
        name = thread["designation"]
        if name.startswith("M"):
            major, _, pitch = name[1:].partition("x")
            assert thread["major_mm"] == float(major)
            assert not pitch or thread["pitch_mm"] == float(pitch)
            continue
        size, per_inch = name.split("-")
        assert thread["pitch_mm"] == pytest.approx(INCH_MM / float(per_inch), abs=1e-4)
        if size.startswith("#"):
            inches = 0.060 + 0.013 * int(size[1:])
        elif "/" in size:
            over, under = size.split("/")
            inches = int(over) / int(under)
        else:
            inches = float(size)
        assert thread["major_mm"] == pytest.approx(inches * INCH_MM, abs=1e-4)


def test_clearance_holes_clear_their_screw_and_widen_with_the_series():
    rows = json.loads(resources.path("catalog/threads.json").read_text(encoding="utf-8"))["clearance_holes"]
    for row in rows:
        assert float(row["designation"][1:]) < row["close_mm"] < row["medium_mm"] < row["coarse_mm"]


@pytest.mark.parametrize(
    ("diameter", "first"), [(10.0, "M10"), (9.98, "M10"), (1.6, "M1.6"), (6.35, "1/4-20"), (7.938, "5/16-18")]
)
def test_a_stud_is_read_by_the_outside_diameter_alone(diameter, first):
    readings = of_outside(diameter)
    assert readings[0].designation == first
    assert {str(reading.fit) for reading in readings} == {"major"}


@pytest.mark.parametrize("diameter", [8.5, 10.06, 9.94])
def test_a_stud_as_wide_as_a_tap_drill_is_read_as_nothing(diameter):
    assert of_outside(diameter) == ()


@pytest.mark.parametrize(
    ("diameter", "is_through", "readings"),
    [
        (2.08, False, ["#3-56 tap_drill", "M2.5 tap_drill"]),  # 0.5 + 0.06 and 0.6
        (3.41, False, ["#8-32 tap_drill", "#8-36 minor"]),  # 0.25 + 0.88 and 0.5 + 0.5 + 0.16
        (2.01, False, ["M2.5 minor", "#3-48 tap_drill"]),  # 0.5 + 0.06 and 0.25 + 0.32
        (21.97, False, ["M24x2 tap_drill", "1-8 minor"]),  # 0.25 + 0.6 and 0.5 + 0.25 + 0.14
        (10.67, False, ["1/2-13 tap_drill", "M12x1.25 minor"]),  # 0.25 + 0.92 and 0.5 + 0.25 + 0.46
        (2.18, True, ["M2 clearance", "#4-40 minor"]),  # 0.5 + 0.25 + 0.4 and 0.5 + 0.25 + 0.46
        (2.178, True, ["#4-40 minor", "M2 clearance"]),  # 0.5 + 0.25 + 0.42 and 0.5 + 0.25 + 0.44
        (3.639, True, ["M3 clearance", "#10-24 minor"]),  # 0.5 + 0.25 + 0.78 and 0.5 + 0.25 + 0.82
        (4.83, True, ["#10-24 major", "M4 clearance"]),  # 1 + 0.25 + 0.08 and 0.5 + 0.25 + 0.6
    ],
)
def test_what_is_less_common_comes_first_only_where_it_fits_better_by_as_much(diameter, is_through, readings):
    """What each costs: its fit, its standard, and how many times a twentieth of a millimeter it is off."""
    assert names(diameter, is_through)[:2] == readings
