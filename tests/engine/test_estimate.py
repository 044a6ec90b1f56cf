"""`sprue quote` on the terminal."""

import json
import shutil
from functools import partial
from pathlib import Path

import pytest

import resources
from engine import estimate
from engine.estimate import main
from engine.isolate.worker import WorkerOptions
from tests.support import unread

MEASURE = "tests.engine.acting:measure"


@pytest.fixture(autouse=True)
def _forked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have processes forked that have loaded what they act with: how they load is not the matter."""
    monkeypatch.setattr(estimate, "WorkerOptions", partial(WorkerOptions, is_forked=True))


@pytest.fixture
def file(tmp_path: Path) -> str:
    made = tmp_path / "block.step"
    made.write_text("a block")
    return str(made)


def test_a_quote_says_price_parts_and_what_other_quantities_cost(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([file, "--material", "a356", "--quantity", "25", "--finish", "blast"], task=MEASURE) == 0
    said = capsys.readouterr().out
    assert "block.step: 25 × Aluminum A356-T6, shot blasting" in said
    assert "total for 25" in said
    assert "unit price by quantity   1:" in said


def test_a_quote_as_json_adds_up(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([file, "--material", "Ductile iron", "--quantity", "4", "--json"], task=MEASURE) == 0
    quote = json.loads(capsys.readouterr().out)
    assert quote["geometry"]["bounding_box"] == {"x_mm": 50.0, "y_mm": 40.0, "z_mm": 5.0}
    assert sum(quote["breakdown"].values()) == pytest.approx(quote["unit_price"])
    assert quote["total_price"] == pytest.approx(4 * quote["unit_price"])
    assert quote["weight_kg"] == pytest.approx(0.071)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--material", "tungsten"], "there is no material 'tungsten'; there are Aluminum A356-T6,"),
        (["--material", "Ductle iron"], "did you mean 'Ductile iron 65-45-12'?"),
        (
            ["--material", "CF8"],
            "material 'CF8' may mean Stainless steel CF8M (316), Stainless steel CF8 (304)",
        ),
        (["--material", "WCB", "--finish", "gold"], "there is no finish 'gold'"),
        (["--material", "WCB", "--quantity", "0"], "quantity is 0; it must be from 1 to 100000"),
        (["--material", "WCB", "--prices", "/nowhere"], "/nowhere/shell_casting.json: No such file"),
    ],
)
def test_a_wish_that_cannot_be_met_ends_in_one_sentence(
    file: str, words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([file, *words], task=MEASURE) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.out == ""


def test_a_part_too_large_to_cast_is_named_with_its_size(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    large = tmp_path / "large.step"
    large.write_text("large")
    assert main([str(large), "--material", "WCB"], task=MEASURE) == 2
    assert (
        "the part is 500 x 40 x 5 mm; castings are made up to 300 x 195 x 290 mm" in capsys.readouterr().err
    )


def test_a_part_too_heavy_to_pour_is_named_with_its_mass(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    heavy = tmp_path / "heavy.step"
    heavy.write_text("heavy")
    assert main([str(heavy), "--material", "CF8M", "--prices", str(roomy(tmp_path))], task=MEASURE) == 2
    captured = capsys.readouterr()
    # 8000 cm³ at 7.75 g/cm³
    assert "the part weighs 62 kg in Stainless steel CF8M (316); castings of it are made up to 20 kg" in (
        captured.err
    )
    assert captured.out == ""


def roomy(folder: Path) -> Path:
    """Copy the price table and let a block of 200 mm a side fit it."""
    for name in ("alloys", "finishes", "shell_casting"):
        shutil.copy(resources.path(f"catalog/{name}.json"), folder)
    file = folder / "shell_casting.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {"envelope_mm": [300, 300, 300]}))
    return folder


@pytest.mark.parametrize(
    ("quantity", "line", "cost"),
    [
        # 6 + 0.33 × 10 = 9.30 a pattern; a die 1200 + 2.5 × 49 + 0.05 × 10 = 1323: 142 patterns are 1320.60
        (142, "tooling, once: printed patterns", "1,320.60"),
        (143, "tooling, once: wax die", "1,323.00"),
    ],
)
def test_tooling_is_a_line_of_its_own(
    file: str, quantity: int, line: str, cost: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([file, "--material", "a356", "--quantity", str(quantity)], task=MEASURE) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line in one and cost in one for one in lines)
    assert any("total with tooling" in one for one in lines)
    assert any("from 143 parts on" in one for one in lines)


def test_several_bodies_are_quoted_as_one_casting_and_said_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    several = tmp_path / "several.step"
    several.write_text("several")
    assert main([str(several), "--material", "a356"], task=MEASURE) == 0
    assert "Quoted as one casting, though the part is an assembly of 4 bodies." in capsys.readouterr().out
    several.write_text("a block")
    assert main([str(several), "--material", "a356"], task=MEASURE) == 0
    assert "Quoted as one casting" not in capsys.readouterr().out


def test_a_lead_time_beyond_the_longest_is_by_arrangement(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([file, "--material", "a356", "--quantity", "100000"], task=MEASURE) == 0
    assert "lead time by arrangement, more than 90 working days" in capsys.readouterr().out


def test_the_price_table_can_be_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"]) == 0
    said = capsys.readouterr().out
    assert "Cobalt-chromium F75" in said
    assert "X-ray inspection" in said


@pytest.mark.parametrize("words", [["--list"], ["FILE", "--material", "a356"]])
def test_where_nobody_reads_what_is_printed_the_command_is_told(file: str, words: list[str]) -> None:
    with unread.printed(), pytest.raises(BrokenPipeError):
        main([file if word == "FILE" else word for word in words], task=MEASURE)


def test_a_real_part_is_weighed(capsys: pytest.CaptureFixture[str]) -> None:
    housing = resources.path("sample_parts/gear_housing.step")
    assert main([str(housing), "--material", "A356", "--json"]) == 0
    quote = json.loads(capsys.readouterr().out)
    assert quote["weight_kg"] == pytest.approx(quote["geometry"]["volume_cm3"] * 2.68e-3, abs=5e-4)
