"""Fin metrics."""

import math
from dataclasses import replace

import pytest

from engine.features.fin import Fin
from engine.model.arrays import frozen
from engine.model.feature import Kind
from tests.support.analyses import tray, with_features
from tests.support.measuring import feature, of_feature

TRAY = tray(1.2)
DESCRIBED = feature(
    Kind.FIN,
    Fin,
    axis=frozen([0.0, 0.0, 1.0]),
    thickness_mm=2.0,
    height_mm=10.0,
    length_mm=40.0,
    min_thickness_mm=1.8,
    max_thickness_mm=2.2,
    draft_deg=math.degrees(math.atan(0.02)),
    base_fillet_mm=0.5,
    wall_thickness_mm=4.0,
    base_fids=(1,),
)


@pytest.mark.parametrize(
    ("metric", "value"),
    [
        ("fin.thickness", 2.0),
        ("fin.min_thickness", 1.8),
        ("fin.height", 10.0),
        ("fin.length", 40.0),
        ("fin.height_over_thickness", 5.0),
        ("fin.thickness_over_wall", 0.55),
        ("fin.draft", math.degrees(math.atan(0.02))),
        ("fin.base_fillet", 0.5),
    ],
)
def test_a_fin_is_measured_as_it_was_recognized(metric: str, value: float) -> None:
    assert of_feature(with_features(TRAY, DESCRIBED), metric).value == pytest.approx(value)


def test_a_fin_over_a_wall_that_could_not_be_measured_says_so() -> None:
    reading = of_feature(
        with_features(TRAY, replace(DESCRIBED, wall_thickness_mm=math.nan)), "fin.thickness_over_wall"
    )
    assert math.isnan(reading.value)
    assert reading.reason == "the wall under the fin could not be measured"


def test_what_the_surface_may_be_off_is_the_uncertainty() -> None:
    analysis = with_features(TRAY, replace(DESCRIBED, uncertainty_mm=0.02))
    assert of_feature(analysis, "fin.thickness").uncertainty == 0.02
    ratio = of_feature(analysis, "fin.height_over_thickness")
    assert ratio.value + ratio.uncertainty == pytest.approx(10.02 / 1.98, rel=1e-3)
    over = of_feature(analysis, "fin.thickness_over_wall")
    assert over.uncertainty >= 0.02 / 4.0
    lean = of_feature(analysis, "fin.draft")
    assert lean.uncertainty == pytest.approx(math.degrees(math.atan(0.002)))
    stepped = with_features(TRAY, replace(DESCRIBED, wall_uncertainty_mm=1.0))
    over_wall = of_feature(stepped, "fin.thickness_over_wall")
    assert over_wall.uncertainty >= over_wall.value / DESCRIBED.wall_thickness_mm
