"""Protrusion metrics."""

import pytest

from engine.features.protrusion import Protrusion
from engine.model.feature import Kind
from tests.support.analyses import tray, with_features
from tests.support.measuring import feature, of_feature

PAD = feature(
    Kind.PROTRUSION,
    Protrusion,
    0,
    height_mm=10.0,
    width_mm=4.0,
    length_mm=30.0,
    flush_sides=0,
    sub_features=(),
    uncertainty_mm=0.02,
)


@pytest.mark.parametrize(
    ("metric", "value", "uncertainty"),
    [
        ("protrusion.height", 10.0, 0.02),
        ("protrusion.width", 4.0, 0.02),
        ("protrusion.height_over_width", 2.5, 0.0175),
    ],
)
def test_a_protrusion_is_measured_as_it_was_recognized(metric: str, value: float, uncertainty: float) -> None:
    found = of_feature(with_features(tray(), PAD), metric)
    assert (found.value, found.uncertainty) == pytest.approx((value, uncertainty))
