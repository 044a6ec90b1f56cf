"""What agents' tools take: letters of answers, and seconds, tool by tool, on ten real parts.

Over `sprue mcp` with an engine of its own, as an agent host has it. The letters are those of texts, and
of the structured answers as JSON, which a host may give to its model instead. Times are of this machine.
"""

import json
import os
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[1]
PARTS = (
    "real/additive/Anycubic_Mega_s_X_Belt_Tensioner.step",
    "real/casting/0049_control_arm.step",
    "real/cnc/bottom-case.step",
    "real/cnc/nist_ctc_01_asme1_rd.stp",
    "real/injection/40mm_capot.stp",
    "real/sheet-metal/Fan_cover.step",
)
"""Of different make; others of the corpus fill up to `MOST`."""
MOST = 10


@dataclass(slots=True)
class Calls:
    """What calls of one tool took."""

    letters: list[int] = field(default_factory=list)
    structured: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


def run(corpus: Path, words: Sequence[str]) -> None:
    """Call every reading tool on ten parts, those named or those of the corpus, and print the table."""
    files = [Path(word).resolve() for word in words] or chosen(corpus)
    calls: dict[str, Calls] = defaultdict(Calls)
    folder = Path(os.path.commonpath([file.parent for file in files]))
    with tempfile.TemporaryDirectory() as data:
        anyio.run(_measure, files, folder, Path(data), calls)
    table = Table(title=f"{len(files)} parts: letters of an answer, letters of its fields, seconds")
    table.add_column("tool")
    for heading in ("letters, median", "most", "fields, median", "most", "seconds, median", "most"):
        table.add_column(heading, justify="right")
    for tool, took in calls.items():
        counts = [
            f"{figure:.0f}" for each in (took.letters, took.structured) for figure in _middle_and_most(each)
        ]
        times = [f"{figure:.2f}" for figure in _middle_and_most(took.seconds)]
        table.add_row(tool, *counts, *times)
    Console().print(table)


def chosen(corpus: Path) -> list[Path]:
    """Return ten parts of the corpus: those that are named first."""
    named = [corpus / name for name in PARTS if (corpus / name).is_file()]
    others = [each for each in sorted((corpus / "real").rglob("*.st*p")) if each not in named]
    return (named + others[:: max(1, len(others) // MOST)])[:MOST]


def _middle_and_most(figures: Sequence[float]) -> tuple[float, float]:
    return statistics.median(figures), max(figures)


async def _measure(files: Sequence[Path], folder: Path, data: Path, calls: dict[str, Calls]) -> None:
    outside = {name: value for name, value in os.environ.items() if not name.startswith("SPRUE_")}
    command = [str(ROOT / "sprue.py"), "mcp", "--data-dir", str(data)]
    parameters = StdioServerParameters(command=sys.executable, args=command, cwd=str(folder), env=outside)
    async with Client(parameters) as client:
        await client.call_tool("usage", {})  # the engine is there
        for file in files:
            await _part(client, file, calls)


async def _part(client: Client, file: Path, calls: dict[str, Calls]) -> None:
    async def call(tool: str, **arguments: Any) -> dict[str, Any]:
        began = time.perf_counter()
        answer = await client.call_tool(tool, arguments)
        took = calls[tool]
        took.seconds.append(time.perf_counter() - began)
        took.letters.append(sum(len(getattr(each, "text", "")) for each in answer.content))
        took.structured.append(len(json.dumps(answer.structured_content or {}, ensure_ascii=False)))
        if answer.is_error:
            print(f"{file.name}: {tool}: {answer.content[0].text[:200]}", file=sys.stderr)  # type: ignore[union-attr]
        return answer.structured_content or {}

    await call("quick_info", part=str(file))
    found = await call("analyze", part=str(file), wait_s=240)
    if found.get("status") != "done":
        return
    analysis = found["analysis"]
    for section in ("summary", "features", "rules"):
        await call("get_result", analysis=analysis, section=section)
    await call("show", analysis=analysis, layer="thickness")
    for issue in found["issues"][:1]:
        await call("explain_finding", analysis=analysis, issue=issue["issue"])
        await call("show", analysis=analysis, issue=issue["issue"])
    features = [
        each for issue in found["issues"] for each in issue["places"] if each.startswith(("Hole", "Wall"))
    ]
    for name in features[:1]:
        await call("measure", analysis=analysis, quantity="thickness", first=name)
    await call("compare", before=analysis, after=analysis)
    await call("evaluate_rule_pack", analysis=analysis, pack="casting")
    await call("recompute", analysis=analysis, pull="0,1,0")
