"""Parts that are far too large or small may be meant otherwise; what was chosen holds for the file."""

from pathlib import Path

import pytest

from app.state import length_unit, unit_choice
from app.state.unit_choice import NAME, UnitChoices

SAMPLE = Path(__file__).parents[3] / "resources" / "sample_parts" / "gear_housing.step"


@pytest.mark.parametrize(
    ("largest_mm", "declared_mm", "offered"),
    [
        (254_000.0, 1000.0, [("mm", 254.0), ("in", 6451.6)]),
        (0.2, 1.0, [("in", 5.08), ("m", 200.0)]),
        (0.164, 25.4, [("m", 6.4567)]),
        (254.0, 1.0, []),
        (10_000.0, 1.0, []),
        (1.0, 1000.0, []),
        (0.2, None, []),
        (0.0, 1.0, []),
    ],
)
def test_other_units_are_offered_where_they_make_a_part_of_a_common_size(
    largest_mm: float, declared_mm: float | None, offered: list[tuple[str, float]]
) -> None:
    found = unit_choice.other_readings((largest_mm / 2, largest_mm, 0.0), declared_mm)
    assert [one.unit for one in found] == [unit for unit, _ in offered]
    assert [one.largest_mm for one in found] == pytest.approx([mm for _, mm in offered], rel=1e-4)


def test_a_choice_holds_for_its_file_until_that_declares_another_unit(tmp_path: Path) -> None:
    part, other = tmp_path / "part.step", tmp_path / "other.step"
    for path in (part, other):
        path.write_bytes(length_unit.with_unit(SAMPLE.read_bytes(), ".step", "m"))
    UnitChoices(tmp_path).choose(part, "mm")
    again = UnitChoices(tmp_path)
    assert again.of(part) == "mm"
    assert again.of(other) == ""
    part.write_bytes(SAMPLE.read_bytes())  # exported anew, in millimeters as it should be
    assert again.of(part) == ""
    part.write_bytes(other.read_bytes())
    again.choose(part, "")
    assert UnitChoices(tmp_path).of(part) == ""


@pytest.mark.parametrize("text", ["", "[]", f'{{"{SAMPLE}": {{"unit": "furlong", "declared_mm": 1.0}}}}'])
def test_a_damaged_memory_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / NAME).write_text(text)
    assert UnitChoices(tmp_path).of(SAMPLE) == ""


def test_a_file_of_a_format_without_units_is_remembered_with_the_one_that_was_named(tmp_path: Path) -> None:
    path = tmp_path / "part.stl"
    path.write_bytes(b"solid")
    choices = UnitChoices(tmp_path)
    assert choices.of(path) == ""
    choices.choose(path, "in")
    assert UnitChoices(tmp_path).of(path) == "in"
    assert UnitChoices(tmp_path).of(tmp_path / "other.stl") == ""
