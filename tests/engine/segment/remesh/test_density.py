"""How fine an analysis mesh of triangles is, on either side of the limits that decide it."""

import math

import numpy as np
import pytest

from engine.errors import MeshTooLarge
from engine.model.mesh import MeshOptions
from engine.model.surface import Plane
from engine.segment.remesh import density
from engine.surfaces.table import tabulate
from tests.support.prisms import wall


@pytest.mark.parametrize(
    ("triangles", "edges_and_turn"),
    [
        (80_000, (130.0, 24.0)),  # between 75 000 and 160 000 the first guess is kept
        (150_000, (130.0, 24.0)),
        (70_000, (320.0, 64.0)),  # what stays too coarse, or too fine, is as fine as may be, or as coarse
        (170_000, (60.0, 6.0)),
    ],
)
def test_the_first_guess_is_kept_that_comes_near_a_hundred_thousand_triangles(triangles, edges_and_turn):
    assert density._automatic(lambda edges, curvature: triangles) == edges_and_turn


def chosen(max_edge_mm: float, curvature: float = 4.0) -> density.MeshDensity:
    """Return the density of a plate of 10 mm by 10 mm."""
    mesh = wall(np.array([[0.0, 0.0], [10.0, 0.0]]), 10.0)
    table = tabulate([Plane(np.zeros(3), np.array([0.0, -1.0, 0.0]))], [1])
    options = MeshOptions(max_edge_mm=max_edge_mm, curvature=curvature)
    return density.choose_density(mesh, np.zeros(2, dtype=np.int64), table, options)


def test_triangles_are_counted_by_their_mean_sides():
    """Two for each square of 0.62 of the longest."""
    assert chosen(1.0).numbers.tolist() == [int(200.0 / 0.62**2)]


def test_chords_lie_off_by_a_two_thousandth_of_the_diagonal():
    assert chosen(1.0).chord_mm == pytest.approx(math.hypot(10.0, 10.0) / 2000.0)


@pytest.mark.parametrize(("curvature", "turn_deg"), [(4.0, 60.0), (8.0, 45.0)])
def test_a_mesh_edge_turns_by_a_sixth_of_a_turn_at_most(curvature, turn_deg):
    assert math.degrees(chosen(1.0, curvature).turn) == pytest.approx(turn_deg)


@pytest.mark.parametrize(("triangles", "is_refused"), [(3.6e6, False), (4.4e6, True)])
def test_four_million_triangles_are_too_many(triangles, is_refused):
    edge_mm = math.sqrt(200.0 / triangles) / 0.62
    if is_refused:
        with pytest.raises(MeshTooLarge):
            chosen(edge_mm)
    else:
        assert chosen(edge_mm).numbers[0] == pytest.approx(triangles, rel=1e-3)
