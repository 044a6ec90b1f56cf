"""Real glTF files: read whole, and where the same part is there as STEP, the same part."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine import formats
from engine.errors import InternalError, SprueError
from engine.features.hole import Hole
from engine.isolate.worker import Worker, WorkerOptions
from engine.model.mesh import Mesh, MeshOptions
from engine.model.part import Part, Source
from engine.progress import Progress
from tests.support import corpus, mesh_checks
from tests.support.parts_holes import holes_in

pytestmark = [pytest.mark.corpus, corpus.needs_corpus]

TIME_LIMIT_S = 60.0
PAIRS = {
    "nist_ctc_01_asme1_rd": "cnc/nist_ctc_01_asme1_rd.stp",
    "XY_Plate_v1": "cnc/XY_Plate_v1.step",
    "Fan_cover": "sheet-metal/Fan_cover.step",
}
QUICK = ("nested", "testplate", "boolean", "Radiator", "Base26_Main", *PAIRS)
"""The others take longer, for their free forms or their 110,000 triangles."""
BAD = [row for row in corpus.manifest("bad/manifest.csv") if row["file"].lower().endswith((".glb", ".gltf"))]
CUBE = {"x": 20.0, "y": 20.0, "z": 20.0}


def read(path: Path, options: MeshOptions = MeshOptions()) -> tuple[Part, Mesh]:  # noqa: B008
    return formats.read(path, options, Progress())


@pytest.mark.parametrize("name", QUICK)
def test_a_real_file_becomes_a_closed_part_with_the_size_and_volume_it_has(name: str) -> None:
    (row,) = (each for each in corpus.manifest() if each["file"] == f"glb/{name}.glb")
    part, mesh = read(corpus.CORPUS / row["file"])
    assert part.source is Source.TRIANGLES
    assert all(body.is_closed for body in part.bodies)
    assert mesh_checks.open_edges(mesh) == 0
    sides = [float(side) for side in row["bbox_mm"].split(" x ")]
    # surfaces bulge beyond their triangles by their chord, and the manifest measures triangles
    assert sorted(part.size_mm) == pytest.approx(sorted(sides), rel=0.01)
    assert part.volume_mm3 == pytest.approx(float(row["volume_mm3"]), rel=0.02)
    assert sum(face.area_mm2 for face in part.faces) == pytest.approx(part.area_mm2, rel=0.03)
    assert np.isfinite(mesh.normals).all()


@pytest.mark.parametrize("name", PAIRS)
def test_a_part_measures_the_same_as_glb_and_as_step(name: str) -> None:
    part, mesh = read(corpus.CORPUS / "glb" / f"{name}.glb")
    exact, _ = read(corpus.CORPUS / "real" / PAIRS[name])
    assert part.volume_mm3 == pytest.approx(exact.volume_mm3, rel=1e-5)
    assert part.area_mm2 == pytest.approx(exact.area_mm2, rel=1e-5)
    assert sorted(part.size_mm) == pytest.approx(sorted(exact.size_mm), abs=1e-3)
    assert abs(mesh_checks.volume(mesh) - part.volume_mm3) < mesh.chord_mm * part.area_mm2


@pytest.mark.parametrize("name", PAIRS)
def test_a_part_has_the_same_holes_as_glb_and_as_step(name: str) -> None:
    part, _ = read(corpus.CORPUS / "glb" / f"{name}.glb", MeshOptions(max_edge_mm=50.0))
    exact, _ = read(corpus.CORPUS / "real" / PAIRS[name], MeshOptions(max_edge_mm=50.0))
    assert told(holes_in(part)) == told(holes_in(exact)) != Counter()


def told(holes: list[Hole]) -> Counter[tuple[float, float, bool, str, int]]:
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


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with Worker(WorkerOptions(preload=("engine.tasks",))) as warm:
        yield warm


@pytest.mark.parametrize("row", BAD, ids=lambda row: row["file"].removeprefix("bad/"))
def test_a_bad_file_is_refused_in_one_sentence_and_an_odd_one_is_read(
    row: dict[str, str], worker: Worker
) -> None:
    expected = row["expected"]
    found, refusal = ask(worker, row["file"])
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


def ask(worker: Worker, file: str) -> tuple[dict[str, Any] | None, str]:
    """Return what is told of a file, or the sentence that refuses it; a defect of ours is raised."""
    arguments = {"file": str(corpus.CORPUS / file)}
    try:
        return worker.run("engine.tasks:describe", arguments, time_limit_s=TIME_LIMIT_S), ""
    except InternalError:
        raise
    except SprueError as error:
        return None, str(error)
