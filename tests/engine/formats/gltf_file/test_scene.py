"""A scene's triangles stand where the nodes put them, in millimeters, Z up."""

import numpy as np
import pytest

from engine.errors import MeshTooLarge, NoSolid, UnreadableFile
from engine.formats.gltf_file import container, scene
from tests.support import gltf_by_hand as glb


def soups(tmp_path, tree, binary):
    return scene.triangles(container.open_document(glb.write(tmp_path / "cube.glb", tree, binary)))


def volume_mm3(soup):
    a, b, c = np.moveaxis(soup.vertices[soup.triangles], 1, 0)
    return np.einsum("ij,ij->", a, np.cross(b, c)) / 6


def test_a_cube_of_20_mm_has_8000_cubic_millimeters(tmp_path):
    (soup,) = soups(tmp_path, *glb.cube())
    assert volume_mm3(soup) == pytest.approx(8000, rel=1e-6)


def test_y_up_becomes_z_up(tmp_path):
    tree, binary = glb.cube()
    tree["nodes"][0]["scale"] = [1, 2, 3]
    (soup,) = soups(tmp_path, tree, binary)
    assert np.allclose(soup.vertices.min(0), [0, -60, 0], atol=1e-4)
    assert np.allclose(soup.vertices.max(0), [20, 0, 40], atol=1e-4)


def test_a_mirrored_node_keeps_its_outside_outside(tmp_path):
    tree, binary = glb.cube()
    tree["nodes"][0]["scale"] = [-1, 1, 1]
    (soup,) = soups(tmp_path, tree, binary)
    assert volume_mm3(soup) == pytest.approx(8000, rel=1e-6)


def test_transforms_of_parents_apply_and_a_quarter_turn_turns_the_right_way(tmp_path):
    tree, binary = glb.cube()
    half = np.sqrt(0.5)
    tree["nodes"] = [
        {"children": [1], "translation": [0.1, 0, 0]},
        {"mesh": 0, "rotation": [0, half, 0, half]},
    ]
    (soup,) = soups(tmp_path, tree, binary)
    # Turning +X about +Y by 90 degrees leads to -Z; in the part's frame -Z of glTF is +Y.
    assert np.allclose(soup.vertices.min(0), [100, 0, 0], atol=1e-3)
    assert np.allclose(soup.vertices.max(0), [120, 20, 20], atol=1e-3)


@pytest.mark.parametrize(("mode", "order"), [(5, [0, 1, 2, 3]), (6, [0, 1, 3, 2])])
def test_strips_and_fans_show_the_square_they_draw(tmp_path, mode, order):
    tree, binary = glb.document(glb.CUBE_VERTICES * glb.SIDE_M, np.array([order]))
    tree["accessors"][1]["count"] = 4
    tree["meshes"][0]["primitives"][0]["mode"] = mode
    (soup,) = soups(tmp_path, tree, binary)
    a, b, c = np.moveaxis(soup.vertices[soup.triangles], 1, 0)
    normal = np.cross(b - a, c - a)
    assert len(soup.triangles) == 2
    assert np.allclose(normal, normal[0])
    assert np.linalg.norm(normal, axis=1).sum() / 2 == pytest.approx(400, rel=1e-6)


@pytest.mark.parametrize(
    "nodes", [[{"mesh": 0, "children": [0]}], [{"children": [1]}, {"mesh": 0, "children": [0]}]]
)
def test_a_node_under_itself_ends_the_reading(tmp_path, nodes):
    tree, binary = glb.cube()
    tree["nodes"] = nodes
    with pytest.raises(UnreadableFile, match="under itself"):
        soups(tmp_path, tree, binary)


def test_a_chain_of_5000_nodes_is_followed_to_its_end(tmp_path):
    tree, binary = glb.cube()
    tree["nodes"] = [{"children": [index + 1]} for index in range(4999)] + [{"mesh": 0}]
    (soup,) = soups(tmp_path, tree, binary)
    assert len(soup.triangles) == 12


def test_points_alone_are_no_part(tmp_path):
    tree, binary = glb.cube()
    tree["meshes"][0]["primitives"][0]["mode"] = 0
    with pytest.raises(NoSolid, match="no triangle"):
        soups(tmp_path, tree, binary)


def test_a_matrix_that_is_not_finite_is_refused(tmp_path):
    tree, binary = glb.cube()
    tree["nodes"][0]["matrix"] = [1e999] + [0] * 15
    with pytest.raises(UnreadableFile, match="finite"):
        soups(tmp_path, tree, binary)


@pytest.mark.parametrize(("limit", "what"), [("MAX_PLACED", "3 meshes"), ("MAX_NODES", "3 nodes")])
def test_more_is_not_placed_than_can_be_analyzed(tmp_path, monkeypatch, limit, what):
    monkeypatch.setattr(scene, limit, 3)
    tree, binary = glb.cube()

    def shown(count):
        tree["nodes"] = [{"mesh": 0}] * count
        tree["scenes"] = [{"nodes": list(range(count))}]
        return soups(tmp_path, tree, binary)

    assert len(shown(3)) == 3
    with pytest.raises(MeshTooLarge, match=f"more than {what}"):
        shown(4)


def test_a_mesh_of_more_pieces_than_can_be_analyzed_is_not_placed_either(tmp_path, monkeypatch):
    monkeypatch.setattr(scene, "MAX_PLACED", 3)
    tree, binary = glb.cube()
    tree["meshes"][0]["primitives"] *= 4
    with pytest.raises(MeshTooLarge, match="more than 3 meshes"):
        soups(tmp_path, tree, binary)


@pytest.mark.parametrize(
    "bent",
    [{"scale": [1e300] * 3}, {"scale": [1e15] * 3}, {"rotation": [1e200] * 4}, {"translation": [1e13, 0, 0]}],
)
def test_coordinates_that_overflow_when_they_are_squared_are_refused(tmp_path, bent):
    tree, binary = glb.cube()
    tree["nodes"][0] |= bent
    with pytest.raises(UnreadableFile, match=r"out of range|not finite"):
        soups(tmp_path, tree, binary)
