"""Bend metrics."""

import pytest

from engine.features.bend import Bend
from engine.model.feature import Kind
from engine.model.field import Unit
from tests.support.analyses import tray, with_features
from tests.support.measuring import feature, measure, of_feature

TRAY = tray(1.2)
HEM = {
    "inside_radius_mm": 1.5,
    "outside_radius_mm": 3.5,
    "angle_deg": 180.0,
    "thickness_mm": 2.0,
    "length_mm": 40.0,
    "uncertainty_mm": 0.01,
}


@pytest.mark.parametrize(
    ("metric", "value", "uncertainty"),
    [
        ("bend.inside_radius", 1.5, 0.01),
        ("bend.outside_radius", 3.5, 0.01),
        ("bend.inside_radius_over_thickness", 0.75, 1.75 * 0.01 / 2.0),
        ("bend.angle", 180.0, 0.01 / 3.5 * 57.29578),
        ("bend.length", 40.0, 0.01),
        ("bend.thickness", 2.0, 0.01),
    ],
)
def test_a_bend_has_the_measures_it_was_recognized_with(
    metric: str, value: float, uncertainty: float
) -> None:
    found = of_feature(with_features(TRAY, feature(Kind.BEND, Bend, **HEM)), metric)
    assert (found.value, found.uncertainty) == pytest.approx((value, uncertainty))


def test_bends_are_a_set_and_are_counted() -> None:
    table = measure(with_features(TRAY, feature(Kind.BEND, Bend, **HEM)))
    assert [subject.kind for subject in table.subjects if "bends" in subject.sets] == ["BEND"]
    assert "bends" not in table.missing_sets
    assert table.values["part.bend_count"][0].value == 1.0
    assert measure(TRAY).values["part.bend_count"][0].value == 0.0


def test_the_units_are_those_of_the_numbers() -> None:
    from engine.metrics import INFO_OF_METRIC

    assert INFO_OF_METRIC["bend.angle"].unit == Unit.DEG
    assert INFO_OF_METRIC["bend.inside_radius_over_thickness"].unit == Unit.ONE
