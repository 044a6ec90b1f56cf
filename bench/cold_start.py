"""What somebody at a terminal waits for: `sprue analyze` of one part, by processes started for it.

Compiled loops lie on the disk, as after set-up. Of several runs the quickest counts: whatever else runs on
the machine only adds to it.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[1]
SAMPLES = ROOT / "resources" / "sample_parts"
RUNS = 5


def run(files: list[Path], root: Path = ROOT) -> None:
    """Measure a drawn block of 10 mm and every file, and print the table; `root` has the engine that runs."""
    from tests.support import draw  # it loads the kernel

    table = Table(title=f"cold command line, least of {RUNS} runs, in seconds")
    for heading in ("part", "started", "verdict", "all files", "without pictures"):
        table.add_column(heading, justify="left" if heading == "part" else "right")
    with tempfile.TemporaryDirectory() as folder:
        block = draw.write_step(draw.box((10, 10, 10)), Path(folder) / "block.step")
        for file in (block, *files):
            runs = [_timed(root, file, Path(folder)) for _ in range(RUNS)]
            bare = min(_timed(root, file, Path(folder), "--no-pictures")[2] for _ in range(RUNS))
            least = [min(times) for times in zip(*runs, strict=True)]
            table.add_row(file.name, *(f"{seconds:.2f}" for seconds in (*least, bare)))
    Console().print(table)


def _timed(root: Path, file: Path, folder: Path, *options: str) -> tuple[float, float, float]:
    """Return after how long the first word came, the verdict, and the end."""
    command = [sys.executable, "-P", "-m", "engine", str(file), "--out", str(folder / "out"), *options]
    began = time.perf_counter()
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(root)},
        cwd=folder,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stderr.readline()
    started = time.perf_counter() - began
    while process.stdout.readline() not in (b"\n", b""):
        pass
    while line := process.stdout.readline():
        if "│".encode() in line:
            break
    verdict = time.perf_counter() - began
    process.communicate()
    return started, verdict, time.perf_counter() - began
