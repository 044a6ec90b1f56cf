"""The files of a result, for a part made of blocks."""

import json
import struct
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PIL import Image

from engine import artifacts
from engine.progress import Progress
from tests.support import analyses

NAMES = ("thickness", "clearance", "features", "draft")


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
            colors = image.convert("RGB").getcolors(maxcolors=1 << 24)
            assert colors is not None
            assert len(colors) > 20, path.name


def test_the_report_names_the_file_and_needs_no_other(folder: Path) -> None:
    page = (folder / "report.html").read_text()
    assert "Trog &lt;Ø4&gt;.step" in page
    assert "<Ø4>" not in page

    links: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            assert tag != "script"
            links.extend(value or "" for name, value in attrs if name in ("src", "href", "srcset", "action"))

    Reader().feed(page)
    assert links
    assert all(link.startswith(("data:", "#")) for link in links)


def test_two_runs_write_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    fill(tmp_path)
    for path in folder.iterdir():
        assert (tmp_path / path.name).read_bytes() == path.read_bytes(), path.name
