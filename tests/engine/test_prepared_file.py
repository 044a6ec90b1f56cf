"""A prepared part comes back as it was, or not at all."""

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine import pipeline, prepared_file, tasks
from engine.model.analysis import PreparedPart
from engine.model.mesh import MeshOptions
from engine.progress import Progress
from tests.support import draw
from tests.support.failing import break_function

AUTOMATIC = MeshOptions()


@pytest.fixture(scope="module")
def plate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Draw a plate of 60 x 40 x 5 mm with one hole of 6 mm through it."""
    shape = draw.cut(draw.box((60, 40, 5), (0, 0, 0)), draw.cylinder(3, 10, (20, 20, -1)))
    return draw.write_step(shape, tmp_path_factory.mktemp("parts") / "plate.step")


@pytest.fixture(scope="module")
def prepared(plate: Path) -> PreparedPart:
    return pipeline.prepare(plate, MeshOptions(max_edge_mm=8.0, curvature=16.0), Progress()).prepared


def test_what_was_written_is_read_with_arrays_that_nobody_changes(
    prepared: PreparedPart, tmp_path: Path
) -> None:
    target = tmp_path / "new" / "one.prepared"
    prepared_file.write(prepared, target)
    found = prepared_file.read(target)
    assert found is not None
    assert np.array_equal(found.mesh.vertices, prepared.mesh.vertices)
    assert np.array_equal(
        found.fields["thickness"].values, prepared.fields["thickness"].values, equal_nan=True
    )
    assert found.part.volume_mm3 == prepared.part.volume_mm3
    assert not found.mesh.vertices.flags.writeable
    assert [path.name for path in target.parent.iterdir()] == ["one.prepared"]


@pytest.mark.parametrize("bent", [b"", b"\x05", b"\x05\0\0\0\0\0\0\0hello", b"\xff" * 64])
def test_what_is_no_prepared_part_is_none(tmp_path: Path, bent: bytes) -> None:
    (tmp_path / "bent").write_bytes(bent)
    assert prepared_file.read(tmp_path / "bent") is None
    assert prepared_file.read(tmp_path / "nothing") is None


def test_a_file_that_was_cut_short_is_none(prepared: PreparedPart, tmp_path: Path) -> None:
    target = tmp_path / "one"
    prepared_file.write(prepared, target)
    target.write_bytes(target.read_bytes()[:-100])
    assert prepared_file.read(target) is None


def test_the_name_follows_content_name_and_mesh(plate: Path, tmp_path: Path) -> None:
    same = shutil.copy(plate, tmp_path / "plate.step")
    other = tmp_path / "lid.step"
    shutil.copy(plate, other)
    name = prepared_file.name(plate, AUTOMATIC)
    assert prepared_file.name(same, MeshOptions()) == name
    assert prepared_file.name(other, AUTOMATIC) != name
    assert prepared_file.name(plate, MeshOptions(max_edge_mm=2.0)) != name
    assert prepared_file.name(plate, MeshOptions(curvature=2.0)) != name
    same.write_bytes(plate.read_bytes() + b"\n")
    assert prepared_file.name(same, AUTOMATIC) != name


@pytest.mark.usefixtures("coarse_hollows")
def test_an_analysis_that_takes_the_mesh_of_another_says_the_same(
    plate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other failed when its part was judged."""
    asked: dict[str, Any] = {
        "file": str(plate),
        "max_edge_mm": 8.0,
        "curvature": 16.0,
        "alpha_min_deg": 0.5,
        "alpha_warn_deg": 3.0,
        "cache": str(tmp_path / "cache"),
        "with_report": False,
        "packs": ["cnc"],
    }
    with monkeypatch.context() as broken:
        break_function(broken, pipeline, "assess")
        with pytest.raises(ZeroDivisionError):
            tasks.analyze(asked | {"folder": str(tmp_path / "fresh"), "pull": "cardinal"}, Progress())
    results = {}
    for folder in ("aside", "whole"):
        cache = {"cache": None} if folder == "whole" else {}
        progress = Progress()
        tasks.analyze(asked | {"folder": str(tmp_path / folder), "pull": "1,0,0"} | cache, progress)
        results[folder] = json.loads((tmp_path / folder / "result.json").read_text())
        assert ("meshing" in progress.seconds_of_stage) == (folder == "whole")
    assert results["aside"] == results["whole"]
    assert results["aside"]["features"]["manufacturability"]["pull_dir"] == [1.0, 0.0, 0.0]
    assert len(list((tmp_path / "cache").glob("*.prepared"))) == 1
    assert {path.suffix for path in (tmp_path / "aside").iterdir()} == {".json", ".glb", ".msgpack"}
