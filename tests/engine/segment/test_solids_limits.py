"""Surfaces that run through themselves, and bodies of no volume, on either side of what tells them."""

from dataclasses import replace

import numpy as np
import pytest

from engine.errors import NoSolid
from engine.segment import mesh_repair, solids
from engine.segment.surface_mesh import SurfaceMesh
from tests.support.prisms import wall


def pierced(share: float, noise_mm: float) -> SurfaceMesh:
    """Return a small triangle and one whose side of 10 mm runs through it a share of that from its end."""
    low, high = -10.0 * share, 10.0 - 10.0 * share
    places = np.array(
        [
            [-1.0, -1.0, 0.0],
            [1.0, -1.0, 0.0],
            [0.0, 1.0, 0.0],
            [0.0, 0.0, low],
            [0.0, 0.0, high],
            [0.0, 50.0, low],
        ]
    )
    mesh, _ = mesh_repair.build([(places, np.array([[0, 1, 2], [3, 4, 5]]))])
    return replace(mesh, noise_mm=noise_mm)


@pytest.mark.parametrize(
    ("share", "noise_mm", "n_crossing"),
    [
        (1.1e-3, 1e-7, 1),  # a thousandth of a side at either end is not asked
        (0.9e-3, 1e-7, 0),
        (0.022, 0.01, 1),  # nor is what runs through by less than twenty noises
        (0.018, 0.01, 0),
        (0.5, 0.1176, 1),  # nor a side of less than eighty
        (0.5, 0.1333, 0),
    ],
)
def test_a_side_crosses_a_triangle_that_it_runs_through_well_inside(share, noise_mm, n_crossing):
    assert solids.crossing_sides(pierced(share, noise_mm)) == n_crossing


@pytest.mark.parametrize(("share", "is_refused"), [(0.9e-9, True), (1.1e-9, False)])
def test_a_body_is_empty_that_encloses_less_than_a_billionth_of_its_boxs_cube(share, is_refused):
    mesh = wall(np.array([[0.0, 0.0], [10.0, 0.0]]))
    mesh = replace(mesh, is_closed=np.array([True]))
    box = np.array([[0.0, 0.0, 0.0], [6.0, 0.0, 8.0]])
    if is_refused:
        with pytest.raises(NoSolid):
            solids.refuse_empty(mesh, share * 1000.0, box)
    else:
        solids.refuse_empty(mesh, share * 1000.0, box)
