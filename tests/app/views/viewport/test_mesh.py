"""Reading the part."""

from dataclasses import replace

import numpy as np
import pytest

from app.views.viewport import glb, mesh
from tests.app.views.viewport import solids


def test_a_part_comes_back_in_millimeters_with_z_up() -> None:
    found = mesh.read({"draft": solids.glb(solids.box(40, 20, 10, at=(1, 2, 3)))})
    low, high = found.box
    assert low == pytest.approx([1, 2, 3], abs=1e-5)
    assert high == pytest.approx([41, 22, 13], abs=1e-5)


def test_normals_point_where_they_did() -> None:
    found = mesh.read({"draft": solids.glb(solids.box(40, 20, 10))})
    assert found.normals == pytest.approx(solids.box(1, 1, 1).normals, abs=1e-6)


def test_one_file_brings_every_layer_and_the_faces() -> None:
    found = mesh.read({"draft": solids.glb(solids.box(40, 20, 10))})
    assert set(found.layers) == {"thickness", "clearance", "draft"}
    assert found.layers["thickness"] == pytest.approx(np.full(24, 10.0))
    assert found.face_of_vertex is not None
    assert found.face_of_triangle.tolist() == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]


def test_what_was_not_measured_is_no_number_and_minus_one_degree_is() -> None:
    drawn = solids.box(40, 20, 10)
    drawn.layers["draft"][:2] = [-1.0, np.nan]
    drawn.layers["thickness"][:2] = [np.nan, 1.0]
    found = mesh.read({"draft": solids.glb(drawn)})
    assert found.layers["draft"][0] == pytest.approx(-1.0)
    assert np.isnan(found.layers["draft"][1])
    assert np.isnan(found.layers["thickness"][0])
    assert np.isnan(found.layers["clearance"]).all()


def test_a_file_of_colors_alone_is_shown_in_them_each_layer_in_its_own() -> None:
    drawn = solids.box(40, 20, 10)
    sent = {
        "draft": solids.glb(drawn, with_attributes=False, color=(1, 0, 0)),
        "thickness": solids.glb(drawn, with_attributes=False, color=(0.214, 0.214, 0.214)),
    }
    found = mesh.read(sent)
    assert found.layers == {}
    assert found.face_of_vertex is None
    assert found.marked == {}
    assert found.colors["draft"][0].tolist() == [255, 0, 0]
    # 0.214 of linear light is the middle of sRGB, 0.5
    assert found.colors["thickness"][0].tolist() == [127, 127, 127] or found.colors["thickness"][0, 0] == 128


def test_undercuts_are_where_the_draft_artifact_is_in_their_color_and_nowhere_else() -> None:
    mark = np.array([0xA3, 0x12, 0x2A]) / 255.0
    drawn = solids.box(40, 20, 10)
    linear = tuple(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in mark)
    marked = mesh.read({"draft": solids.glb(drawn, color=linear)})
    plain = mesh.read({"draft": solids.glb(drawn, color=(0.2, 0.1, 0.1))})
    assert marked.marked["draft"].all()
    assert not plain.marked["draft"].any()


def test_nodes_turn_and_move_what_they_hold() -> None:
    drawn = solids.box(2, 1, 1)
    node = {"translation": [1.0, 0.0, 0.0], "scale": [1.0, 1.0, 1.0]}
    (found,) = glb.read(solids.pack({"POSITION": drawn.vertices}, drawn.triangles, node, {}))
    points = found.attributes["POSITION"]
    assert points.min(axis=0) == pytest.approx([1000.0, -1000.0, 0.0])
    assert points.max(axis=0) == pytest.approx([3000.0, 0.0, 1000.0])


def test_a_mirrored_node_keeps_its_triangles_outside_out() -> None:
    drawn = solids.box(2, 1, 1)
    for scale in ([1.0, 1.0, 1.0], [-1.0, 1.0, 1.0]):
        (found,) = glb.read(solids.pack({"POSITION": drawn.vertices}, drawn.triangles, {"scale": scale}, {}))
        a, b, c = found.attributes["POSITION"][found.triangles].transpose(1, 0, 2)
        volume = np.einsum("ij,ij->", a, np.cross(b, c)) / 6.0
        assert volume == pytest.approx(2e9)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "something else than a GLB"),
        (b"<html>", "something else than a GLB"),
        (solids.glb(solids.box(1, 1, 1))[:600], "ends too early"),
        (b"glTF" + b"\x02\x00\x00\x00\x0c\x00\x00\x00", "damaged"),
    ],
)
def test_what_is_no_part_is_refused_in_a_sentence(data: bytes, message: str) -> None:
    with pytest.raises(glb.UnreadableGlb, match=message):
        mesh.read({"draft": data})


def test_a_compressed_mesh_is_refused_by_the_name_of_its_compression() -> None:
    sent = solids.glb(solids.box(1, 1, 1))
    asked = sent.replace(
        b'"scene": 0, ', b'"extensionsRequired": ["KHR_draco_mesh_compression"], "scene": 0, '
    )
    longer = len(asked) - len(sent)
    head = bytearray(asked)
    head[12:16] = (int.from_bytes(sent[12:16], "little") + longer).to_bytes(4, "little")
    with pytest.raises(glb.UnreadableGlb, match="KHR_draco_mesh_compression"):
        mesh.read({"draft": bytes(head)})


def test_indices_beyond_the_vertices_are_refused() -> None:
    drawn = replace(solids.box(1, 1, 1), triangles=np.array([[0, 1, 99]]))
    with pytest.raises(glb.UnreadableGlb, match="damaged"):
        mesh.read({"draft": solids.glb(drawn)})
