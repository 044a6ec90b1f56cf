"""Parts of CAD libraries, by stand-ins that have their interfaces: neither is a dependency."""

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from engine.errors import UnsupportedFormat
from engine.scripting import cad_objects


def library(monkeypatch: pytest.MonkeyPatch, name: str, **members: Any) -> ModuleType:
    module = ModuleType(name)
    module.__dict__.update(members)
    monkeypatch.setitem(sys.modules, name, module)
    return module


def made(module: str, kind: str = "Shape", **members: Any) -> Any:
    return type(kind, (), {"__module__": f"{module}.shapes"} | members)()


def test_build123d_writes_its_own_shape_and_of_a_builder_the_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = []

    def export_step(shape: object, file: str) -> None:
        written.append(shape)
        Path(file).write_text("ISO-10303-21;")

    library(monkeypatch, "build123d", export_step=export_step)
    shape = made("build123d")
    builder = made("build123d", "BuildPart", part=shape)
    for part in (shape, builder):
        cad_objects.write_step(part, tmp_path / "part.step")
    assert written == [shape, shape]
    assert (tmp_path / "part.step").read_text() == "ISO-10303-21;"


def test_cadquery_writes_its_own_and_an_assembly_as_a_compound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = []

    class Assembly:
        def toCompound(self) -> str:  # noqa: N802 (its name there)
            return "compound"

    def export(shape: object, file: str, exportType: str) -> None:  # noqa: N803
        written.append((shape, exportType))
        Path(file).write_text("")

    exporters = ModuleType("exporters")
    exporters.__dict__["export"] = export
    library(monkeypatch, "cadquery", Assembly=Assembly, exporters=exporters)
    Assembly.__module__ = "cadquery.assembly"
    workplane = made("cadquery", "Workplane")
    for part in (workplane, Assembly()):
        cad_objects.write_step(part, tmp_path / "part.step")
    assert written == [(workplane, "STEP"), ("compound", "STEP")]


def test_a_class_that_extends_a_librarys_is_the_librarys(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    library(monkeypatch, "build123d", export_step=lambda _, file: Path(file).write_text(""))
    base = type(made("build123d"))
    cad_objects.write_step(type("Bracket", (base,), {})(), tmp_path / "part.step")
    assert (tmp_path / "part.step").is_file()


@pytest.mark.parametrize("part", [3.0, None, made("trimesh", "Trimesh"), made("build123d_like")])
def test_what_no_library_writes_is_refused_with_its_type(part: object, tmp_path: Path) -> None:
    with pytest.raises(UnsupportedFormat, match="a file name or an object of build123d or CadQuery, and not"):
        cad_objects.write_step(part, tmp_path / "part.step")


def test_what_a_library_fails_at_is_told_in_its_own_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def export_step(shape: object, file: str) -> None:
        raise RuntimeError("the shape is null")

    library(monkeypatch, "build123d", export_step=export_step)
    with pytest.raises(
        UnsupportedFormat, match=r"build123d cannot write build123d\.shapes\.Shape .* is null"
    ):
        cad_objects.write_step(made("build123d"), tmp_path / "part.step")
    library(monkeypatch, "build123d", export_step=lambda *_: False)
    with pytest.raises(UnsupportedFormat, match="build123d wrote no STEP file"):
        cad_objects.write_step(made("build123d"), tmp_path / "part.step")
