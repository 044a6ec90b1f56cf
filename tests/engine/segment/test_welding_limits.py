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


def tetrahedron(first_rad: float, second_rad: float) -> np.ndarray:
    """Return the corners of one over a unit edge up the z axis, its tips 1 mm from that at two angles."""
    tips = [[np.cos(at), np.sin(at), 0.5] for at in (first_rad, second_rad)]
    return np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], *tips])


@pytest.mark.parametrize(
    ("overlap_rad", "size_mm", "is_apart"),
    [
        (0.9e-3, 10.0, True),  # triangles that differ by a thousandth lie on one another
        (1.15e-3, 10.0, False),
        (4.6e-3, 1000.0, True),  # and so do those whose tips stray by two millionths of the part each
        (5.4e-3, 1000.0, False),
        (0.045, 1e5, True),  # but never by more than a twentieth
        (0.055, 1e5, False),
    ],
)
def test_bodies_on_either_side_of_an_edge_are_taken_apart_unless_they_overlap(overlap_rad, size_mm, is_apart):
    """Both have a face at a right angle to the first one's; a third body makes the part as large as it is."""
    one, other = tetrahedron(0.0, np.pi / 2.0), tetrahedron(np.pi / 2.0 - overlap_rad, np.pi)
    far = np.array([size_mm, 0.0, 0.0]) + tetrahedron(0.0, np.pi / 2.0)
    faces = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
    vertices = np.concatenate([one, other[2:], far])
    triangles = np.concatenate([faces, np.array([0, 1, 4, 5])[faces], faces + 6])
    corners, is_doubled = welding.separate_touching(vertices, triangles)
    assert not is_doubled.any()
    assert len(np.unique(corners)) == (12 if is_apart else 10)
