"""Build volumes as they are typed, shown, kept and sent."""

import json
from pathlib import Path

import pytest

from app.state import build_volumes, display_unit
from engine.options import build_volumes as read_by_the_engine

PACKS = Path(__file__).parents[3] / "resources" / "rulepacks"


@pytest.fixture
def inches():
    display_unit.choose("in")
    yield
    display_unit.choose("mm")


def test_there_is_one_for_every_configuration_of_every_pack_that_ships() -> None:
    expected = [
        f"{file.stem}/{key}"
        for file in sorted(PACKS.glob("*.json"))
        for key in json.loads(file.read_text())["configurations"]
    ]
    assert [each.key for each in build_volumes.processes()] == expected
    (fdm,) = (each for each in build_volumes.processes() if each.key == "additive/fdm")
    assert fdm.largest_mm == (914.0, 914.0, 610.0)


@pytest.mark.parametrize(
    "text",
    ["256x200x180", "180 × 256 × 200 mm", "200*180*256", "180 by 200 by 256", "180;200;256", "180/200/256mm"],
)
def test_sides_are_read_as_people_type_them_in_any_order(text: str) -> None:
    assert build_volumes.read(text) == (256.0, 200.0, 180.0)


def test_a_unit_behind_counts_whatever_is_shown(inches) -> None:
    assert build_volumes.read("10 x 8 x 1") == (254.0, 203.2, 25.4)
    assert build_volumes.read("254 x 203.2 x 25.4 mm") == (254.0, 203.2, 25.4)
    display_unit.choose("mm")
    assert build_volumes.read("10 x 8 x 1 in") == (254.0, 203.2, 25.4)


@pytest.mark.parametrize(
    "text", ["", "abc", "1x2", "1x2x3x4", "0x1x1", "-1x2x3", "nanx1x1", "infx1x1", "1x2xmm"]
)
def test_what_is_no_box_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # the sentence is the field's
        build_volumes.read(text)


def test_they_are_shown_in_the_unit_of_lengths(inches) -> None:
    assert build_volumes.words((254.0, 203.2, 25.4)) == "10 × 8 × 1 in"
    display_unit.choose("mm")
    assert build_volumes.words((254.0, 203.2, 25.4)) == "254 × 203.2 × 25.4 mm"


def test_what_is_kept_comes_back_and_a_damaged_entry_counts_as_not_set() -> None:
    held = {"additive/fdm": (256.0, 256.0, 180.5)}
    stored = build_volumes.to_setting(held)
    assert stored == ["additive/fdm=256x256x180.5"]
    assert build_volumes.of_setting([*stored, "cnc", "cnc=", "cnc=1x2", "=1x2x3", "cnc=1x2x-3"]) == held


def test_what_is_sent_is_what_the_engine_reads() -> None:
    option = build_volumes.options(["additive/fdm=256x256x180.5", "cnc/3-axis=10x9x8", "damaged"])
    assert read_by_the_engine(str(option["build_volumes"])) == {
        "additive/fdm": (180.5, 256.0, 256.0),
        "cnc/3-axis": (8.0, 9.0, 10.0),
    }
    assert build_volumes.options([]) == {}
