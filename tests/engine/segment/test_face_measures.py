"""Measures of faces by formula."""

import numpy as np
import pytest

from engine.segment import face_measures


def test_a_triangle_of_six_nodes_is_measured_exactly_where_its_surface_is_a_parabola():
    """Over half a unit square z = x²; the flux is the integral of -x², a twelfth."""
    corners = np.array([[[0.0, 0.0, 0.0], [1.0, 0.0, 1.0], [0.0, 1.0, 0.0]]])
    middles = np.array([[[0.5, 0.0, 0.25], [0.5, 0.5, 0.25], [0.0, 0.5, 0.0]]])
    assert face_measures._integrated(corners, middles)[2] == pytest.approx([-1.0 / 12.0])


@pytest.mark.parametrize(("rho", "expected"), [(0.32, 1.0), (0.28, 0.28)])
def test_the_middle_of_a_chord_comes_onto_a_circle_unless_it_is_near_the_center(rho, expected):
    circle = np.array([[0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0]])
    moved = face_measures._on_circles(circle, np.array([[rho, 0.0, 0.5]]))
    assert moved[0] == pytest.approx([expected, 0.0, 0.5])
