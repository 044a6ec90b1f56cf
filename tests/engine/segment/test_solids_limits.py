"""Surfaces that run through themselves, and bodies of no volume, on either side of what tells them."""

from dataclasses import replace

import numpy as np
import pytest

from engine.errors import NoSolid
from engine.segment import mesh_repair, solids
from engine.segment.face_measures import FaceMeasures
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


@pytest.mark.parametrize(
    ("more", "free_share", "is_coarse"),
    [
        (0.018, 0.0, False),  # two hundredths of the volume
        (0.022, 0.0, True),
        (0.0045, 1.0, False),  # five thousandths where surfaces are a guess
        (0.0055, 1.0, True),
        (0.01, 0.09, False),  # which they are where a tenth of the area is free-form
        (0.01, 0.11, True),
    ],
)
def test_a_mesh_is_coarse_whose_surfaces_would_enclose_far_more(more, free_share, is_coarse):
    area, flux = np.array([1.0 - free_share, free_share]), np.array([200.0, 100.0])
    nothing = np.zeros((2, 3))
    measures = FaceMeasures(area, nothing, flux * (1.0 + more), area, flux, np.zeros((2, 2, 3)), nothing, 0.0)
    assert solids._is_coarse(measures, np.arange(2), np.array([False, True])) == is_coarse


def test_five_doubts_are_reported_one_by_one_and_the_others_as_so_many():
    notes = tuple("abcdefg")
    assert solids._merged(notes[:5]) == notes[:5]
    assert solids._merged(notes) == (*notes[:5], "There are 2 more such notes on bodies.")
