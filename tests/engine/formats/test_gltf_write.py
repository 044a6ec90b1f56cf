"""The GLB holds the mesh as it is, and nothing that glTF forbids."""

import dataclasses
import io

import numpy as np
import pytest
import trimesh

from engine.formats import gltf
from engine.model.arrays import frozen
from engine.palette import rgb, to_linear
from tests.support import analyses, glb, khronos


@pytest.fixture(scope="module")
def mesh():
    return analyses.tray().assessed.prepared.mesh


def test_vertices_normals_and_triangles_are_those_of_the_mesh(mesh):
    held = glb.attributes(gltf.write(mesh))
    np.testing.assert_array_equal(held["POSITION"], mesh.vertices.astype(np.float32))
    np.testing.assert_array_equal(held["NORMAL"], mesh.normals.astype(np.float32))
    np.testing.assert_array_equal(held["indices"].reshape(-1, 3), mesh.triangles)


def test_up_is_up_and_a_meter_is_a_meter_for_whoever_reads_the_file(mesh):
    # the tray is 120 x 80 x 30 mm, Z-up, of 89.648 cm³
    scene = trimesh.load(io.BytesIO(gltf.write(mesh)), file_type="glb")
    np.testing.assert_allclose(scene.extents, [0.120, 0.030, 0.080], atol=1e-6)
    solid = scene.to_geometry()
    solid.merge_vertices(merge_norm=True, merge_tex=True)
    assert solid.volume == pytest.approx(89.648e-6, rel=1e-5)


def test_the_root_node_takes_z_to_y(mesh):
    node = glb.document(gltf.write(mesh))["nodes"][0]
    x, y, z, w = node["rotation"]
    up = np.array([0.0, 0.0, 1.0])
    # v + 2 q x (q x v + w v)
    turned = up + 2 * np.cross([x, y, z], np.cross([x, y, z], up) + w * up)
    np.testing.assert_allclose(turned, [0, 1, 0], atol=1e-12)
    assert node["scale"] == [0.001] * 3


def test_colors_are_stored_as_linear_light(mesh):
    colors = np.tile(rgb("#bc3c3c"), (len(mesh.vertices), 1))
    held = glb.attributes(gltf.write(mesh, colors=colors))["COLOR_0"]
    # 188 of 255 is half the light (IEC 61966-2-1)
    np.testing.assert_allclose(held[0], [0.502886, 0.045186, 0.045186, 1.0], atol=1e-6)


def test_without_colors_the_part_is_of_one_quiet_color(mesh):
    held = glb.attributes(gltf.write(mesh))["COLOR_0"]
    np.testing.assert_allclose(held[:, :3], np.tile(to_linear(rgb("#c9d1da")), (len(held), 1)), atol=1e-6)


def test_what_was_not_measured_is_a_sentinel_and_everything_else_as_it_was(mesh):
    values = np.linspace(0, 7, len(mesh.vertices))
    values[[0, 5, 9]] = [np.nan, np.inf, -np.inf]
    attributes = {"_THICKNESS": values, "_DRAFT": values}
    held = glb.attributes(gltf.write(mesh, attributes=attributes, sentinels={"_DRAFT": -999.0}))
    assert held["_THICKNESS"][[0, 5, 9]].tolist() == [-1.0] * 3
    assert held["_DRAFT"][[0, 5, 9]].tolist() == [-999.0] * 3
    others = np.isfinite(values)
    np.testing.assert_array_equal(held["_THICKNESS"][others], values[others].astype(np.float32))


def test_no_number_in_the_file_is_nan_or_infinite(mesh):
    broken = mesh.normals.copy()
    broken[:7] = np.nan
    values = np.full(len(mesh.vertices), np.nan)
    data = gltf.write(dataclasses.replace(mesh, normals=frozen(broken)), attributes={"_VALUE": values})
    for name, held in glb.attributes(data).items():
        assert np.isfinite(held).all(), name


def test_a_vertex_without_a_normal_gets_that_of_its_triangles(mesh):
    broken = mesh.normals.copy()
    broken[::3] = np.nan
    held = glb.attributes(gltf.write(dataclasses.replace(mesh, normals=frozen(broken))))["NORMAL"]
    np.testing.assert_allclose(held, mesh.normals, atol=1e-6)


def test_extras_lie_on_the_mesh(mesh):
    assert glb.extras(gltf.write(mesh, extras={"field": "thickness", "min": 1.5})) == {
        "field": "thickness",
        "min": 1.5,
    }


def test_extras_that_are_no_json_are_refused(mesh):
    with pytest.raises(ValueError, match="JSON"):
        gltf.write(mesh, extras={"min": float("nan")})


def test_the_same_mesh_gives_the_same_bytes(mesh):
    assert gltf.write(mesh, name="a") == gltf.write(mesh, name="a")


def test_any_name_is_written_as_it_is(mesh):
    name = 'Gehäuse "7" </script> \\ 部品'
    assert glb.document(gltf.write(mesh, name=name))["nodes"][0]["name"] == name


def test_the_khronos_validator_finds_no_error(mesh):
    values = np.full(len(mesh.vertices), np.inf)
    assert khronos.validate(gltf.write(mesh, attributes={"_CLEARANCE": values}, extras={"a": 1})) == []


def test_the_khronos_validator_would_have_found_one(mesh):
    data = bytearray(gltf.write(mesh))
    data[-4:] = (10**6).to_bytes(4, "little")  # a triangle with a corner that is not there
    assert [message["code"] for message in khronos.validate(bytes(data))] == ["ACCESSOR_INDEX_OOB"]
