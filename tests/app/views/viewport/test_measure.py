"""Distances between picked places."""

import numpy as np
import pytest

from app.views.viewport import measure
from app.views.viewport.picking import Hit, Picker
from tests.app.views.viewport import solids

PART = solids.box(40, 20, 10)
DOWN, UP, LEFTWARD = np.array([0, 0, -1.0]), np.array([0, 0, 1.0]), np.array([-1.0, 0, 0])


def hit(origin: tuple[float, float, float], direction: np.ndarray) -> Hit:
    found = Picker(PART).pick(np.array(origin), direction)
    assert found is not None
    return found


def test_between_parallel_faces_the_distance_at_right_angles_is_shown_besides() -> None:
    found = measure.between(PART, hit((5, 5, 99), DOWN), hit((8, 9, -99), UP))
    assert found.distance_mm == pytest.approx((3**2 + 4**2 + 10**2) ** 0.5, abs=1e-4)
    assert found.delta_mm == pytest.approx((3, 4, -10), abs=1e-4)
    assert found.normal_mm == pytest.approx(10.0, abs=1e-4)
    assert found.words == ("11.180 mm", "Δx +3.000  Δy +4.000  Δz −10.000", "⟂ 10.000 mm")


def test_between_faces_at_an_angle_there_is_none() -> None:
    found = measure.between(PART, hit((5, 5, 99), DOWN), hit((99, 5, 5), LEFTWARD))
    assert found.normal_mm is None
    assert len(found.words) == 2


def test_on_one_face_the_distance_at_right_angles_is_nothing() -> None:
    found = measure.between(PART, hit((5, 5, 99), DOWN), hit((8, 9, 99), DOWN))
    assert found.distance_mm == pytest.approx(5.0, abs=1e-4)
    assert found.normal_mm == pytest.approx(0.0, abs=1e-6)
