"""`sprue quote`: what a part costs to cast."""

import argparse
import json
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar

from rich.table import Table

from engine import file_name
from engine.console import Announcer, Output
from engine.errors import InternalError, InvalidOption, SprueError
from engine.isolate import log_file
from engine.isolate.worker import Worker, WorkerOptions
from engine.model.quote import Alloy, Finish, LeadTime, Price, PriceTable
from engine.pricing import envelope, present, price_table, shell, tooling

MEASURE = "engine.tasks:describe"

OK, BAD_INPUT, INTERNAL = 0, 2, 3

BREAKS = (1, 5, 10, 25, 50, 100, 250, 1000, 10_000)
"""Quantities whose unit price is told beside the one asked for."""

EXAMPLES = """\
examples:
  sprue quote housing.step --material "Aluminum A356-T6" --quantity 25
  sprue quote lever.stp --material 316 --quantity 100 --finish passivation --finish "shot blasting"
  sprue quote --list
"""

Row = TypeVar("Row", Alloy, Finish)


def main(argv: Sequence[str] | None = None, prog: str = "sprue quote", task: str = MEASURE) -> int:
    """Price the part that the command line names; return the exit status.

    Parameters
    ----------
    argv : sequence of str, optional
        The words after the command; those of this process when None.
    prog : str
        What help and errors call the command.
    task : str
        What the child process runs to measure the part, as `module:function`.
    """
    parser = _parser(prog)
    arguments = parser.parse_args(argv)
    try:
        table = price_table.load(arguments.prices) if arguments.prices else price_table.shipped()
    except (SprueError, OSError) as error:
        print(error, file=sys.stderr)
        return BAD_INPUT
    if arguments.list:
        _print_table(table)
        return OK
    if arguments.file is None or arguments.material is None:
        parser.error("a FILE and a --material are needed; --list shows the materials")
    try:
        alloy = named("material", arguments.material, table.alloys)
        finishes = [named("finish", name, table.finishes) for name in arguments.finish]
        geometry = _measured(arguments.file, task, arguments.json)
        part = present.part(geometry)
        quoted = shell.price(part, alloy, arguments.quantity, finishes, table)
    except (SprueError, OSError) as error:
        about = "" if isinstance(error, InvalidOption) else f"{file_name.shown(arguments.file)}: "
        print(f"{about}{error}", file=sys.stderr)
        return INTERNAL if isinstance(error, InternalError) else BAD_INPUT
    if arguments.json:
        document = {
            "filename": file_name.shown(arguments.file.name),
            "material": alloy.name,
            "geometry": geometry,
        }
        print(json.dumps(document | present.price(quoted), separators=(",", ":")))
        return OK
    others = [
        shell.price(part, alloy, number, finishes, table)
        for number in BREAKS
        if number <= table.largest_quantity
    ]
    _print_price(file_name.shown(arguments.file.name), alloy, finishes, quoted, others)
    return OK


def named(kind: str, name: str, rows: Sequence[Row]) -> Row:
    """Return the row that a name, a part of one or an id means.

    Raises
    ------
    InvalidOption
        None does, or several do.
    """
    exact = [row for row in rows if name.lower() in (row.name.lower(), row.id)]
    found = exact or [row for row in rows if name.lower() in row.name.lower()]
    if len(found) == 1:
        return found[0]
    names = [row.name for row in found or rows]
    if found:
        raise InvalidOption(f"{kind} {name!r} may mean {', '.join(names)}")
    lowered = {each.lower(): each for each in names}
    close = get_close_matches(name.lower(), lowered, 1, cutoff=0.4)
    meant = f"; did you mean {lowered[close[0]]!r}?" if close else ""
    raise InvalidOption(f"there is no {kind} {name!r}; there are {', '.join(names)}{meant}")


