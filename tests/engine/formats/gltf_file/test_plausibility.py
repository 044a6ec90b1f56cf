"""What a glTF's size and repairs say about it."""

import numpy as np
import pytest

from engine.errors import UnreadableFile
from engine.formats.gltf_file import plausibility
from engine.segment import mesh_repair
from engine.segment.mesh_repair import Repairs
from tests.support import gltf_by_hand as glb

SOUND = Repairs(dropped=3, doubled=0, flipped=0, straightened=0, open_shells=0, unorientable=0)


def cube_of(side_mm: float):
    built, _ = mesh_repair.build(
        [(glb.CUBE_VERTICES.astype(float) * side_mm, glb.CUBE_TRIANGLES.astype(np.int64))]
    )
    return built


@pytest.mark.parametrize("side_mm", [0.11, 20.0, 9_900.0])
def test_a_size_that_parts_have_is_not_worth_a_word(side_mm):
    assert plausibility.doubts(cube_of(side_mm), SOUND) == ()


@pytest.mark.parametrize("side_mm", [0.09, 10_100.0])
def test_a_size_that_parts_hardly_have_is(side_mm):
    (sentence,) = plausibility.doubts(cube_of(side_mm), SOUND)
    assert "meters" in sentence


@pytest.mark.parametrize("side_mm", [0.001, 1e7])
def test_a_size_that_no_part_has_is_refused(side_mm):
    with pytest.raises(UnreadableFile, match="for any part"):
        plausibility.doubts(cube_of(side_mm), SOUND)


def test_a_surface_without_two_sides_is_reported():
    twisted = Repairs(dropped=0, doubled=1, flipped=0, straightened=0, open_shells=1, unorientable=1)
    first, second = plausibility.doubts(cube_of(10.0), twisted)
    assert "1 triangle that stood there twice" in first
    assert "Möbius" in second
