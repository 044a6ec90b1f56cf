"""Bodies within each other: a few are told apart, a bomb of copies is refused."""

from pathlib import Path

import pytest

from engine import formats
from engine.errors import MeshTooLarge
from engine.progress import Progress
from engine.segment import shells
from tests.support import gltf_by_hand


def copies(folder: Path, count: int) -> Path:
    """Write a file that shows one cube so many times at one place."""
    tree, binary = gltf_by_hand.cube()
    tree["nodes"] = [{"mesh": 0} for _ in range(count)]
    tree["scenes"] = [{"nodes": list(range(count))}]
    return gltf_by_hand.write(folder / "copies.glb", tree, binary)


def test_more_bodies_in_one_place_than_can_be_told_apart_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shells, "MOST_PAIRS", 4 * 3)
    assert formats.glance(copies(tmp_path, 4), Progress())[0].n_bodies == 4
    with pytest.raises(MeshTooLarge, match="too many of the 5 bodies"):
        formats.glance(copies(tmp_path, 5), Progress())
