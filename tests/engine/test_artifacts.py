"""The files of a result, for a part made of blocks."""

import json
import struct
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from engine import artifacts, heatmaps
from engine.model.mesh import Mesh
from engine.progress import Progress
from engine.render import picture, scene
from engine.report import page, paper, shape
from engine.stages import FailedStage
from tests.support import analyses
from tests.support.failing import break_function, failing

NAMES = ("thickness", "clearance", "features", "draft")

BUILD = scene.build

pytestmark = pytest.mark.usefixtures("small_pictures")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return fill(tmp_path_factory.mktemp("results"))


def fill(folder: Path) -> Path:
    for make in (artifacts.write, artifacts.draw):
        make(analyses.tray(), "Trog <Ø4>.step", None, folder, Progress())
    return folder


def test_every_artifact_of_the_interface_is_there_and_named_in_the_result(folder: Path) -> None:
    document = json.loads((folder / "result.json").read_text())
    named = document["artifacts"]
    for key in (*(f"{name}_glb" for name in NAMES), "features_json", "modules_json", "report_html"):
        assert (folder / named[key]).is_file(), key
    assert set(named.values()) == {path.name for path in folder.iterdir()} - {
        "result.json",
        "metrics.msgpack",
        "geometry.msgpack",
    }


def test_features_and_modules_are_the_same_objects_as_in_the_result(folder: Path) -> None:
    document = json.loads((folder / "result.json").read_text())
    for name in ("features", "modules"):
        assert json.loads((folder / f"{name}.json").read_text()) == document[name]


def test_all_four_heatmaps_have_the_same_vertices(folder: Path) -> None:
    counts = set()
    for name in NAMES:
        data = (folder / f"{name}.glb").read_bytes()
        (length,) = struct.unpack_from("<I", data, 12)
        tree = json.loads(data[20 : 20 + length])
        position = tree["meshes"][0]["primitives"][0]["attributes"]["POSITION"]
        counts.add(tree["accessors"][position]["count"])
    assert len(counts) == 1


def test_pictures_are_pictures_of_something(folder: Path) -> None:
    pictures = sorted(folder.glob("*.png"))
    assert len(pictures) >= len(NAMES)
    for path in pictures:
        with Image.open(path) as image:
            colors = image.convert("RGB").getcolors(maxcolors=image.width * image.height)
            assert colors is not None
            assert len(colors) > 20, path.name


def test_the_report_names_the_file_and_needs_no_other(folder: Path) -> None:
    page = (folder / "report.html").read_text()
    assert "Trog &lt;Ø4&gt;.step" in page
    assert "<Ø4>" not in page

    links: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            assert tag != "script" or "src" not in dict(attrs)
            links.extend(value or "" for name, value in attrs if name in ("src", "href", "srcset", "action"))

    Reader().feed(page)
    assert links
    assert all(link.startswith(("data:", "#")) for link in links)


def test_two_runs_write_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    fill(tmp_path)
    for path in folder.iterdir():
        assert (tmp_path / path.name).read_bytes() == path.read_bytes(), path.name


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Progress:
    """Return progress as a worker's: what fails is told, and the rest goes on; the part is lit once."""
    monkeypatch.setattr(scene, "build", lit_once)
    return Progress(outlives_failures=True)


@cache
def lit_once(mesh: Mesh) -> scene.Scene:
    return BUILD(mesh)


def written(folder: Path, progress: Progress) -> dict[str, Any]:
    artifacts.write(analyses.tray(), "tray.step", None, folder, progress)
    artifacts.draw(analyses.tray(), "tray.step", None, folder, progress)
    document: dict[str, Any] = json.loads((folder / "result.json").read_text())
    return document


def check_each_named_file_is_there(document: dict[str, Any], folder: Path) -> None:
    for name in document["artifacts"].values():
        assert (folder / name).is_file(), name


