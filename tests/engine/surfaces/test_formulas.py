"""Formulas of single surfaces, by hand."""

import numpy as np
import pytest

from engine.model.surface import Cone
from engine.surfaces.formulas import cone_radius_mm


def test_the_radius_of_a_cone_grows_by_the_tangent_and_is_negative_behind_the_apex() -> None:
    cone = Cone(apex=np.zeros(3), axis=np.array([0.0, 0.0, 1.0]), half_angle_deg=30.0)
    assert cone_radius_mm(cone, 2.0) == pytest.approx(2.0 / np.sqrt(3.0), rel=1e-15)
    assert cone_radius_mm(cone, -2.0) == -cone_radius_mm(cone, 2.0)
    assert cone_radius_mm(cone, 0.0) == 0.0
