"""Whether a part fails less under the process it is made by than under those it is not made by.

A real part of the corpus is judged by every shipped pack. Each pack counts with the configuration that suits
the part best: the rules that fail, and all of them where a gate failed, for then none is met. The process of
the manifest is a guess of its author.
"""

import csv
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

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

CHILD = """
import json, sys
from pathlib import Path
from engine import pipeline, present
from engine.model.mesh import MeshOptions
from engine.model.pull import PullOptions
from engine.progress import Progress
from engine.rules import packs
progress = Progress()
prepared = pipeline.prepare(Path(sys.argv[1]), MeshOptions(), progress)
analysis = pipeline.assess(prepared, PullOptions(), packs.shipped(), progress)
print("FOUND" + json.dumps(present.modules(analysis.verdicts)))
"""


def run(corpus: Path, names: list[str], n_jobs: int = 1) -> dict[str, float]:
    """Judge the parts, print a row each, and return the two shares."""
    chosen = [
        row
        for row in csv.DictReader((corpus / "manifest.csv").open(encoding="utf-8"))
        if row["kind"] == "real"
        and row["n_solids"] == "1"
        and row["process"] in UNFIT
        and (not names or any(name in row["file"] for name in names))
    ]
    with ThreadPoolExecutor(n_jobs) as pool:
        judged = list(pool.map(lambda row: _judge(corpus / row["file"]), chosen))
    rows = []
    for row, modules in zip(chosen, judged, strict=True):
        fails = {pack["module_key"]: _fewest_fails(pack) for pack in modules}
        rows.append({"file": Path(row["file"]).name, "process": row["process"], "fails": fails})
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
            return json.loads(line[5:])["modules"]
    print(f"{file.name}: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
    return []


def _fewest_fails(pack: dict) -> int:
    return min(_fails(each["result"]) for each in pack["configurations"])


def _fails(result: dict) -> int:
    """Count the rules that fail; all of them where a gate did."""
    return len(result["rules"]) if result["gate"] else result["summary"]["fail"]


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
    n_fewer = n_least = 0
    for row in rows:
        fails, own = row["fails"], row["fails"].get(row["process"])
        if own is None:
            table.add_row(row["file"], row["process"], "not judged")
            continue
        is_fewer = any(own < fails[key] for key in UNFIT[row["process"]] if key in fails)
        is_least = all(own <= fails[key] for key in UNFIT[row["process"]] if key in fails)
        n_fewer, n_least = n_fewer + is_fewer, n_least + is_least
        shown = [f"[bold]{fails[key]}[/]" if key == row["process"] else str(fails[key]) for key in packs]
        table.add_row(row["file"], row["process"] if is_fewer else f"[red]{row['process']}[/]", *shown)
    Console(width=120, highlight=False).print(table)
    shares = {"fewer than an unfitting one": n_fewer / len(rows), "no more than any": n_least / len(rows)}
    for name, share in shares.items():
        print(f"{name}: {share:.3f} of {len(rows)}")
    return shares
