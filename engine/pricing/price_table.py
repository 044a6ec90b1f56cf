"""The price table: three JSON files, read and checked."""

from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec

import resources
from engine.errors import InvalidPriceTable
from engine.model.quote import (
    Alloy,
    Finish,
    LaborCosts,
    LeadTimes,
    MetalCosts,
    PriceTable,
    ShellCosts,
    ToolingCosts,
)

FOLDER = "catalog"
T = TypeVar("T")


class _Alloys(msgspec.Struct, forbid_unknown_fields=True):
    alloys: list[Alloy]


class _Finishes(msgspec.Struct, forbid_unknown_fields=True):
    finishes: list[Finish]


class _ShellCasting(msgspec.Struct, forbid_unknown_fields=True):
    version: str
    envelope_mm: tuple[Decimal, Decimal, Decimal]
    largest_quantity: int
    metal: MetalCosts
    shell: ShellCosts
    tooling: ToolingCosts
    labor: LaborCosts
    margin_share: Decimal
    lead_time: LeadTimes


@cache
def shipped() -> PriceTable:
    """Load the table that Sprue ships: plausible prices, to be edited by whoever casts."""
    return load(resources.path(FOLDER))


def load(folder: Path) -> PriceTable:
    """Load the table of a folder; `resources/catalog/casting.md` says what is in it.

    Raises
    ------
    InvalidPriceTable
        A file is missing or is not what it should be; the message names file and field.
    """
    costs = _read(folder / "shell_casting.json", _ShellCasting)
    table = PriceTable(
        version=costs.version,
        envelope_mm=costs.envelope_mm,
        largest_quantity=costs.largest_quantity,
        alloys=tuple(_read(folder / "alloys.json", _Alloys).alloys),
        finishes=tuple(_read(folder / "finishes.json", _Finishes).finishes),
        metal=costs.metal,
        shell=costs.shell,
        tooling=costs.tooling,
        labor=costs.labor,
        margin_share=costs.margin_share,
        lead_time=costs.lead_time,
    )
    _check(table)
    return table


def _read(file: Path, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(file.read_bytes(), type=kind)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        text = error.strerror if isinstance(error, OSError) else error
        raise InvalidPriceTable(f"the price table cannot be read: {file}: {text}") from None


def _check(table: PriceTable) -> None:
    """Refuse numbers that no price can come out of."""
    _check_amounts(table, "")
    for name, rows in (("alloys", table.alloys), ("finishes", table.finishes)):
        ids = [row.id for row in rows]
        if not ids or len(set(ids)) < len(ids):
            raise InvalidPriceTable(f"{name} of the price table: there must be some, each with its own id")
    positive: dict[str, Decimal | int] = {
        "metal.yield_share": table.metal.yield_share,
        "shell.most_kg_part": table.shell.most_kg_part,
        "shell.most_kg_poured": table.shell.most_kg_poured,
        "labor.parts_of_setup": table.labor.parts_of_setup,
        "lead_time.trees_per_day": table.lead_time.trees_per_day,
        "lead_time.parts_finished_per_day": table.lead_time.parts_finished_per_day,
        "lead_time.most_days": table.lead_time.most_days,
        "largest_quantity": table.largest_quantity,
        **{f"alloys: {each.name}: density_kg_m3": each.density_kg_m3 for each in table.alloys},
        **{f"alloys: {each.name}: most_kg_poured": each.most_kg_poured for each in table.alloys},
        **{f"envelope_mm[{axis}]": side for axis, side in enumerate(table.envelope_mm)},
    }
    for name, value in positive.items():
        if value <= 0:
            raise InvalidPriceTable(f"{name} of the price table is {value}; it must be above 0")


def _check_amounts(rows: object, path: str) -> None:
    """Walk through the table: no amount is negative, no share above 1."""
    if isinstance(rows, tuple):
        for index, row in enumerate(rows):
            _check_amounts(row, f"{path}[{index}]")
    elif hasattr(rows, "__dataclass_fields__"):
        for name in rows.__dataclass_fields__:
            _check_amounts(getattr(rows, name), f"{path}.{name}" if path else name)
    elif isinstance(rows, Decimal | int):
        is_share = path.endswith("_share") and path != "margin_share"
        if rows < 0 or (is_share and rows > 1):
            most = " to 1" if is_share else " or more"
            raise InvalidPriceTable(f"{path} of the price table is {rows}; accepted: 0{most}")
