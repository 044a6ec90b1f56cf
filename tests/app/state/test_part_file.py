"""Files looked at before they are sent."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from app.client.errors import Reason
from app.state import part_file
from app.state.interface import SHIPPED


def file(folder: Path, name: str, n_bytes: int = 10) -> Path:
    path = folder / name
    with path.open("wb") as opened:
        opened.truncate(n_bytes)
    return path


@pytest.mark.parametrize("name", ["a.step", "a.STP", "a.gltf", "a.b.GLB"])
def test_what_sprue_reads_is_let_through(tmp_path: Path, name: str) -> None:
    assert part_file.check(file(tmp_path, name)) is None


@pytest.mark.parametrize("name", ["a.sldprt", "step", "a.step.zip"])
def test_what_it_does_not_read_is_named(tmp_path: Path, name: str) -> None:
    problem = part_file.check(file(tmp_path, name))
    assert problem is not None
    assert problem.reason is Reason.FILE
    assert name in problem.sentence


@pytest.mark.parametrize(("name", "is_text"), [(b"Geh\xe4use.step", False), ("Gehäuse.step".encode(), True)])
def test_a_name_in_another_encoding_is_a_sentence(tmp_path: Path, name: bytes, is_text: bool) -> None:
    problem = part_file.check(file(tmp_path, os.fsdecode(name)))
    assert (problem is None) == is_text
    if problem is not None:
        assert problem.sentence == f"The name of {tmp_path}/Geh?use.step is not in UTF-8."


def test_the_limit_is_the_servers_to_the_byte(tmp_path: Path) -> None:
    limited = replace(SHIPPED, max_file_mb=25.0)
    assert part_file.check(file(tmp_path, "a.step", 25 * 1024**2), limited) is None
    problem = part_file.check(file(tmp_path, "a.step", 25 * 1024**2 + 1), limited)
    assert problem is not None
    assert problem.reason is Reason.TOO_LARGE
    assert "up to 25 MB are accepted" in problem.sentence


def test_without_a_server_no_file_is_too_large(tmp_path: Path) -> None:
    assert part_file.check(file(tmp_path, "a.step", 25 * 1024**2 + 1)) is None


def test_nothing_and_less_than_nothing_are_distinguished(tmp_path: Path) -> None:
    empty, gone = part_file.check(file(tmp_path, "a.step", 0)), part_file.check(tmp_path / "gone.step")
    assert empty is not None
    assert gone is not None
    assert "empty" in empty.sentence
    assert "cannot be opened" in gone.sentence


def test_a_part_fits_turned_as_it_likes() -> None:
    envelope_mm = (300.0, 195.0, 290.0)
    assert part_file.fits((195, 290, 300), envelope_mm)
    assert not part_file.fits((196, 290, 300), envelope_mm)


@pytest.mark.parametrize(
    ("name", "content", "is_whole"),
    [
        ("a.step", b"DATA; END-ISO-10303-21;\r\n", True),
        ("a.stp", b"DATA; ENDSEC;", False),
        ("a.glb", b"glTF\2\0\0\0\x10\0\0\0half", True),
        ("a.glb", b"glTF\2\0\0\0\x20\0\0\0half", False),
        ("a.glb", b"glTF", False),
        ("a.gltf", b'{"asset": {}}\n', True),
        ("a.gltf", b'{"asset": {', False),
        ("a.stl", b"solid", True),
        ("a.step", b"", False),
    ],
)
def test_a_file_is_whole_when_its_end_is_there(
    tmp_path: Path, name: str, content: bytes, is_whole: bool
) -> None:
    (tmp_path / name).write_bytes(content)
    assert part_file.is_complete(tmp_path / name) is is_whole
    assert not part_file.is_complete(tmp_path / "gone.step")
