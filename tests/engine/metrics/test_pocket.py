"""Pocket metrics."""

import math
from typing import Any

import pytest

from engine.features.pocket import Pocket
from engine.model.feature import Kind
from tests.support.analyses import tray, with_features
from tests.support.measuring import feature, of_feature

TRAY = tray()


def pocket(**changes: Any) -> Pocket:
    measures: dict[str, Any] = {
        "depth_mm": 12.0,
        "width_mm": 30.0,
        "length_mm": 50.0,
        "min_internal_radius_mm": 4.0,
        "corner_radii_mm": (4.0, 6.0),
        "open_sides": 1,
        "through": False,
        "sub_features": (),
    }
    return feature(Kind.POCKET, Pocket, 0, **(measures | changes))


@pytest.mark.parametrize(
    ("metric", "value"),
    [
        ("pocket.depth", 12.0),
        ("pocket.width", 30.0),
        ("pocket.length", 50.0),
        ("pocket.aspect", 0.4),
        ("pocket.min_internal_radius", 4.0),
        ("pocket.depth_over_corner_radius", 3.0),
        ("pocket.open_sides", 1.0),
    ],
)
def test_a_pocket_is_measured_as_it_was_recognized(metric: str, value: float) -> None:
    assert of_feature(with_features(TRAY, pocket()), metric).value == pytest.approx(value)


def test_a_sharp_corner_has_no_radius_to_compare_the_depth_with() -> None:
    sharp = with_features(TRAY, pocket(min_internal_radius_mm=0.0, corner_radii_mm=(0.0, 3.0)))
    assert of_feature(sharp, "pocket.min_internal_radius").value == 0.0
    assert of_feature(sharp, "pocket.depth_over_corner_radius").value == 4.0
    all_sharp = with_features(TRAY, pocket(min_internal_radius_mm=0.0, corner_radii_mm=(0.0,)))
    with pytest.raises(KeyError):
        of_feature(all_sharp, "pocket.depth_over_corner_radius")


def test_a_pocket_without_upright_corners_has_no_least_radius() -> None:
    smooth = with_features(TRAY, pocket(min_internal_radius_mm=math.nan, corner_radii_mm=()))
    with pytest.raises(KeyError):
        of_feature(smooth, "pocket.min_internal_radius")


def test_what_the_surface_may_be_off_is_the_uncertainty() -> None:
    analysis = with_features(TRAY, pocket(uncertainty_mm=0.06))
    assert of_feature(analysis, "pocket.depth").uncertainty == 0.06
    ratio = of_feature(analysis, "pocket.aspect")
    assert ratio.value + ratio.uncertainty == pytest.approx(12.06 / 29.94, rel=1e-3)
