"""Wall metrics."""

import numpy as np

from engine.features.wall import Wall
from engine.model.feature import Kind
from tests.support.analyses import tray, with_features
from tests.support.measuring import feature, of_feature

TRAY = tray(1.2)
VALUES = {"min_thickness_mm": 4.5, "max_thickness_mm": 5.5, "area_mm2": 9.0, "opposite_fids": ()}


def test_a_wall_is_as_thick_as_it_was_recognized() -> None:
    analysis = with_features(TRAY, feature(Kind.WALL, Wall, 0, thickness_mm=5.0, **VALUES))
    assert of_feature(analysis, "wall.thickness").value == 5.0
    assert of_feature(analysis, "wall.min_thickness").value == 4.5


def test_a_wall_without_thickness_is_not_measured_and_says_so() -> None:
    analysis = with_features(TRAY, feature(Kind.WALL, Wall, 0, thickness_mm=np.nan, **VALUES))
    found = of_feature(analysis, "wall.thickness")
    assert np.isnan(found.value)
    assert found.reason == "wall.thickness could not be measured"
