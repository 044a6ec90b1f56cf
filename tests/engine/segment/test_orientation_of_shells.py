"""Bodies within each other: a few are told apart, a bomb of copies is refused."""

from pathlib import Path

import numpy as np
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


def test_more_bodies_within_each_other_than_can_be_distinguished_are_refused(
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


WEDGE = np.array([(x, y, z) for z in (0, 20) for x, y in ((0, 0), (20, 0), (0, 20))], dtype=float)
WEDGE_TRIANGLES = [(0, 2, 1), (3, 4, 5), (0, 1, 4), (0, 4, 3), (1, 2, 5), (1, 5, 4), (2, 0, 3), (2, 3, 5)]
TETRAHEDRON_TRIANGLES = [(6, 8, 7), (6, 7, 9), (7, 8, 9), (8, 6, 9)]


@pytest.mark.parametrize(
    ("corners", "is_cavity"),
    [
        ([(1, 1, 18), (18, 14, 18), (18, 17, 11), (12, 6, 12)], True),
        ([(2, 12, 2), (4, 11, 17), (18, 7, 1), (8, 16, 6)], False),
    ],
)
def test_a_shell_lies_in_another_where_two_of_its_three_largest_triangles_do(corners, is_cavity) -> None:
    """A wedge beside the plane x + y = 20, and a tetrahedron through that plane.

    The middles of the first tetrahedron's triangles, largest first, lie out, in, in, out; the other's the
    other way about.
    """
    places = np.vstack([WEDGE, corners])
    wound = orientation.orient(places, np.array(WEDGE_TRIANGLES + TETRAHEDRON_TRIANGLES))
    kept = np.arange(len(wound.triangles))
    found = orientation.nest(places, wound, wound.triangles, kept, np.zeros(len(kept), dtype=np.int64))
    assert found.is_void.tolist() == [False, is_cavity]
    assert len(set(found.body_of_shell.tolist())) == (1 if is_cavity else 2)
