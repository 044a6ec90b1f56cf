"""Bodies within each other: a few are told apart, a bomb of copies is refused."""

from pathlib import Path

import pytest

from engine import formats
from engine.errors import MeshTooLarge
from engine.progress import Progress
from engine.segment import orientation
from tests.support import gltf_by_hand


def nested(folder: Path, count: int) -> Path:
    """Write a file of so many cubes, each a little smaller and within the one before."""
    tree, binary = gltf_by_hand.cube()
    middle = gltf_by_hand.SIDE_M / 2
    scales = [1 - 0.1 * at for at in range(count)]
    tree["nodes"] = [
        {"mesh": 0, "scale": [scale] * 3, "translation": [middle * (1 - scale)] * 3} for scale in scales
    ]
    tree["scenes"] = [{"nodes": list(range(count))}]
    return gltf_by_hand.write(folder / "nested.glb", tree, binary)


def test_more_bodies_within_each_other_than_can_be_told_apart_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(orientation, "MOST_PAIRS", 3 + 2 + 1)
    assert formats.quick_info(nested(tmp_path, 4), Progress())[0].n_bodies == 4
    with pytest.raises(MeshTooLarge, match="too many of the 5 bodies"):
        formats.quick_info(nested(tmp_path, 5), Progress())


def test_they_are_refused_before_any_is_looked_into(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    monkeypatch.setattr(orientation, "MOST_PAIRS", 1)
    monkeypatch.setattr(orientation, "_windings", lambda *_: looked.append(1))
    with pytest.raises(MeshTooLarge):
        formats.quick_info(nested(tmp_path, 3), Progress())
    assert not looked
