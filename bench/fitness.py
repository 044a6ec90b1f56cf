"""Whether a part fails less under the process it is made by than under those it is not made by.

A real part of the corpus is judged by every shipped pack, each with the configuration that suits the part
best. The process of the manifest is a guess of its author, and for some parts (a blow-molded bottle, a die
casting, a mat of silicone, a stamped washer) there is no pack of their own. Fails are counted in five
ways, all printed:

* *plainly*: the rules that are told as fails. A gate that failed is the one fail that it shows, and the rules
  behind it, which were not judged, are none: a casting that misses two rules of its own loses to being told
  in one sentence that it is no sheet;
* *without gates*: the rules that fail when every rule is judged, whatever the gates say. A rule that finds
  nothing to look at passes: a casting has no bends that are too tight;
* by *findings*: the places that are told as fails, as the window and the report list them;
* by *findings without gates*: the same when every rule is judged;
* by *rank*: a failed gate is worse than any number of fails. It says that the part is not made by this
  process at all.

Each count is compared with the two processes that nobody would make the part by (`UNFIT`), and with all
others. A result's summary counts a failed gate as one rule, so *plainly* is what its readers see; the window
and the batch table say that the process does not apply and put it last, as the *rank* does.

A part that loses plainly is listed with the rules it fails and with what it was measured against; of a failed
gate it is told how many rules were not judged.
"""

import csv
import json
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

LIMIT_S = 400

UNFIT = {
    "cnc": ("injection", "sheet-metal"),
    "casting": ("injection", "sheet-metal"),
    "injection": ("sheet-metal", "cnc"),
    "additive": ("sheet-metal", "casting"),
    "sheet-metal": ("casting", "injection"),
}
"""Processes that nobody would make such a part by, by the process it is made by."""

COUNTS = ("plainly", "without gates", "findings", "findings without gates", "rank")
GATE = 1000
"""What a failed gate counts in the ranking: more than a pack has rules."""

CHILD = """
import json, sys
from dataclasses import replace
from pathlib import Path
from engine import pipeline, present
from engine.model.mesh import MeshOptions
from engine.model.pull import PullOptions
from engine.progress import Progress
from engine.rules import evaluate, packs
progress = Progress()
prepared = pipeline.prepare(Path(sys.argv[1]), MeshOptions(), progress)
analysis = pipeline.assess(prepared, PullOptions(), packs.shipped(), progress)
found = []
for pack, verdict in zip(packs.shipped(), analysis.verdicts, strict=True):
    ungated = replace(pack, rules=tuple(replace(rule, is_gate=False) for rule in pack.rules))
    judged = evaluate.evaluate(ungated, analysis.metrics)
    found.append(present.module(verdict) | {"ungated": present.module(judged)})
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
        told = {"file": Path(row["file"]).name, "process": row["process"], "what": row["what"]}
        rows.append(told | {"fails": fails})
    folder = Path("out/bench")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "fitness.json").write_text(json.dumps(rows, indent=1))
    for row, modules in zip(rows, judged, strict=True):
        if names:
            _print_fails(row, modules)
    return _print(rows)


def _judge(file: Path) -> list[dict]:
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(file)], capture_output=True, text=True, timeout=LIMIT_S, check=False
    )
    for line in done.stdout.splitlines():
        if line.startswith("FOUND"):
            print(file.name, file=sys.stderr)
            return json.loads(line[5:])
    print(f"{file.name}: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
    return []


def _fails(pack: dict) -> dict[str, Any]:
    """Count the fails of a pack in every way, each with the configuration that it is kindest to."""
    gated = [each["result"] for each in pack["configurations"]]
    ungated = [each["result"] for each in pack["ungated"]["configurations"]]
    kindest = min(gated, key=lambda each: each["summary"]["fail"])
    return {
        "rank": min(GATE if each["gate"] else each["summary"]["fail"] for each in gated),
        "plainly": kindest["summary"]["fail"],
        "findings": min(_n_failed(each) for each in gated),
        "findings without gates": min(_n_failed(each) for each in ungated),
        "without gates": min(each["summary"]["fail"] for each in ungated),
        "failed": [rule["key"] for rule in kindest["rules"] if rule["severity"] == "fail"],
        "not judged": len(kindest["rules"]) - 1 if kindest["gate"] else 0,
    }


def _n_failed(result: dict) -> int:
    """Count the findings that fail; of a rule that tells none, the rule."""
    failed = [rule for rule in result["rules"] if rule["severity"] == "fail"]
    return sum(max(1, sum(finding["severity"] == "fail" for finding in rule["findings"])) for rule in failed)


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
        is_fewer = _is_fewer(row, UNFIT[row["process"]], "rank")
        table.add_row(row["file"], row["process"] if is_fewer else f"[red]{row['process']}[/]", *shown)
    Console(width=120, highlight=False).print(table)
    print(
        "gate: a gate failed; then the fails when every rule is judged, and how many rules it left unjudged"
    )
    _print_losers(rows)
    shares: dict[str, float] = {}
    for count in COUNTS:
        for name, of in (("an unfitting one", UNFIT), ("any other", dict.fromkeys(UNFIT, packs))):
            n_fewer = sum(_is_fewer(row, of[row["process"]], count) for row in rows)
            shares[f"fewer than {name}, {count}"] = n_fewer / len(rows)
    for name, share in shares.items():
        print(f"{name}: {share:.3f} of {len(rows)}")
    return shares


def _print_losers(rows: list[dict]) -> None:
    """Print the parts that do not fail less, counted plainly, than under an unfitting process."""
    print("\nno fewer plain fails than under an unfitting process:")
    for row in rows:
        own = row["fails"].get(row["process"])
        if own is None or _is_fewer(row, UNFIT[row["process"]], "plainly"):
            continue
        others = ", ".join(f"{key} {_shown(row['fails'][key])}" for key in UNFIT[row["process"]])
        print(f"  {row['file']} ({row['process']}; {row['what']})")
        print(f"    {own['plainly']}: {', '.join(own['failed']) or 'none'}; against {others}")


def _is_fewer(row: dict, others: Sequence[str], count: str) -> bool:
    """Tell whether a part's own process has fewer fails than one of the others."""
    own = row["fails"].get(row["process"])
    if own is None:
        return False
    return any(own[count] < row["fails"][key][count] for key in others if key in row["fails"])


def _shown(fails: dict[str, Any]) -> str:
    if fails["rank"] != GATE:
        return str(fails["plainly"])
    return f"gate, {fails['without gates']}, {fails['not judged']}"
