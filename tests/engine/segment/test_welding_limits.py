"""Corners on either side of the distance within which they are one."""

import numpy as np
import pytest

from engine.segment import welding


@pytest.mark.parametrize(("share", "n_vertices"), [(1.8e-6, 4), (2.2e-6, 6)])
def test_corners_within_two_millionths_of_the_part_are_welded(share, n_vertices):
    gap = share * np.sqrt(200.0)
    vertices = np.array(
        [[0, 0, 0], [10, 0, 0], [0, 10, 0], [10, 10, 0], [10 - gap, 0, 0], [0, 10 - gap, 0]], dtype=float
    )
    welded = welding.weld(vertices, np.array([[0, 1, 2], [4, 3, 5]]))
    assert len(welded.vertices) == n_vertices
