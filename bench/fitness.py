"""Whether a part fails less under the process it is made by than under those it is not made by.

A real part of the corpus is judged by every shipped pack, each with the configuration that suits the part
best. The process of the manifest is a guess of its author, and for some parts (a blow-molded bottle, a die
casting, a mat of silicone, a stamped washer) there is no pack of their own. Packs are compared in two ways:

* by *fails*: the rules that fail, every rule being judged whatever a gate says;
* by *rank*, as processes are put in order everywhere: a closed gate is worse than any number of fails, for it
  says that the part is not made by this process at all; then fails count, then warnings.

Each is compared with the two processes that nobody would make the part by (`UNFIT`), and with all others. A
part whose own process does not rank before an unfitting one is listed with the rules it fails.
"""

import csv
import json
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bench import child

LIMIT_S = 400

UNFIT = {
    "cnc": ("injection", "sheet-metal"),
    "casting": ("injection", "sheet-metal"),
    "injection": ("sheet-metal", "cnc"),
    "additive": ("sheet-metal", "casting"),
    "sheet-metal": ("casting", "injection"),
}
"""Processes that nobody would make such a part by, by the process it is made by."""

COUNTS = ("fails", "rank")

CHILD = """
import json, sys
from pathlib import Path
from engine import pipeline, present
from engine.model.mesh import MeshOptions
from engine.model.pull import PullOptions
from engine.progress import Progress
from engine.rules import packs
progress = Progress()
context = pipeline.prepare(Path(sys.argv[1]), MeshOptions(), progress)
analysis = pipeline.assess(context, PullOptions(), packs.shipped(), progress)
found = []
for verdict in analysis.verdicts:
    best = next(each for each in analysis.order.ranked if each.pack == verdict.key)
    rank = analysis.order.packs().index(verdict.key)
    found.append(present.module(verdict) | {"best": best.configuration, "rank": rank})
print("FOUND" + json.dumps(found))
"""


def run(corpus: Path, names: list[str], n_jobs: int = 1) -> dict[str, float]:
    """Judge the parts, print a row each, and return the shares."""
    chosen = [
        row
        for row in csv.DictReader((corpus / "manifest.csv").open(encoding="utf-8"))
        if row["kind"] == "real"
        and row["n_solids"] == "1"
        and row["process"] in UNFIT
        and (not names or any(name in row["file"] for name in names))
    ]
    if not chosen:
        sys.exit(f"No part of {corpus} is judged here whose name holds {' or '.join(names) or 'anything'}.")
    with ThreadPoolExecutor(n_jobs) as pool:
        judged = list(pool.map(lambda row: _judge(corpus / row["file"]), chosen))
    rows = []
    for row, modules in zip(chosen, judged, strict=True):
        fails = {pack["module_key"]: _fails(pack) for pack in modules}
        entry = {"file": Path(row["file"]).name, "process": row["process"], "what": row["what"]}
        rows.append(entry | {"fails": fails})
    folder = Path("out/bench")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "fitness.json").write_text(json.dumps(rows, indent=1))
    for row, modules in zip(rows, judged, strict=True):
        if names:
            _print_fails(row, modules)
    return _print(rows)


def _judge(file: Path) -> list[dict]:
    """Judge a part in a process of its own; empty where that fails."""
    try:
        found: list[dict] = child.answer(CHILD, file, LIMIT_S)
    except child.NoAnswer as missing:
        print(f"{file.name}: {missing}", file=sys.stderr)
        return []
    print(file.name, file=sys.stderr)
    return found


def _fails(pack: dict) -> dict[str, Any]:
    """Count the fails of a pack under the configuration that suits the part best."""
    judged = [*pack["configurations"], *pack["derived_configurations"]]
    (best,) = (each["result"] for each in judged if each["configuration_key"] == pack["best"])
    return {
        "rank": pack["rank"],
        "fails": best["summary"]["fail"],
        "gate": best["gate"],
        "failed": [rule["key"] for rule in best["rules"] if rule["severity"] == "fail"],
    }


def _print_fails(row: dict, modules: list[dict]) -> None:
    """Print what fails under the part's own process."""
    print(f"\n{row['file']} ({row['process']})")
    for pack in modules:
        for configuration in pack["configurations"] if pack["module_key"] == row["process"] else ():
            for rule in configuration["result"]["rules"]:
                if rule["severity"] == "fail":
                    print(f"  {configuration['configuration_key']} {rule['key']}: {rule['message']}")
                    print(f"    {rule['summary']}")


def _print(rows: list[dict]) -> dict[str, float]:
    packs = sorted({key for row in rows for key in row["fails"]})
    table = Table("part", "process", *packs)
    for row in rows:
        fails = row["fails"]
        if row["process"] not in fails:
            table.add_row(row["file"], row["process"], "not judged")
            continue
        shown = [
            f"[bold]{_shown(fails[key])}[/]" if key == row["process"] else _shown(fails[key]) for key in packs
        ]
        is_better = _is_better(row, UNFIT[row["process"]], "rank")
        table.add_row(row["file"], row["process"] if is_better else f"[red]{row['process']}[/]", *shown)
    Console(width=120, highlight=False).print(table)
    print("Rules that fail; in parentheses where a gate is closed, which ranks behind any number of fails.")
    _print_losers(rows)
    shares: dict[str, float] = {}
    for count in COUNTS:
        for name, of in (("an unfitting one", UNFIT), ("any other", dict.fromkeys(UNFIT, packs))):
            n_better = sum(_is_better(row, of[row["process"]], count) for row in rows)
            shares[f"better than {name} by {count}"] = n_better / len(rows)
    for name, share in shares.items():
        print(f"{name}: {share:.3f} of {len(rows)}")
    return shares


def _print_losers(rows: list[dict]) -> None:
    """Print the parts whose own process does not rank before an unfitting one."""
    print("\nranked no better than an unfitting process:")
    for row in rows:
        own = row["fails"].get(row["process"])
        if own is None or _is_better(row, UNFIT[row["process"]], "rank"):
            continue
        others = ", ".join(f"{key} {_shown(row['fails'][key])}" for key in UNFIT[row["process"]])
        print(f"  {row['file']} ({row['process']}; {row['what']})")
        print(f"    {_shown(own)}: {', '.join(own['failed']) or 'none'}; against {others}")


def _is_better(row: dict, others: Sequence[str], count: str) -> bool:
    """Tell whether a part's own process has a lower count than one of the others."""
    own = row["fails"].get(row["process"])
    if own is None:
        return False
    return any(own[count] < row["fails"][key][count] for key in others if key in row["fails"])


def _shown(fails: dict[str, Any]) -> str:
    return f"({fails['fails']})" if fails["gate"] else str(fails["fails"])
