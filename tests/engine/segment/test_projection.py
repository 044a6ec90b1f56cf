"""Points come onto surfaces along their normals."""

import numpy as np
import pytest

from engine.model.part import Circle, Line, OtherCurve
from engine.model.surface import Cone, Cylinder, Freeform, Plane, Sphere, Torus
from engine.segment import projection
from engine.segment.borders import BorderChain
from engine.segment.projection import (
    MEETING,
    ROUND,
    STRAIGHT,
    project_midpoints,
    project_midpoints_on_both,
    tabulate_curves,
)
from engine.surfaces.table import tabulate

X = np.array([1.0, 0.0, 0.0])
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
    moved = project_midpoints_on_both(table, np.array([[0, 1]]), *ends)
    assert np.hypot(*moved[0, :2]) == pytest.approx(4.0, abs=1e-9)
    assert np.hypot(*moved[0, 1:]) == pytest.approx(6.0, abs=1e-9)
    assert np.linalg.norm(moved[0] - (ends[0][0] + ends[1][0]) / 2) > 0.05


CURVED = [Cylinder(O, Z, 4.0), Cone(O, Z, 30.0), Sphere(O, 6.0), Torus(O, Z, 6.0, 2.0), Freeform(1.0, 1.0)]
ENDS = np.array([[3.9, -0.4, 4.0], [3.9, 0.5, 4.2]])


@pytest.mark.parametrize("surface", CURVED)
def test_one_middle_in_a_compiled_loop_is_that_of_many_at_once(surface):
    table, out = tabulate([surface], [1]), np.zeros(3)
    projection.project_midpoint(ENDS, 0, 1, 0, table.kind, table.rows(), -1, tabulate_curves((), ()), out)
    expected = project_midpoints(table, np.zeros(1, dtype=np.int64), ENDS[:1], ENDS[1:])
    assert out == pytest.approx(expected[0], abs=1e-12)


@pytest.mark.parametrize("other", [*CURVED[1:], Plane(4.1 * Z, Z), Plane(np.array([4.0, 0.0, 0.0]), X)])
def test_one_middle_of_a_border_in_a_compiled_loop_is_that_of_many_at_once(other):
    """The last plane is tangent to the bore, where both middles stay halfway."""
    table, out = tabulate([CURVED[0], other], [1, 1]), np.zeros(3)
    chain = BorderChain((0, 1), np.array([0, 1]), False)
    curves = tabulate_curves((OtherCurve(),), (chain,))
    projection.project_midpoint(ENDS, 0, 1, 0, table.kind, table.rows(), 0, curves, out)
    expected = project_midpoints_on_both(table, np.array([[0, 1]]), ENDS[:1], ENDS[1:])
    assert out == pytest.approx(expected[0], abs=1e-12)


@pytest.mark.parametrize(("radius_mm", "x"), [(4.0, 4.0), (9.0, 3.9)])
def test_the_middle_of_a_round_border_comes_onto_its_circle_unless_that_is_far_off(radius_mm, x):
    ends = np.array([[3.9, -np.sqrt(16.0 - 3.9**2), 1.0], [3.9, np.sqrt(16.0 - 3.9**2), 1.0]])
    circle = Circle(Z, Z, radius_mm)
    curves = tabulate_curves((circle,), (BorderChain((0, 1), np.array([0, 1]), False),))
    table, out = tabulate([Freeform(1.0, 1.0)], [1]), np.zeros(3)
    projection.project_midpoint(ends, 0, 1, 0, table.kind, table.rows(), 0, curves, out)
    assert out == pytest.approx([x, 0.0, 1.0])


def test_curves_are_known_by_kind_and_the_row_of_no_border_is_straight():
    curves = (Line(Z), Circle(O, Z, 2.0), OtherCurve(), OtherCurve())
    chains = [BorderChain(faces, np.array([0, 1]), False) for faces in ((0, 1), (0, 1), (0, 1), (0,))]
    table = tabulate_curves(curves, tuple(chains))
    assert table.kind.tolist() == [STRAIGHT, ROUND, MEETING, STRAIGHT, STRAIGHT]
    assert table.faces.tolist() == [[-1, -1], [-1, -1], [0, 1], [-1, -1], [-1, -1]]
    assert table.circles[1].tolist() == [0, 0, 0, 0, 0, 1, 2]
