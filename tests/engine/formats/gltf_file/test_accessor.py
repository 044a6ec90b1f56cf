"""Accessors give the numbers in the file, and refuse what the file cannot hold."""

import numpy as np
import pytest

from engine.errors import UnreadableFile
from engine.formats.gltf_file import accessor, container
from tests.support import gltf_by_hand as glb


def read_bent(tmp_path, bend, index=0, width=3):
    tree, binary = glb.cube()
    bend(tree)
    document = container.open_document(glb.write(tmp_path / "cube.glb", tree, binary))
    return accessor.read(document, index, width)


def test_positions_come_back_as_they_were_written(tmp_path):
    found = read_bent(tmp_path, lambda tree: None)
    assert np.array_equal(found, glb.CUBE_VERTICES * np.float32(glb.SIDE_M))


def test_a_stride_skips_what_lies_between(tmp_path):
    def every_other_vertex(tree):
        tree["bufferViews"][0]["byteStride"] = 24
        tree["accessors"][0]["count"] = 4

    found = read_bent(tmp_path, every_other_vertex)
    assert np.array_equal(found, (glb.CUBE_VERTICES * np.float32(glb.SIDE_M))[::2])


def test_normalized_integers_become_shares_of_one(tmp_path):
    def as_bytes(tree):
        tree["accessors"][0] |= {"componentType": 5121, "normalized": True, "count": 2, "type": "VEC3"}

    found = read_bent(tmp_path, as_bytes)
    assert found.dtype == np.float64
    assert 0 <= found.min() <= found.max() <= 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"count": 9}, "room for 8"),
        ({"count": 2**31 - 1}, "more than a file can hold"),
        ({"count": -1}, "whole number"),
        ({"count": True}, "whole number"),
        ({"byteOffset": 4}, "room for 7"),
        ({"componentType": 9999}, "component type 9999"),
        ({"type": "MAT4"}, "MAT4"),
        ({"bufferView": 5}, "bufferViews"),
        ({"sparse": {"count": 99, "indices": {}, "values": {}}}, "sparse"),
    ],
)
def test_a_declaration_the_bytes_do_not_bear_out_is_refused(tmp_path, change, message):
    with pytest.raises(UnreadableFile, match=message):
        read_bent(tmp_path, lambda tree: tree["accessors"][0].update(change))