def _parser(prog: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=prog,
        description="Tell what a part costs to cast.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="STEP or glTF")
    parser.add_argument("--material", metavar="NAME", help="an alloy, by its name or a part of it")
    parser.add_argument("--quantity", type=int, default=1, metavar="N", help="parts to order (default: 1)")
    parser.add_argument(
        "--finish", action="append", default=[], metavar="NAME", help="a finish; may be repeated"
    )
    parser.add_argument("--prices", type=Path, metavar="DIR", help="folder with a price table of your own")
    parser.add_argument("--list", action="store_true", help="list materials and finishes, and end")
    parser.add_argument("--json", action="store_true", help="print the quote as one line of JSON")
    return parser


def _measured(file: Path, task: str, is_quiet: bool) -> dict[str, Any]:
    """Read volume, surface and box of a part in a child process."""
    log = log_file.make()
    try:
        with Worker(WorkerOptions(preload=(task.partition(":")[0],), log=log)) as worker:
            worker.start()
            with Announcer(is_quiet).about(file_name.shown(file.name)) as show:
                answer = worker.run(task, {"file": str(file.absolute())}, show)
    except InternalError:
        raise  # the message names the log
    except BaseException:
        log_file.forget(log)
        raise
    log_file.forget(log)
    measured = answer["geometry"]
    box = {f"{axis}_mm": side for axis, side in measured.pop("bounding_box_mm").items()}
    return {**measured, "bounding_box": box, "n_bodies": answer["stats"]["n_bodies"]}


def _print_price(
    name: str, alloy: Alloy, finishes: Sequence[Finish], quoted: Price, others: Sequence[Price]
) -> None:
    out = Output()
    finishing = f", {', '.join(each.name.lower() for each in finishes)}" if finishes else ""
    out.print()
    out.print(f"{name}: {quoted.quantity} × {alloy.name}{finishing}", markup=False, style="bold")
    out.print(
        f"  {quoted.weight_kg:f} kg a part, {quoted.parts_per_tree} on a tree, "
        f"{_described(quoted.lead_time)}",
        soft_wrap=True,
    )
    for note in quoted.notes:
        out.print(f"  note: {note}", markup=False, style="yellow", soft_wrap=True)
    table = Table()
    table.add_column("one part")
    table.add_column("price", justify="right")
    parts = quoted.breakdown
    for label, amount in (
        ("metal", parts.metal_cost),
        ("shell", parts.shell_cost),
        ("labor", parts.labor_cost),
        ("finishes", parts.post_processing_cost),
        ("margin", parts.margin),
    ):
        table.add_row(label, f"{amount:,.2f}")
    table.add_section()
    table.add_row("unit price", f"[bold]{quoted.unit_price:,.2f}[/]")
    table.add_row(f"total for {quoted.quantity:,}", f"[bold]{quoted.total_price:,.2f}[/]")
    table.add_section()
    tools = quoted.tooling.chosen
    table.add_row(f"tooling, once: {tooling.NAME_OF_METHOD[tools.method]}", f"{tools.cost:,.2f}")
    table.add_row("total with tooling", f"[bold]{quoted.total_with_tooling:,.2f}[/]")
    out.print(table)
    out.print(tooling.sentence(quoted.tooling, quoted.quantity), markup=False, soft_wrap=True)
    for label, prices in (
        ("unit price by quantity", [each.unit_price for each in others]),
        ("with its share of tooling", [each.total_with_tooling / each.quantity for each in others]),
    ):
        breaks = "   ".join(
            f"{each.quantity}: {price:,.2f}" for each, price in zip(others, prices, strict=True)
        )
        out.print(f"{label}   {breaks}", soft_wrap=True)
    out.print(f"price table {quoted.table_version}; its prices are examples until edited", style="dim")


def _described(lead_time: LeadTime) -> str:
    if lead_time.is_by_arrangement:
        return f"lead time by arrangement, more than {lead_time.days} working days"
    return f"{lead_time.days} working days"


def _print_table(table: PriceTable) -> None:
    out = Output()
    alloys = Table("material", "family", "kg/m³", "cost per kg", "up to kg")
    for alloy in table.alloys:
        heaviest = f"{float(envelope.heaviest_kg(alloy, table)):g}"
        alloys.add_row(
            alloy.name, alloy.family, f"{alloy.density_kg_m3:f}", f"{alloy.cost_per_kg:.2f}", heaviest
        )
    finishes = Table("finish", "priced", "cost per unit", "days")
    for finish in table.finishes:
        priced = finish.pricing_model.value.replace("_", " ")
        finishes.add_row(finish.name, priced, f"{finish.cost_per_unit:f}", str(finish.lead_time_days))
    out.print(alloys)
    out.print(finishes)


if __name__ == "__main__":
    sys.exit(main())
