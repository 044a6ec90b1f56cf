"""Facets whose corners move, and how far facets lie off their surface."""

import numpy as np
import pytest

from engine.segment.remesh import analysis_mesh

FACET = np.array([[0, 1, 2]])


@pytest.mark.parametrize(("turn_deg", "is_moved"), [(48.0, True), (58.0, False)])
def test_the_corners_of_a_facet_stay_that_would_turn_by_more_than_53_degrees(turn_deg, is_moved):
    places = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    moved = places.copy()
    moved[2] = (0.0, np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg)))
    after = analysis_mesh._unfolded(places, moved.copy(), FACET)
    assert after[2] == pytest.approx(moved[2] if is_moved else places[2])


def test_a_facet_lies_a_tenth_farther_off_than_the_normals_of_its_corners_say():
    """A sixth of what the longest side and the normals at its ends tell is exact on a circle."""
    half = np.radians(10.0)
    normals = np.array([[np.cos(half), at, 0.0] for at in (-np.sin(half), np.sin(half), -np.sin(half))])
    vertices = 10.0 * normals + np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 3.0]])
    bend = 4.0 * 10.0 * np.sin(half) ** 2
    exact = bend / 6.0 / ((1.0 + np.cos(half)) / 2.0)
    assert analysis_mesh._chord(vertices, normals, FACET) == pytest.approx(1.1 * exact)
