"""A body shown again at its place is one body; one beside it is another."""

import time
from pathlib import Path
from typing import Any

import pytest

from engine import formats
from engine.progress import Progress
from tests.support import gltf_by_hand

LEFT_OUT = "Bodies placed exactly on top of another one were left out: {}."


def shown(folder: Path, nodes: list[dict[str, Any]]) -> tuple[int, float, tuple[str, ...]]:
    """Show the cube by these nodes; return bodies, volume in cm3, notes."""
    tree, binary = gltf_by_hand.cube()
    tree["nodes"] = nodes
    tree["scenes"] = [{"nodes": list(range(len(nodes)))}]
    found = formats.quick_info(gltf_by_hand.write(folder / "cubes.glb", tree, binary), Progress())[0]
    return found.n_bodies, found.volume_mm3 / 1000.0, found.notes


def test_a_copy_at_the_same_place_is_left_out_and_reported(tmp_path: Path) -> None:
    n_bodies, volume_cm3, notes = shown(tmp_path, [{"mesh": 0}] * 3)
    assert n_bodies == 1
    assert volume_cm3 == pytest.approx(8.0)
    assert notes == (LEFT_OUT.format(2),)


def test_one_beside_it_is_a_body_of_its_own(tmp_path: Path) -> None:
    n_bodies, volume_cm3, notes = shown(tmp_path, [{"mesh": 0}, {"mesh": 0, "translation": [0.03, 0, 0]}])
    assert (n_bodies, notes) == (2, ())
    assert volume_cm3 == pytest.approx(16.0)


def test_thousands_of_copies_take_no_longer_than_it_takes_to_place_them(tmp_path: Path) -> None:
    began = time.process_time()
    assert shown(tmp_path, [{"mesh": 0}] * 2000)[0] == 1
    assert time.process_time() - began < 4.0  # 24 before
