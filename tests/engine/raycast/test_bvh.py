"""The tree holds every triangle, and its bounds bound."""

import numpy as np
import pytest

from engine.raycast import bvh, split
from tests.support import meshes


def corners_of(mesh: meshes.Mesh) -> np.ndarray:
    return np.asarray(mesh.vertices[mesh.triangles])


@pytest.mark.parametrize("by_direction", [True, False])
def test_every_triangle_is_in_one_leaf(by_direction: bool) -> None:
    mesh = meshes.cup(radius=20, height=30, wall=2, draft_deg=5, edge=2)
    tree = bvh.build(corners_of(mesh), by_direction=by_direction)

    assert sorted(tree.triangle_of_row.tolist()) == list(range(len(mesh.triangles)))
    assert tree.count.sum() == len(mesh.triangles)


@pytest.mark.parametrize("by_direction", [True, False])
def test_boxes_and_slabs_hold_the_triangles_below_them(by_direction: bool) -> None:
    mesh = meshes.bored_block(20, 30, 5, 2)
    tree = bvh.build(corners_of(mesh), by_direction=by_direction)
    places = tree.rows[:, None, :3] + np.stack(
        [0 * tree.rows[:, 3:6], tree.rows[:, 3:6], tree.rows[:, 6:9]], 1
    )

    def rows_below(node: int) -> list[int]:
        left = int(tree.first[node])
        if tree.count[node]:
            return list(range(left, left + int(tree.count[node])))
        return rows_below(left) + rows_below(left + 1)

    for node in range(0, len(tree.first), 7):
        rows = rows_below(node)
        below, normals = places[rows].reshape(-1, 3), tree.rows[rows, 9:]
        along = below @ tree.slabs[node, :3]
        assert (below >= tree.boxes[node, :3] - 1e-12).all()
        assert (below <= tree.boxes[node, 3:] + 1e-12).all()
        assert (normals >= tree.normal_bounds[node, :3]).all()
        assert (normals <= tree.normal_bounds[node, 3:]).all()
        assert along.min() >= tree.slabs[node, 3] - 1e-9
        assert along.max() <= tree.slabs[node, 4] + 1e-9


def test_a_turned_block_lies_along_the_axes_of_its_tree() -> None:
    turn = np.linalg.qr(np.random.default_rng(1).normal(size=(3, 3)))[0]
    mesh = meshes.moved(meshes.block((20, 10, 3), 1.0), turn, shift=(1e6, 0, 0))
    tree = bvh.build(corners_of(mesh))

    assert np.sort(tree.boxes[0, 3:] - tree.boxes[0, :3]) == pytest.approx([3, 10, 20], abs=1e-8)


def test_triangles_without_an_area_or_a_place_are_left_out() -> None:
    corners = corners_of(meshes.block((1, 1, 1), 1.0)).copy()
    corners[0, 1] = corners[0, 0]
    corners[1, 2] = np.nan

    assert len(bvh.build(corners).rows) == len(corners) - 2


def test_no_arrangement_makes_a_tree_deeper_than_a_stack() -> None:
    sizes = 2.0 ** -np.arange(300)
    corners = sizes[:, None, None] * np.array([[1.0, 0, 0], [1, 1, 0], [1, 0, 1]])
    tree = bvh.build(corners)

    depth = np.zeros(len(tree.first), dtype=int)
    for node in np.flatnonzero(tree.count == 0):
        depth[tree.first[node]] = depth[tree.first[node] + 1] = depth[node] + 1
    assert depth.max() < split.STACK


def test_an_empty_tree_has_no_rows() -> None:
    tree = bvh.build(np.zeros((0, 3, 3)))

    assert len(tree.rows) == 0
    assert tree.triangles(np.full(2, -1, dtype=np.int32)).tolist() == [-1, -1]
