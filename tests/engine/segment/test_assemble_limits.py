"""Patches of parts that are not sorted into faces, on either side of the limits that tell them."""

from dataclasses import replace

import numpy as np
import pytest

from engine.segment import assemble
from tests.support.prisms import wall


def bent(fold_deg: float, strip_mm: float) -> np.ndarray:
    at = np.radians(fold_deg)
    return np.array([[0.0, 0.0], [10.0, 0.0], [10.0 + strip_mm * np.cos(at), strip_mm * np.sin(at)]])


@pytest.mark.parametrize(("fold_deg", "n_patches"), [(27.0, 1), (33.0, 2)])
def test_triangles_of_a_part_that_is_not_sorted_into_faces_part_at_folds_of_thirty_degrees(
    fold_deg, n_patches
):
    assert assemble._patches(wall(bent(fold_deg, 10.0)))[1] == n_patches


@pytest.mark.parametrize(("noises", "is_flat"), [(7.2, True), (8.8, False)])
def test_a_patch_is_flat_whose_corners_rise_by_less_than_eight_noises(noises, is_flat):
    mesh = wall(bent(5.0, 1.0))
    mesh = replace(mesh, noise_mm=float(np.sin(np.radians(5.0))) / noises)
    patch, count = assemble._patches(mesh)
    assert count == 1
    corners = mesh.vertices[mesh.triangles]
    largest = assemble._largest(mesh, patch, count)
    measures = assemble._measures(mesh, patch, count, corners, largest)
    assert assemble._facing(mesh, patch, corners, largest, measures)[1].tolist() == [is_flat]
