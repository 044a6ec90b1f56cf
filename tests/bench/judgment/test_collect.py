"""Whether every part that is marked has a line that says where it comes from, and comes from there."""

import gzip
import json
import sys
import zipfile
from collections import Counter

import pytest
import trimesh

from bench.judgment import collect, packages, parts


def marked():
    return [line["file"] for path in parts.UNSEEN_PARTS.values() for line in parts._lines(path)]


def test_every_part_of_the_unseen_sets_has_one_source():
    assert Counter(line["file"] for line in collect.read()) == Counter(marked())


def test_every_source_says_all_that_is_needed():
    assert [line["file"] for line in collect.read() if not says_all(line)] == []


def says_all(line):
    if "repository" in line:
        is_found = len(line["commit"]) == 40 and line["path"]
    else:
        is_found = "take" in line or "draw" in line
    made_of_triangles = line["file"].endswith(".glb") and not line["take"].endswith(".glb")
    return (
        is_found
        and ("take" in line) == ("kind" in line) == ("package" in line)
        and ("draw" in line) == ("needs" in line)
        and line.get("kind", "wheel") in packages.KINDS
        and ("unit_mm" in line) == made_of_triangles
    )


@pytest.fixture
def folder(tmp_path):
    """Lay out a package that was fetched already: a STEP file, a packed one and triangles."""
    kept = tmp_path / collect.KEPT / "wheel p==1"
    kept.mkdir(parents=True)
    with zipfile.ZipFile(kept / "p.whl", "w") as packed:
        packed.writestr("a.step", "as it is")
        packed.writestr("b.stp.gz", gzip.compress(b"unpacked"))
        packed.writestr("c.stl", trimesh.creation.box((10, 20, 30)).export(file_type="stl"))
    return tmp_path


def lines_of(tmp_path, monkeypatch, *lines):
    listed = tmp_path / "sources.jsonl"
    listed.write_text("".join(json.dumps(line) + "\n" for line in lines))
    monkeypatch.setattr(
        collect, "read", lambda: [json.loads(each) for each in listed.read_text().splitlines()]
    )


def test_files_are_laid_as_their_marks_name_them(folder, tmp_path, monkeypatch):
    of = {"kind": "wheel", "package": "p==1"}
    lines_of(
        tmp_path,
        monkeypatch,
        {"file": "p/a.step", "take": "a.step", **of},
        {"file": "p/b.step", "take": "b.stp.gz", **of},
        {"file": "p/c.glb", "take": "c.stl", "unit_mm": 1.0, **of},
    )
    assert collect.run(folder) == 0
    assert (folder / "p/a.step").read_text() == "as it is"
    assert (folder / "p/b.step").read_text() == "unpacked"
    assert trimesh.load_scene(folder / "p/c.glb").extents == pytest.approx([0.01, 0.03, 0.02])


def test_what_a_package_does_not_hold_is_counted_and_does_not_stop_the_rest(folder, monkeypatch, capsys):
    of = {"kind": "wheel", "package": "p==1"}
    lines_of(
        folder,
        monkeypatch,
        {"file": "p/gone.step", "take": "gone.step", **of},
        {"file": "p/a.step", "take": "a.step", **of},
    )
    assert collect.run(folder) == 1
    assert not (folder / "p/gone.step").exists()
    assert (folder / "p/a.step").is_file()
    assert "NOT MADE: p==1 has no file gone.step" in capsys.readouterr().err


def test_what_lies_in_a_repository_is_to_be_fetched_by_hand(folder, monkeypatch, capsys):
    line = {"file": "r/a.step", "repository": "an/owner", "commit": "0" * 40, "path": "cad/a.py"}
    monkeypatch.setattr(collect, "read", lambda: [line | {"needs": ["b==1"], "draw": "part = a"}])
    assert collect.run(folder) == 1
    assert "take cad/a.py of an/owner at 0000" in capsys.readouterr().err


def test_only_what_is_asked_for_is_made(folder, monkeypatch):
    of = {"kind": "wheel", "package": "p==1"}
    lines_of(
        folder,
        monkeypatch,
        {"file": "p/a.step", "take": "a.step", **of},
        {"file": "q/a.step", "take": "a.step", **of},
    )
    assert collect.run(folder, ["q/"]) == 0
    assert not (folder / "p").exists()
    assert (folder / "q/a.step").is_file()


def test_a_part_is_drawn_by_the_lines_of_its_source(folder, monkeypatch):
    monkeypatch.setattr(packages, "environment", lambda needs, kept: sys.executable)
    lines = (
        "from types import SimpleNamespace\n"
        "from OCP.BRepPrimAPI import BRepPrimAPI_MakeBox\n"
        "part = SimpleNamespace(wrapped=BRepPrimAPI_MakeBox(1.0, 2.0, 3.0).Shape())"
    )
    lines_of(
        folder,
        monkeypatch,
        {"file": "d/box.step", "needs": ["p"], "draw": lines},
        {"file": "d/none.step", "needs": ["p"], "draw": "part = 1 / 0"},
    )
    assert collect.run(folder) == 1
    assert "MANIFOLD_SOLID_BREP" in (folder / "d/box.step").read_text()
    assert not (folder / "d/none.step").exists()
