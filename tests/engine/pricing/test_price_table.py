"""Reading the price table, which its operator edits by hand."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import resources
from engine.errors import InvalidPriceTable
from engine.pricing import price_table

WATER_KG_M3 = 1000
IRIDIUM_KG_M3 = 22_560


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("alloys", "finishes", "shell_casting"):
        shutil.copy(resources.path(f"catalog/{name}.json"), tmp_path)
    return tmp_path


def edit(folder: Path, name: str, change: Callable[[Any], None]) -> None:
    file = folder / f"{name}.json"
    document = json.loads(file.read_text())
    change(document)
    file.write_text(json.dumps(document))


def test_the_shipped_table_lists_castable_alloys_and_finishes_of_every_pricing_model() -> None:
    table = price_table.shipped()
    assert len(table.alloys) >= 8
    assert len(table.finishes) >= 6
    assert {finish.pricing_model.value for finish in table.finishes} == {
        "per_part",
        "per_area_cm2",
        "per_kg",
        "per_order",
    }
    assert all(WATER_KG_M3 < alloy.density_kg_m3 < IRIDIUM_KG_M3 for alloy in table.alloys)
    families = {alloy.family for alloy in table.alloys}
    assert all(families.issuperset(finish.suits) for finish in table.finishes)


def test_prices_are_read_as_the_decimals_they_are_written_as() -> None:
    assert str(price_table.shipped().shell.coat_per_cm2) == "0.0035"


def test_an_edited_table_is_read_from_its_own_folder(folder: Path) -> None:
    edit(folder, "shell_casting", lambda document: document.update(version="ours", margin_share=1.5))
    table = price_table.load(folder)
    assert (table.version, str(table.margin_share)) == ("ours", "1.5")


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("alloys", lambda it: it["alloys"][0].pop("density_kg_m3"), "density_kg_m3"),
        ("alloys", lambda it: it["alloys"][0].update(density_kg_m3=0), "density_kg_m3"),
        ("alloys", lambda it: it["alloys"][1].update(id=it["alloys"][0]["id"]), "its own id"),
        ("alloys", lambda it: it["alloys"].clear(), "there must be some"),
        ("finishes", lambda it: it["finishes"][0].update(pricing_model="per_mood"), "pricing_model"),
        ("finishes", lambda it: it["finishes"][2].update(cost_per_unit=-1), r"finishes\[2\].cost_per_unit"),
        ("shell_casting", lambda it: it["metal"].update(yield_share=0), "metal.yield_share"),
        ("shell_casting", lambda it: it["metal"].update(yield_share=1.2), "accepted: 0 to 1"),
        ("shell_casting", lambda it: it["shell"].update(most_kg_part=0), "shell.most_kg_part"),
        ("shell_casting", lambda it: it["tooling"].update(die=-1), "tooling.die"),
        ("shell_casting", lambda it: it["lead_time"].update(most_days=0), "lead_time.most_days"),
        ("alloys", lambda it: it["alloys"][0].update(most_kg_poured=0), "most_kg_poured"),
        ("shell_casting", lambda it: it.update(discount=1), "discount"),
        ("shell_casting", lambda it: it.update(envelope_mm=[1, 2]), "envelope_mm"),
    ],
)
def test_what_does_not_hold_together_is_named(
    folder: Path, name: str, change: Callable[[Any], None], said: str
) -> None:
    price_table.load(folder)
    edit(folder, name, change)
    with pytest.raises(InvalidPriceTable, match=said):
        price_table.load(folder)


def test_a_missing_file_is_named(folder: Path) -> None:
    (folder / "finishes.json").unlink()
    with pytest.raises(InvalidPriceTable, match=r"finishes\.json: No such file"):
        price_table.load(folder)
