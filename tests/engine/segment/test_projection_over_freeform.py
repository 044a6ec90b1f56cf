"""Surfaces rise over the chords of their triangles by what their normals tell."""

import numpy as np
import pytest

from engine.model.surface import Freeform, Plane
from engine.segment import projection
from engine.surfaces.table import tabulate

FREE = tabulate([Freeform(1.0, 1.0), Plane(np.zeros(3), np.array([0.0, 0.0, 1.0]))], [1, 1])
NONE = np.zeros(1, dtype=np.int64)


def arc(half_deg: float, radius: float = 10.0):
    """Return both ends of a chord of a circle round z, and the outward normals there."""
    ends = [np.radians(sign * half_deg) for sign in (-1, 1)]
    normals = [np.array([[np.cos(at), np.sin(at), 0.0]]) for at in ends]
    return [radius * normal for normal in normals], normals


@pytest.mark.parametrize("half_deg", [2.0, 10.0, 19.0])
def test_over_a_chord_of_a_circle_it_is_the_sagitta(half_deg):
    (tails, heads), normals = arc(half_deg)
    rise, lean = projection.midpoint_rises(FREE, NONE, tails, heads, *normals)
    # the formula is exact to the second order
    assert rise[0] == pytest.approx(10 * (1 - np.cos(np.radians(half_deg))), rel=0.03)
    assert lean[0] == pytest.approx([1, 0, 0])
    middle = projection.risen_midpoints(tails, heads, (rise, rise), (lean, lean))
    assert np.linalg.norm(middle) == pytest.approx(10.0, abs=0.02)


def test_seen_from_inside_it_is_negative():
    (tails, heads), normals = arc(10.0)
    rise, _ = projection.midpoint_rises(FREE, NONE, tails, heads, -normals[0], -normals[1])
    assert rise[0] < 0


def test_normals_that_turn_too_far_or_rises_beyond_the_limit_count_for_nothing():
    (tails, heads), normals = arc(25.0)
    assert projection.midpoint_rises(FREE, NONE, tails, heads, *normals)[0][0] == 0.0
    (tails, heads), normals = arc(10.0)
    assert projection.midpoint_rises(FREE, NONE, tails, heads, *normals, limit_mm=0.1)[0][0] == 0.0


def test_along_a_border_with_a_plane_the_middle_stays_in_the_plane():
    (tails, heads), normals = arc(10.0)
    slanted = [(normal + np.array([0.0, 0.0, 1.0])) / np.sqrt(2) for normal in normals]
    free = projection.midpoint_rises(FREE, NONE, tails, heads, *slanted)
    plane = projection.midpoint_rises(FREE, NONE + 1, tails, heads, *slanted)
    middle = projection.risen_midpoints(tails, heads, (free[0], plane[0]), (free[1], plane[1]))
    assert middle[0, 2] == pytest.approx(0.0, abs=1e-12)
    assert np.linalg.norm(middle) == pytest.approx(10.0, abs=0.02)


def test_the_limit_is_what_formulas_say_and_else_what_is_common():
    assert projection.rise_limit_mm(np.full(30, 0.2), np.full(50, 9.0)) == pytest.approx(0.3)
    assert projection.rise_limit_mm(np.full(3, 0.2), np.full(50, 9.0)) == pytest.approx(13.5)
    assert projection.rise_limit_mm(np.zeros(0), np.zeros(0)) == 0.0
