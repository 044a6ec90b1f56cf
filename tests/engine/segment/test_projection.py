"""Points come onto surfaces along their normals."""

import numpy as np
import pytest

from engine.model.surface import Cylinder, Freeform
from engine.segment.projection import project_midpoints, project_midpoints_onto_both
from engine.surfaces.table import tabulate

Z = np.array([0.0, 0.0, 1.0])
O = np.zeros(3)  # noqa: E741


def test_the_middle_of_a_chord_comes_onto_the_bore_and_what_is_far_off_stays():
    table = tabulate([Cylinder(O, Z, 4.0)], [-1])
    at = np.radians(10.0)
    tails = np.array([[4 * np.cos(at), -4 * np.sin(at), 1.0], [4.0, 0.0, 0.0]])
    heads = np.array([[4 * np.cos(at), 4 * np.sin(at), 1.0], [-4.0, 0.1, 0.0]])
    moved = project_midpoints(table, np.zeros(2, dtype=np.int64), tails, heads)
    assert moved[0] == pytest.approx([4.0, 0.0, 1.0])
    assert moved[1] == pytest.approx([0.0, 0.05, 0.0])


def test_a_chord_that_strays_from_its_surface_keeps_its_distance():
    table = tabulate([Cylinder(O, Z, 4.0)], [1])
    at = np.radians(10.0)
    tails = np.array([[4.1 * np.cos(at), -4.1 * np.sin(at), 1.0]])
    heads = tails * (1.0, -1.0, 1.0)
    moved = project_midpoints(table, np.zeros(1, dtype=np.int64), tails, heads)
    assert moved[0] == pytest.approx([4.1, 0.0, 1.0])


def test_free_form_faces_keep_the_middles_of_their_chords():
    table = tabulate([Freeform(1.0, 1.0)], [1])
    tails, heads = np.ones((3, 3)), np.full((3, 3), 2.0)
    assert (project_midpoints(table, np.zeros(3, dtype=np.int64), tails, heads) == 1.5).all()


def test_a_border_middle_comes_to_where_both_surfaces_meet():
    other = Cylinder(O, np.array([1.0, 0.0, 0.0]), 6.0)
    table = tabulate([Cylinder(O, Z, 4.0), other], [1, 1])
    ends = []
    for degrees in (35.0, 55.0):
        x, y = 4 * np.cos(np.radians(degrees)), 4 * np.sin(np.radians(degrees))
        ends.append(np.array([[x, y, np.sqrt(36 - y * y)]]))
    moved = project_midpoints_onto_both(table, np.array([[0, 1]]), *ends)
    assert np.hypot(*moved[0, :2]) == pytest.approx(4.0, abs=1e-9)
    assert np.hypot(*moved[0, 1:]) == pytest.approx(6.0, abs=1e-9)
    assert np.linalg.norm(moved[0] - (ends[0][0] + ends[1][0]) / 2) > 0.05
