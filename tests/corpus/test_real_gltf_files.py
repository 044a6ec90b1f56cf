"""Real glTF files: read whole, and where the same part is there as STEP, the same part."""

from collections import Counter
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from engine import pipeline
from engine.features.hole import Hole
from engine.model.mesh import MeshOptions
from engine.model.part import Part, Source
from engine.model.pull import PullOptions
from engine.progress import Progress
from engine.rules import packs
from engine.run_context import RunContext
from tests.support import corpus, mesh_checks
from tests.support.parts_holes import holes_in

pytestmark = [pytest.mark.corpus, corpus.needs_corpus]

PAIRS = {
    "nist_ctc_01_asme1_rd": "cnc/nist_ctc_01_asme1_rd.stp",
    "XY_Plate_v1": "cnc/XY_Plate_v1.step",
    "Fan_cover": "sheet-metal/Fan_cover.step",
}
QUICK = (*PAIRS, "nested", "testplate", "Radiator")
ALL = (*QUICK, "tea_cup")
"""That one takes longer, for its free forms. Four with more of them are left to `bench robustness`."""
EDGES_ALONG = 30
"""Elements along the largest side. Left alone, a mesh has four times as many and takes twice as long."""
# With `scope`, all tests of one file stand beside each other: each worker of a run prepares its own.
BAD = [row for row in corpus.manifest("bad/manifest.csv") if row["file"].lower().endswith((".glb", ".gltf"))]
CUBE = {"x": 20.0, "y": 20.0, "z": 20.0}


@cache
def context(name: str) -> RunContext:
    """Prepare a file once for all tests: nothing in it can be changed."""
    max_edge_mm = max(sides_mm(name)) / EDGES_ALONG
    return pipeline.prepare(corpus.CORPUS / "glb" / f"{name}.glb", MeshOptions(max_edge_mm), Progress())


def row(name: str) -> dict[str, str]:
    """Return what the manifest says of a file."""
    (found,) = (each for each in corpus.manifest() if each["file"] == f"glb/{name}.glb")
    return found


def sides_mm(name: str) -> list[float]:
    """Return the sides of a file's box."""
    return [float(side) for side in row(name)["bbox_mm"].split(" x ")]


def exact(name: str) -> Part:
    """Read the STEP twin of a file."""
    return corpus.part(f"real/{PAIRS[name]}")


@pytest.mark.parametrize("name", QUICK, scope="module")
def test_a_real_file_becomes_a_closed_part_with_the_size_and_volume_it_has(name: str) -> None:
    part, mesh = context(name).part, context(name).mesh
    assert part.source is Source.TRIANGLES
    assert all(body.is_closed for body in part.bodies)
    assert mesh_checks.open_edges(mesh) == 0
    # surfaces bulge beyond their triangles by their chord, and the manifest measures triangles
    assert sorted(part.size_mm) == pytest.approx(sorted(sides_mm(name)), rel=0.01)
    assert part.volume_mm3 == pytest.approx(float(row(name)["volume_mm3"]), rel=0.02)
    assert sum(face.area_mm2 for face in part.faces) == pytest.approx(part.area_mm2, rel=0.03)
    assert np.isfinite(mesh.normals).all()


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL, scope="module")
def test_every_real_file_is_analyzed_to_the_end(name: str) -> None:
    part = context(name).part
    analysis = pipeline.assess(context(name), PullOptions(), packs.shipped(), Progress())
    assert len(analysis.verdicts) == len(packs.shipped())
    assert len(analysis.assessed.recognition.role_of_face) == len(part.faces)
    assert np.isfinite(context(name).prepared.fields["thickness"].values).any()
    is_open = not all(body.is_closed for body in part.bodies)
    assert any("without a volume" in note for note in part.notes) == is_open


@pytest.mark.parametrize("name", PAIRS, scope="module")
def test_a_part_measures_the_same_as_glb_and_as_step(name: str) -> None:
    part, mesh = context(name).part, context(name).mesh
    assert part.volume_mm3 == pytest.approx(exact(name).volume_mm3, rel=1e-5)
    assert part.area_mm2 == pytest.approx(exact(name).area_mm2, rel=1e-5)
    assert sorted(part.size_mm) == pytest.approx(sorted(exact(name).size_mm), abs=1e-3)
    assert abs(mesh_checks.volume(mesh) - part.volume_mm3) < mesh.chord_mm * part.area_mm2


@pytest.mark.parametrize("name", PAIRS, scope="module")
def test_a_part_has_the_same_holes_as_glb_and_as_step(name: str) -> None:
    assert described(holes_in(context(name).part)) == described(holes_in(exact(name))) != Counter()


def described(holes: list[Hole]) -> Counter[tuple[float, float, bool, str, int]]:
    return Counter(
        (
            round(hole.diameter_mm, 2),
            round(hole.depth_mm, 2),
            hole.through,
            str(hole.hole_type),
            len(hole.stages),
        )
        for hole in holes
    )


@pytest.mark.parametrize("row", BAD, ids=lambda row: row["file"].removeprefix("bad/"))
def test_a_bad_file_is_refused_in_one_sentence_and_an_odd_one_is_read(
    row: dict[str, str], ask: Callable[[str], corpus.Reply]
) -> None:
    expected = row["expected"]
    found, refusal = ask(row["file"])
    if found is None:
        assert "reject" in expected, refusal
        assert 10 < len(refusal) < 400
        assert refusal.isprintable()
        return
    assert "accept" in expected or "warn" in expected, f"{row['what']}: {found}"
    if "20 mm cube" in expected:
        assert found["geometry"]["bounding_box_mm"] == pytest.approx(CUBE, abs=1e-4)
        assert found["geometry"]["volume_cm3"] == pytest.approx(8.0, rel=1e-5)
    if "warn" in expected:
        assert found["notes"], "read without a word of warning"
