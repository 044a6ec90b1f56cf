"""Files that may be an earlier revision of the open part."""

import os
from pathlib import Path

import pytest

from app.state import revision_files


@pytest.mark.parametrize(
    "name",
    [
        "bracket.step",
        "bracket_v2.step",
        "bracket-rev_B.stp",
        "Bracket Rev B.stp",
        "bracket (copy).step",
        "bracket (2).step",
        "bracket_03.glb",
        "bracket_revB.step",
        "bracket_v1.2.step",
        "bracket_v2_final.step",
    ],
)
def test_what_marks_a_revision_is_no_part_of_the_name(name: str) -> None:
    assert revision_files.stem(Path(name)) == "bracket"
    assert revision_files.is_alike(Path(name), Path("bracket_v7.step"))


def test_other_parts_are_not_alike_though_their_revisions_are() -> None:
    assert not revision_files.is_alike(Path("bracket_v2.step"), Path("housing_v2.step"))
    assert revision_files.stem(Path("v2.step")) == "v2"


def test_revisions_come_first_the_latest_of_them_first_then_what_was_opened_last(tmp_path: Path) -> None:
    names = ("bracket_v1.step", "bracket_v2.step", "bracket_v3.step", "lever.step", "bracket.txt")
    for at, name in enumerate(names):
        (tmp_path / name).write_text(name)
        os.utime(tmp_path / name, (1000 + at, 1000 + at))
    elsewhere = tmp_path / "old"
    elsewhere.mkdir()
    (elsewhere / "flange.step").write_text("flange")
    recent = [elsewhere / "flange.step", tmp_path / "bracket_v3.step", tmp_path / "gone.step"]
    found = revision_files.offered(tmp_path / "bracket_v3.step", recent)
    assert [(one.path.name, one.is_alike) for one in found] == [
        ("bracket_v2.step", True),
        ("bracket_v1.step", True),
        ("flange.step", False),
    ]


def test_a_folder_that_is_not_there_offers_nothing(tmp_path: Path) -> None:
    assert revision_files.offered(tmp_path / "none" / "a.step", []) == ()


def test_the_same_bytes_under_two_names_are_the_same(tmp_path: Path) -> None:
    one, other, third = (tmp_path / name for name in ("a.step", "b.step", "c.step"))
    one.write_text("solid")
    other.write_text("solid")
    third.write_text("solis")
    assert revision_files.are_same(one, other)
    assert not revision_files.are_same(one, third)
    assert not revision_files.are_same(one, tmp_path / "none.step")
