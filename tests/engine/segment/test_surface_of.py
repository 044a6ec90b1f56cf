"""Surfaces of the model from the eight numbers they are fitted as."""

import numpy as np
import pytest

from engine.model.surface import Cone, Cylinder
from engine.segment import surface_of
from engine.segment.revolved import CONE


def fitted(half_angle_deg: float) -> np.ndarray:
    return np.array([1.0, 2.0, 3.0, 0.0, 0.0, 1.0, 5.0, np.radians(half_angle_deg)])


@pytest.mark.parametrize("half_angle_deg", [0.0, 1e-9, -5e-4])
def test_a_cone_that_does_not_taper_is_a_cylinder(half_angle_deg: float) -> None:
    surface = surface_of.of(CONE, fitted(half_angle_deg))
    assert isinstance(surface, Cylinder)
    assert surface.radius_mm == 5.0


@pytest.mark.parametrize("half_angle_deg", [0.01, -0.01, 45.0])
def test_a_cone_that_tapers_has_its_apex_where_its_radius_ends(half_angle_deg: float) -> None:
    surface = surface_of.of(CONE, fitted(half_angle_deg))
    assert isinstance(surface, Cone)
    assert surface.apex[2] == pytest.approx(3.0 - 5.0 / np.tan(np.radians(half_angle_deg)))
