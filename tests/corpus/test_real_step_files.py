"""Real parts: bodies, faces, box, volume and area as the corpus' manifest has them, and sound edges."""

from pathlib import Path

import numpy as np
import pytest

from engine.model.part import Part
from tests.support.corpus import CORPUS, manifest, part
from tests.support.seams import is_seam

ROWS = {
    row["file"]: row
    for row in manifest()
    if row["kind"] == "real" and Path(row["file"]).suffix.lower() in (".step", ".stp")
}
HUGE = "real/cnc/partA.step"
"""67 x 86 x 50 m by its declared unit: read, and doubted aloud."""
MOST_FACES = 3000
"""A circuit board of 5,599 faces takes ten seconds; `bench robustness` measures it."""
READ = [name for name, row in ROWS.items() if int(row["n_faces"]) <= MOST_FACES]
"""With `scope`, all tests of one file stand beside each other: each worker of a run reads its own."""
LOOSE_SHARE = {
    "real/additive/Handle_SO101.step": 3e-3,
    "real/cnc/featuretype.step": 1e-3,
    "real/cnc/Barrel_Body.stp": 1e-3,
    "real/cnc/ISO7092DIN433_M1FlatWasher.step": 1e-3,
}
"""Where the manifest's volume is off: three by the integration it was made with (it misses 0.5 % of a
plane bounded by splines), the washer by rounding."""
SMALLER_BOX = {"real/additive/Handle_SO101.step": (88.125, 25, 60.0675)}
"""Where the manifest's box holds more than the trimmed faces (checked against a mesh of 10 000 triangles)."""

pytestmark = [
    pytest.mark.corpus,
    pytest.mark.slow,
    pytest.mark.skipif(not ROWS, reason=f"the test corpus is not at {CORPUS}"),
]


@pytest.mark.parametrize("name", READ, scope="module")
def test_real_parts_measure_as_the_manifest_says(name: str) -> None:
    row, found = ROWS[name], part(name)
    share = LOOSE_SHARE.get(name, 1e-4)
    assert len(found.bodies) == int(row["n_solids"])
    assert sum(face.body is not None for face in found.faces) == int(row["n_faces"])
    assert found.volume_mm3 == pytest.approx(float(row["volume_mm3"]), rel=share)
    assert found.area_mm2 == pytest.approx(float(row["area_mm2"]), rel=share)
    size = SMALLER_BOX.get(name, tuple(float(side) for side in row["bbox_mm"].split(" x ")))
    # the manifest has two or three decimals, or six digits
    assert found.size_mm == pytest.approx(size, abs=6e-3, rel=1e-6)


@pytest.mark.parametrize("name", READ, scope="module")
def test_faces_and_edges_of_real_parts_hold_together(name: str) -> None:
    found = part(name)
    for body in found.bodies:
        assert body.volume_mm3 > 0
    for face in found.faces:
        if face.body is None:
            assert np.isnan(
                face.inner_normal
            ).all()  # what lies beside the bodies keeps its id and nothing else
            continue
        assert abs(np.linalg.norm(face.inner_normal) - 1) < 1e-6
        assert (face.inner_point >= face.box_mm[0] - 1e-3).all()
        assert (face.inner_point <= face.box_mm[1] + 1e-3).all()
        assert [loop.is_outer for loop in face.loops].count(True) <= 1
        assert face.area_mm2 > 0
    for edge in found.edges:
        assert len(edge.points) >= 5
        assert np.isfinite(edge.points).all()
        known = edge.normals[np.isfinite(edge.normals).all(axis=2)]
        np.testing.assert_allclose(np.linalg.norm(known, axis=1), 1, atol=1e-9)
        if len(edge.faces) == 2:
            assert edge.normals.shape == (2, len(edge.points), 3)


@pytest.mark.parametrize("name", READ, scope="module")
def test_borders_of_real_parts_have_the_first_face_on_the_left(name: str) -> None:
    """Where two planes meet, the way from the edge's middle into `faces[0]` leads towards its material.

    Only planes have a side that can be told by a polygon: the edge's middle, moved a little to the left,
    must be inside `faces[0]`'s loops and outside moved to the right.
    """
    from engine.model.surface import Plane

    found = part(name)
    checked = 0
    for edge in found.edges[:: max(1, len(found.edges) // 60)]:
        if len(edge.faces) != 2 or is_seam(edge):
            continue
        face = found.faces[edge.faces[0]]
        if not isinstance(face.surface, Plane):
            continue
        middle = len(edge.points) // 2
        tangent = edge.points[middle + 1] - edge.points[middle - 1]
        left = np.cross(edge.normals[0, middle], tangent / np.linalg.norm(tangent))
        step = 1e-3 * min(edge.length_mm, face.area_mm2**0.5)
        ways = [_crossings(found, face.id, edge.points[middle] + way * step * left) for way in (1, -1)]
        assert ways == [1, 0], f"edge {edge.id}"
        checked += 1
    assert checked or len(found.edges) < 60


def _crossings(found: Part, face: int, point: np.ndarray) -> int:
    """1 where a point of a planar face's plane lies within its loops, else 0 (even-odd over its edges)."""
    normal = found.faces[face].inner_normal
    x = np.cross(normal, [0.4123, -0.5321, 0.7391])
    x /= np.linalg.norm(x)
    y = np.cross(normal, x)
    crossings = 0
    for loop in found.faces[face].loops:
        for index in loop.edges:
            flat = (found.edges[index].points - point) @ np.column_stack([x, y])
            a, b = flat[:-1], flat[1:]
            hit = (a[:, 1] > 0) != (b[:, 1] > 0)
            with np.errstate(divide="ignore", invalid="ignore"):
                at = a[:, 0] - a[:, 1] * (b[:, 0] - a[:, 0]) / (b[:, 1] - a[:, 1])
            crossings += int((at[hit] > 0).sum())
    return crossings % 2


@pytest.mark.skipif(HUGE not in ROWS, reason=f"the test corpus is not at {CORPUS}")
def test_a_part_of_120_meters_is_read_and_doubted_with_its_size() -> None:
    (note,) = part(HUGE).notes
    assert "66.85 x 86.35 x 50 m" in note
    assert "meters" in note
