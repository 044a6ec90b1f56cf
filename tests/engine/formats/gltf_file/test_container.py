"""The outside of a glTF file is checked before anything in it is believed."""

import base64
import json

import pytest

from engine.errors import SprueError, UnreadableFile
from engine.formats.gltf_file import container, scene
from tests.support import corpus
from tests.support import gltf_by_hand as glb


def test_a_glb_opens_with_its_document_and_its_bytes(tmp_path):
    tree, binary = glb.cube()
    document = container.open_document(glb.write(tmp_path / "cube.glb", tree, binary))
    assert document.json == tree
    assert document.buffer(0) == binary


def test_a_gltf_with_its_buffer_inside_opens_too(tmp_path):
    tree, binary = glb.cube()
    tree["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64.b64encode(binary).decode()
    path = tmp_path / "cube.gltf"
    path.write_text(json.dumps(tree))
    assert container.open_document(path).buffer(0) == binary


@pytest.mark.parametrize(
    "uri",
    [
        "part.bin",
        "../../etc/passwd",
        "file:///etc/passwd",
        "http://127.0.0.1/part.bin",
        "/dev/zero",
        "data:text/html;base64,AAAA",
        "data:application/octet-stream;base64,A*A",
    ],
)
def test_nothing_outside_the_file_is_opened_and_bad_data_is_named(tmp_path, uri):
    tree, _ = glb.cube()
    tree["buffers"][0]["uri"] = uri
    document = container.open_document(glb.write(tmp_path / "cube.glb", tree))
    with pytest.raises(UnreadableFile, match=r"outside|data URI"):
        document.buffer(0)


@pytest.mark.parametrize("name", ["KHR_draco_mesh_compression", "EXT_mesh_gpu_instancing", 7])
def test_a_required_extension_that_changes_the_shape_is_refused_by_name(tmp_path, name):
    tree, binary = glb.cube()
    tree["extensionsRequired"] = [name]
    with pytest.raises(UnreadableFile, match=str(name)):
        container.open_document(glb.write(tmp_path / "cube.glb", tree, binary))


def test_a_required_extension_that_only_colors_is_accepted(tmp_path):
    tree, binary = glb.cube()
    tree["extensionsRequired"] = ["KHR_materials_unlit", "KHR_texture_transform"]
    container.open_document(glb.write(tmp_path / "cube.glb", tree, binary))


def test_a_cut_file_is_called_truncated(tmp_path):
    whole = glb.write(tmp_path / "cube.glb", *glb.cube())
    whole.write_bytes(whole.read_bytes()[:-1])
    with pytest.raises(UnreadableFile, match="truncated"):
        container.open_document(whole)


def test_deeply_nested_json_does_not_overflow_the_stack(tmp_path):
    path = tmp_path / "deep.gltf"
    path.write_text("[" * 100_000)
    with pytest.raises(UnreadableFile, match="nested too deeply"):
        container.open_document(path)


@pytest.mark.corpus
@corpus.needs_corpus
@pytest.mark.parametrize("path", corpus.files("bad/gltf/*"), ids=lambda path: path.name)
def test_every_broken_gltf_is_refused_in_one_sentence_or_read(path):
    refusal = ""
    try:
        scene.triangles(container.open_document(path))
    except SprueError as error:
        refusal = str(error)
    assert "\n" not in refusal
    assert len(refusal) < 300
