"""Slot metrics."""

from typing import Any

import pytest

from engine.features.slot import Slot
from engine.model.feature import Kind
from tests.support.analyses import tray, with_features
from tests.support.measuring import feature, measure, of_feature

TRAY = tray(1.2)


def slot(**changes: Any) -> Slot:
    """Describe a blind slot, 6 mm wide at mid-height and 15 mm deep, with changes."""
    values = {
        "width_mm": 6.0,
        "min_width_mm": 5.5,
        "max_width_mm": 6.5,
        "length_mm": 40.0,
        "depth_mm": 15.0,
        "through": False,
        "open_ends": 1,
        "undercut_width_mm": None,
        "angle_deg": None,
    }
    return feature(Kind.SLOT, Slot, 0, **{**values, **changes})


@pytest.mark.parametrize(
    ("metric", "value"),
    [
        ("slot.width", 6.0),
        ("slot.min_width", 5.5),
        ("slot.depth", 15.0),
        ("slot.length", 40.0),
        ("slot.depth_over_width", 2.5),
        ("slot.is_through", 0.0),
    ],
)
def test_a_slot_is_measured_as_it_was_recognized(metric: str, value: float) -> None:
    assert of_feature(with_features(TRAY, slot()), metric).value == value


@pytest.mark.parametrize(
    ("changes", "values"),
    [
        ({"open_ends": 0}, [2.5]),
        ({"open_ends": 1}, [2.5]),
        ({"open_ends": 1, "length_mm": 9.0}, [1.5]),
        ({"open_ends": 0, "length_mm": 9.0}, [2.5]),
        ({"open_ends": 2}, []),
        ({"open_ends": 2, "undercut_width_mm": 9.0}, [2.5]),
    ],
)
def test_an_end_mill_goes_as_deep_as_the_slot_or_in_from_its_open_end(
    changes: dict[str, Any], values: list[float]
) -> None:
    column = measure(with_features(TRAY, slot(**changes))).values["tool.depth_over_width"]
    assert [found.value for found in column.values()] == values


def test_a_through_slot_is_distinguished() -> None:
    assert of_feature(with_features(TRAY, slot(through=True)), "slot.is_through").value == 1.0


def test_what_the_surface_may_be_off_is_the_uncertainty() -> None:
    analysis = with_features(TRAY, slot(uncertainty_mm=0.06))
    assert of_feature(analysis, "slot.width").uncertainty == 0.06
    ratio = of_feature(analysis, "slot.depth_over_width")
    assert ratio.value - ratio.uncertainty == pytest.approx(14.94 / 6.06, rel=1e-3)
    assert ratio.value + ratio.uncertainty == pytest.approx(15.06 / 5.94, rel=1e-3)
