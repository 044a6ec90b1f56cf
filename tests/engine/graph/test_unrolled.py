"""What unrolled borders enclose, against the formula, and which ones are rims."""

import numpy as np
import pytest

from engine.graph import unrolled
from engine.model.surface import Cone, Cylinder, Plane, Torus

ORIGIN, Z = np.zeros(3), np.array([0.0, 0.0, 1.0])


def path(corners: list[tuple[float, float]]) -> tuple[np.ndarray, np.ndarray]:
    """Walk from corner to corner in small steps, back to the first."""
    legs = [np.linspace(a, b, 20) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)]
    return np.concatenate(legs).T


def on_cylinder(corners: list[tuple[float, float]]) -> np.ndarray:
    turn, height = path(corners)
    return np.stack([5.0 * np.cos(turn), 5.0 * np.sin(turn), height], axis=1)


CYLINDER = Cylinder(ORIGIN, Z, 5.0)
PATCH = [(2.5, 1.0), (4.0, 1.0), (4.0, 7.0), (2.5, 7.0)]
"""Across the place where angles begin anew."""


def test_what_a_border_encloses_is_positive_on_its_left_seen_from_outside() -> None:
    assert unrolled.border(CYLINDER, on_cylinder(PATCH)).area == pytest.approx(1.5 * 6.0)
    assert unrolled.border(CYLINDER, on_cylinder(PATCH[::-1])).area == pytest.approx(-1.5 * 6.0)


def test_a_rim_encloses_nothing() -> None:
    turn = np.linspace(0.0, 2.0 * np.pi, 50)
    rim = np.stack([5.0 * np.cos(turn), 5.0 * np.sin(turn), np.sin(3.0 * turn)], axis=1)
    found = unrolled.border(CYLINDER, rim)
    assert found.goes_round
    assert np.isnan(found.area)


def test_a_border_that_nearly_goes_round_is_no_rim() -> None:
    found = unrolled.border(CYLINDER, on_cylinder([(0.0, 0.0), (6.2, 0.0), (6.2, 2.0), (0.0, 2.0)]))
    assert not found.goes_round
    assert found.area == pytest.approx(12.4)


def test_a_cone_unrolls_as_a_cylinder_does() -> None:
    turn, height = path(PATCH)
    outline = np.stack([height * np.cos(turn), height * np.sin(turn), height], axis=1)
    assert unrolled.border(Cone(ORIGIN, Z, 45.0), outline).area == pytest.approx(9.0)


def test_a_torus_has_rims_about_its_axis_and_about_its_tube() -> None:
    torus = Torus(ORIGIN, Z, 20.0, 5.0)

    def on_torus(turn: np.ndarray, tube: np.ndarray) -> np.ndarray:
        out = 20.0 + 5.0 * np.cos(tube)
        return np.stack([out * np.cos(turn), out * np.sin(turn), 5.0 * np.sin(tube)], axis=1)

    full, none = np.linspace(0.0, 2.0 * np.pi, 50), np.zeros(50)
    about_axis = unrolled.border(torus, on_torus(full, none))
    about_tube = unrolled.border(torus, on_torus(none, full))
    assert (about_axis.goes_round, about_axis.goes_round_tube) == (True, False)
    assert (about_tube.goes_round, about_tube.goes_round_tube) == (False, True)
    patch = unrolled.border(torus, on_torus(*path([(2.5, 2.8), (4.0, 2.8), (4.0, 3.6), (2.5, 3.6)])))
    assert patch.area == pytest.approx(1.5 * 0.8)


def test_what_turns_about_no_axis_does_not_unroll() -> None:
    assert unrolled.border(Plane(ORIGIN, Z), on_cylinder(PATCH)) is None
