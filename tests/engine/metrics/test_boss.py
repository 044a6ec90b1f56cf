"""Boss metrics."""

import math
from dataclasses import replace

import pytest

from engine.features.bosses.relief import BaseRelief, ReliefKind
from tests.support.analyses import tray, with_features
from tests.support.measuring import boss, measure, of_feature

TRAY = tray(1.2)
DESCRIBED = boss(base_relief=BaseRelief(ReliefKind.FILLET, 0.5), taper_deg=1.5, bore_diameter_mm=4.0)


@pytest.mark.parametrize(
    ("metric", "value"),
    [
        ("boss.diameter", 8.0),
        ("boss.height", 20.0),
        ("boss.height_over_diameter", 2.5),
        ("boss.base_radius", 0.5),
        ("boss.draft", 1.5),
        ("boss.bore_over_diameter", 0.5),
        ("boss.span", 360.0),
    ],
)
def test_a_boss_is_measured_as_it_was_recognized(metric: str, value: float) -> None:
    assert of_feature(with_features(TRAY, DESCRIBED), metric).value == pytest.approx(value)


def test_the_wall_of_a_screw_post_is_held_against_the_wall_it_stands_on() -> None:
    table = measure(with_features(TRAY, DESCRIBED))
    (boss,) = (each.index for each in table.subjects if each.kind == "BOSS")
    (base,) = (each.index for each in table.subjects if each.kind == "FACE" and each.fid == 0)
    under_mm = table.values["thickness.median"][base].value
    assert table.values["boss.wall_over_base"][boss].value == pytest.approx(2.0 / under_mm)


@pytest.mark.parametrize("metric", ["boss.bore_over_diameter", "boss.wall_over_base"])
def test_a_solid_boss_has_no_wall_of_its_own(metric: str) -> None:
    table = measure(with_features(TRAY, replace(DESCRIBED, bore_diameter_mm=0.0)))
    (boss,) = (each.index for each in table.subjects if each.kind == "BOSS")
    assert boss not in table.values[metric]


def test_a_journal_is_not_slender() -> None:
    table = measure(with_features(TRAY, replace(DESCRIBED, journal=True)))
    (boss,) = (each.index for each in table.subjects if each.kind == "BOSS")
    assert boss not in table.values["boss.height_over_diameter"]
    assert boss in table.values["boss.height"]


def test_a_boss_over_a_wall_that_could_not_be_measured_says_so() -> None:
    reading = of_feature(with_features(TRAY, replace(DESCRIBED, base=())), "boss.wall_over_base")
    assert math.isnan(reading.value)
    assert reading.reason == "the wall under the boss could not be measured"


def test_what_the_surface_may_be_off_is_the_uncertainty() -> None:
    analysis = with_features(TRAY, replace(DESCRIBED, uncertainty_mm=0.02))
    assert of_feature(analysis, "boss.diameter").uncertainty == 0.02
    ratio = of_feature(analysis, "boss.height_over_diameter")
    assert ratio.value + ratio.uncertainty == pytest.approx(20.02 / 7.98, rel=1e-3)
