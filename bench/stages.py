"""Seconds of each stage, peak memory and features found, part by part, each in a process of its own."""

import json
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench import child

LIMIT_S = 400

CHILD = """
import json, resource, sys, time
from collections import Counter
from pathlib import Path
from engine import pipeline
from engine.errors import SprueError
from engine.model.mesh import MeshOptions
from engine.model.pull import PullOptions
from engine.progress import Progress
from engine.raycast import warm
from engine.rules import packs
warm.warm()
progress = Progress()
found = {}
began, cpu = time.perf_counter(), time.process_time()
try:
    context = pipeline.prepare(Path(sys.argv[1]), MeshOptions(), progress)
    analysis = pipeline.assess(context, PullOptions(), packs.shipped(), progress)
    recognition = analysis.assessed.recognition
    found = {
        "faces": len(context.part.faces),
        "triangles": len(context.mesh.triangles),
        "features": dict(sorted(Counter(feature.kind.lower() for feature in recognition.features).items())),
        "unexplained": recognition.unexplained_area_share,
    }
except SprueError as error:
    found = {"refused": f"{type(error).__name__}: {error}"}
found |= {
    "seconds": progress.seconds_of_stage,
    "wall_s": time.perf_counter() - began,
    "cpu_s": time.process_time() - cpu,
    "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
}
print("FOUND" + json.dumps(found))
"""


def run(files: list[Path]) -> list[dict]:
    """Measure every file, print the table, and write it to out/bench/stages.json."""
    folder = Path("out/bench")
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for file in files:
        began = time.perf_counter()
        rows.append(_measure(file) | {"file": file.name})
        (folder / "stages.json").write_text(json.dumps(rows, indent=1))
        print(f"{file.name}: {time.perf_counter() - began:.1f} s", file=sys.stderr)
    _print(rows)
    return rows


def _measure(file: Path) -> dict:
    try:
        found: dict = child.answer(CHILD, file, LIMIT_S)
    except child.NoAnswer as missing:
        return {"refused": str(missing)}
    return found


def _print(rows: list[dict]) -> None:
    stages = sorted({stage for row in rows for stage in row.get("seconds", {})})
    table = Table(
        "file", "faces", "triangles", *stages, "wall s", "peak MB", "features", title="Stages, seconds"
    )
    for row in rows:
        if "refused" in row:
            table.add_row(row["file"], "", "", *("" for _ in stages), "", "", row["refused"])
            continue
        seconds = row["seconds"]
        table.add_row(
            row["file"],
            str(row["faces"]),
            str(row["triangles"]),
            *(f"{seconds.get(stage, 0):.2f}" for stage in stages),
            f"{row['wall_s']:.2f}",
            f"{row['peak_mb']:.0f}",
            " ".join(f"{count} {kind}" for kind, count in row["features"].items()),
        )
    Console(width=220).print(table)
