"""Cut-off readings, on a bracket whose bend begins beside a tab: a ball at its corner meets the bend."""

import numpy as np
import pytest

from engine.metrics import _cut_off as cut_off
from engine.raycast.ball import FACING_COSINE
from tests.support import draw
from tests.support.drawn import analyzed


@pytest.mark.parametrize("edge_mm", [1.5, 2.0, 3.0, 4.0])
def test_a_ball_that_is_cut_off_is_known_to_what_the_facet_says(edge_mm: float) -> None:
    """The bend of R0.5 stands 53° across the ball at the corner (0, 0, 0); it faces that as far as 41°."""
    upright, plate = draw.box((1, 20, 20), (-1, 0, -1)), draw.box((20, 20, 1), (-1, 0, -1))
    bracket = draw.fillet(draw.fuse(upright, plate), 0.5, (0, 10, 0))
    part = draw.fuse(bracket, draw.box((1, 5, 19), (-1, -5, 0)))
    prepared = analyzed(part, max_edge_mm=edge_mm).assessed.prepared
    mesh, thickness = prepared.mesh, prepared.fields["thickness"]
    is_corner = (np.abs(mesh.vertices) < 1e-6).all(axis=1) & (mesh.normals[:, 2] < -0.99)
    (corner,) = np.flatnonzero(is_corner)

    sine = np.sqrt(1.0 - FACING_COSINE**2)
    away, above = 0.5 - 0.5 * sine, 0.5 - 0.5 * FACING_COSINE
    expected_mm = (away**2 + above**2) / above
    (doubt_mm,) = cut_off.doubts_mm(prepared.part, mesh, thickness, np.array([corner]))
    off_mm = abs(thickness.values[corner] - expected_mm)
    assert off_mm > thickness.absolute_error
    assert off_mm <= doubt_mm + thickness.absolute_error


def test_a_ball_between_the_sides_of_a_tube_is_not_cut_off() -> None:
    tube = draw.cut(draw.cylinder(10.0, 20.0), draw.cylinder(8.0, 22.0, (0, 0, -1)))
    prepared = analyzed(tube, max_edge_mm=3.0).assessed.prepared
    every = np.arange(len(prepared.mesh.vertices))
    assert not cut_off.doubts_mm(prepared.part, prepared.mesh, prepared.fields["thickness"], every).any()