def test_a_heatmap_that_fails_costs_neither_the_verdict_nor_the_others(
    broken: Progress, tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paint, fail = heatmaps.paint, failing(heatmaps.paint)
    monkeypatch.setattr(
        heatmaps, "paint", lambda each, *of: fail() if each is heatmaps.draft else paint(each, *of)
    )
    document = written(tmp_path, broken)
    assert "draft_glb" not in document["artifacts"]
    assert "draft_front_png" in document["artifacts"]
    check_each_named_file_is_there(document, tmp_path)
    assert [each["stage"] for each in document["failed_stages"]] == ["heatmaps.draft"]
    assert any("heatmap of draft was not painted" in note for note in document["notes"])
    whole = json.loads((folder / "result.json").read_text())
    assert whole["failed_stages"] == []
    assert document["modules"] == whole["modules"]
    assert (tmp_path / "thickness.glb").read_bytes() == (folder / "thickness.glb").read_bytes()


def test_without_any_heatmap_there_is_still_the_shape_to_look_at(
    broken: Progress, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_function(monkeypatch, heatmaps, "paint")
    artifacts.write(analyses.tray(), "tray.step", None, tmp_path, broken)
    document = json.loads((tmp_path / "result.json").read_text())
    assert document["artifacts"]["shape_glb"] == "shape.glb"
    assert (tmp_path / "shape.glb").is_file()


def test_a_picture_and_a_report_that_fail_are_taken_from_the_result(
    broken: Progress, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw = picture.draw
    fail = failing(draw)

    def draw_all_but_draft(scene: Any, aimed: Any, heatmap: Any = None, *rest: Any, **more: Any) -> Any:
        is_draft = heatmap is not None and heatmap.layer.name == "draft"
        return (fail if is_draft else draw)(scene, aimed, heatmap, *rest, **more)

    monkeypatch.setattr(picture, "draw", draw_all_but_draft)
    break_function(monkeypatch, page, "_template")
    document = written(tmp_path, broken)
    assert {"draft_front_png", "draft_back_png", "report_html"}.isdisjoint(document["artifacts"])
    assert {"thickness_front_png", "report_pdf"} <= document["artifacts"].keys()
    check_each_named_file_is_there(document, tmp_path)
    failed = {each["stage"] for each in document["failed_stages"]}
    assert failed == {"pictures.draft_front", "pictures.draft_back", "report"}
    assert len(document["notes"]) == 3


@pytest.mark.parametrize(
    ("module", "stage", "lost"),
    [(shape, "report.viewer", "viewer"), (paper, "report.paper", "report.pdf")],
    ids=["viewer", "paper"],
)
def test_a_page_outlives_its_viewer_and_its_print(
    broken: Progress, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: Any, stage: str, lost: str
) -> None:
    break_function(monkeypatch, module, "write")
    document = written(tmp_path, broken)
    assert [each["stage"] for each in document["failed_stages"]] == [stage]
    text = (tmp_path / "report.html").read_text()
    assert ("shape-data" in text, (tmp_path / "report.pdf").exists()) == (
        lost != "viewer",
        lost != "report.pdf",
    )
    assert ("report_pdf" in document["artifacts"]) == (lost != "report.pdf")


def test_a_report_is_written_of_an_analysis_that_lacks_stages(tmp_path: Path, broken: Progress) -> None:
    failed = FailedStage("pull", "the pull direction was not chosen", "ZeroDivisionError: a defect")
    tray = analyses.tray()
    hurt = replace(tray, assessed=replace(tray.assessed, pull=failed, draft=failed), failed_stages=(failed,))
    artifacts.write(hurt, "tray.step", None, tmp_path, broken)
    artifacts.draw(hurt, "tray.step", None, tmp_path, broken)
    document = json.loads((tmp_path / "result.json").read_text())
    assert {"thickness_glb", "report_html"} <= document["artifacts"].keys()
    assert document["features"]["manufacturability"]["pull_dir"] is None
    assert document["features"]["manufacturability"]["n_undercuts"] is None
    assert [each["stage"] for each in document["failed_stages"]] == ["pull"]
    assert "The pull direction was not chosen" in (tmp_path / "report.html").read_text()
