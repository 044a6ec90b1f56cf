"""A triangle that lies upside down is mended by flipping an edge."""

import numpy as np
import pytest

from engine.meshing.patches import Patches
from engine.meshing.refine import Net, border_keys
from engine.meshing.unfold import unfold, uprightness
from engine.surfaces.kind import SurfaceKind

SQUARE = np.array([[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]], dtype=float)


def plane() -> Patches:
    zeros, ones = np.zeros((1, 3)), np.ones(1)
    x, y, z = (np.eye(3)[i : i + 1] for i in range(3))
    return Patches(
        np.array([int(SurfaceKind.PLANE)]), zeros, x, y, z, ones, ones, ones, np.zeros(1, dtype=bool), []
    )


def net(points: np.ndarray, triangles: list[list[int]]) -> Net:
    count = len(points)
    return Net(
        face=np.zeros(count, dtype=np.int64),
        place=np.arange(count),
        uv=points[:, :2].copy(),
        points=points,
        normals=np.tile([0.0, 0.0, 1.0], (count, 1)),
        idle=np.full(count, -1),
        triangles=np.array(triangles),
        border=border_keys(np.array([[0, 1], [1, 2], [2, 3], [3, 0]])),
        gap_mm=0.0,
    )


def folded() -> Net:
    """Push a corner of a square in over the diagonal, so that the triangle behind it turns over."""
    points = SQUARE.copy()
    points[3] = (3.0, 1.0, 0.0)
    return net(points, [[0, 1, 2], [0, 2, 3]])


def test_a_folded_pair_is_flipped() -> None:
    found = folded()
    assert uprightness(found, plane(), found.triangles).tolist() == [1, -1]
    assert unfold(found, plane(), 10.0) == 0
    assert sorted(map(sorted, found.triangles.tolist())) == [[0, 1, 3], [1, 2, 3]]


def test_a_flat_pair_is_left_alone() -> None:
    found = net(SQUARE.copy(), [[0, 1, 2], [0, 2, 3]])
    assert unfold(found, plane(), 10.0) == 0
    assert found.triangles.tolist() == [[0, 1, 2], [0, 2, 3]]


def test_no_flip_makes_an_edge_longer_than_allowed() -> None:
    found = folded()
    assert np.linalg.norm(found.points[1] - found.points[3]) == pytest.approx(np.sqrt(2))
    assert unfold(found, plane(), 1.0) == 1
    assert found.triangles.tolist() == [[0, 1, 2], [0, 2, 3]]
