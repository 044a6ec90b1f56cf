"""Surfaces and edges come back from their file as they went in."""

from pathlib import Path

import msgspec
import numpy as np
import pytest

from engine import geometry_file
from engine.errors import UnreadableFile
from engine.model.part import Line
from engine.model.surface import Cone, Cylinder, Freeform, Plane, Sphere, Torus
from tests.support import draw, measured_plate, parts


def assert_same(before: object, after: object) -> None:
    assert type(before) is type(after)
    for name in type(before).__slots__:  # type: ignore[attr-defined]
        np.testing.assert_array_equal(getattr(before, name), getattr(after, name), err_msg=name)


@pytest.mark.parametrize(
    ("shape", "kinds"),
    [
        (draw.cylinder(4, 9), {Plane, Cylinder}),
        (draw.cone(4, 2, 9), {Plane, Cone}),
        (draw.sphere(4), {Sphere}),
        (draw.torus(9, 2), {Torus}),
    ],
)
def test_every_surface_comes_back_digit_for_digit(shape, kinds) -> None:
    part = parts.part_of(shape)
    back = geometry_file.read(geometry_file.write(part))
    assert {type(each.surface) for each in back.faces} == kinds
    for before, after in zip(part.faces, back.faces, strict=True):
        assert_same(before.surface, after.surface)
        assert (before.sense, before.area_mm2) == (after.sense, after.area_mm2)


def test_a_surface_without_a_formula_keeps_its_radii_alone() -> None:
    faces = [geometry_file._Face("freeform", np.array([2.0, np.inf]).tobytes(), 1, 0.0, 5.0)]
    document = msgspec.msgpack.encode(geometry_file._Geometry(geometry_file.VERSION, faces, []))
    assert_same(geometry_file.read(document).faces[0].surface, Freeform(2.0, float("inf")))


def test_edges_keep_their_curves_points_and_faces() -> None:
    part, back = measured_plate.part(), measured_plate.geometry()
    assert len(back.edges) == len(part.edges) > 20
    for before, after in zip(part.edges, back.edges, strict=True):
        assert_same(before.curve, after.curve)
        np.testing.assert_array_equal(before.points, after.points)
        assert (before.id, before.faces, before.length_mm) == (after.id, after.faces, after.length_mm)
    assert any(isinstance(each.curve, Line) for each in back.edges)


def with_face(kind: str, numbers: bytes) -> bytes:
    document = {"version": geometry_file.VERSION, "faces": [[kind, numbers, 1, 0.0, 1.0]], "edges": []}
    return msgspec.msgpack.encode(document)


@pytest.mark.parametrize(
    ("document", "words"),
    [
        (b"", "not as Sprue writes it"),
        (b"ISO-10303-21;", "not as Sprue writes it"),
        (msgspec.msgpack.encode({"version": 99}), "another version"),
        (msgspec.msgpack.encode({"version": geometry_file.VERSION}), "not as Sprue writes it"),
        (with_face("plane", b"12345678"), "not as Sprue writes it"),
        (with_face("blob", b""), "not as Sprue writes it"),
    ],
)
def test_another_file_is_refused_in_a_sentence(document: bytes, words: str) -> None:
    with pytest.raises(UnreadableFile, match=words):
        geometry_file.read(document)


def test_a_folder_without_geometry_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="analyze the part again"):
        geometry_file.beside(tmp_path)


def test_a_file_that_is_written_anew_is_read_anew(tmp_path: Path) -> None:
    file = tmp_path / geometry_file.FILE_NAME
    file.write_bytes(geometry_file.write(measured_plate.part()))
    first = geometry_file.beside(tmp_path)
    assert geometry_file.beside(tmp_path) is first
    file.write_bytes(geometry_file.write(parts.part_of(draw.sphere(4))))
    assert len(geometry_file.beside(tmp_path).faces) == 1
