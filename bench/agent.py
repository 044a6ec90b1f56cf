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
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters

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
    refused: list[str] = field(default_factory=list)


def run(corpus: Path, words: Sequence[str]) -> bool:
    """Call every tool on ten parts, those named or those of the corpus, and print the table as Markdown.

    Returns whether every tool answered. Some parts are refused for good reason, as too large to be cast.
    """
    files = [Path(word).resolve() for word in words] or chosen(corpus)
    calls: dict[str, Calls] = defaultdict(Calls)
    folder = Path(os.path.commonpath([file.parent for file in files]))
    with tempfile.TemporaryDirectory() as data:
        tools = anyio.run(_measure, files, folder, Path(data), calls)
    print(
        f"\n{', '.join(file.name for file in files)}; the list of {len(tools)} tools: {sum(tools.values())}\n"
    )
    print("| tool | calls | letters, median | most | fields, median | most | seconds, median | most |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for tool in tools:
        took = calls[tool]
        counts = [f"{each:.0f}" for row in (took.letters, took.structured) for each in _middle_and_most(row)]
        times = [f"{each:.2f}" for each in _middle_and_most(took.seconds)]
        print(f"| {' | '.join([f'`{tool}`', str(len(took.seconds)), *counts, *times])} |")
    refused = [f"{tool}: {said}" for tool, took in calls.items() for said in took.refused]
    print(
        "\n".join(["", *refused, *(f"{tool} was never called" for tool in tools if not calls[tool].seconds)])
    )
    return not refused and all(calls[tool].seconds for tool in tools)


def chosen(corpus: Path) -> list[Path]:
    """Return ten parts of the corpus: those that are named first."""
    named = [corpus / name for name in PARTS if (corpus / name).is_file()]
    others = [each for each in sorted((corpus / "real").rglob("*.st*p")) if each not in named]
    return (named + others[:: max(1, len(others) // MOST)])[:MOST]


def _middle_and_most(figures: Sequence[float]) -> tuple[float, float]:
    return statistics.median(figures or (0,)), max(figures, default=0)


async def _measure(
    files: Sequence[Path], folder: Path, data: Path, calls: dict[str, Calls]
) -> dict[str, int]:
    """Make the calls; return letters of what is listed of each tool."""
    outside = {name: value for name, value in os.environ.items() if not name.startswith("SPRUE_")}
    command = [str(ROOT / "sprue.py"), "mcp", "--data-dir", str(data)]
    parameters = StdioServerParameters(command=sys.executable, args=command, cwd=str(folder), env=outside)
    async with Client(parameters) as client:
        listed = (await client.list_tools()).tools
        await client.call_tool("usage", {})  # the engine is there
        for file in files:
            await _part(client, file, calls)
    return {each.name: len(each.model_dump_json(by_alias=True, exclude_none=True)) for each in listed}


async def _part(client: Client, file: Path, calls: dict[str, Calls]) -> None:
    """Do with a part what an agent does, with every tool."""

    async def call(tool: str, **arguments: Any) -> dict[str, Any]:
        began = time.perf_counter()
        answer = await client.call_tool(tool, arguments)
        took = calls[tool]
        took.seconds.append(time.perf_counter() - began)
        texts = [getattr(each, "text", "") for each in answer.content]
        took.letters.append(sum(map(len, texts)))
        took.structured.append(len(json.dumps(answer.structured_content or {}, ensure_ascii=False)))
        if answer.is_error:
            took.refused.append(f"{file.name}: {texts[0][:200]}")
        return answer.structured_content or {}

    sent = await call("upload_part", path=str(file))
    await call("quick_info", part=sent["part"])
    found = await call("analyze", part=sent["part"], wait_s=240)
    if found.get("status") != "done":
        calls["analyze"].refused.append(f"{file.name}: {found}")
        return
    analysis = found["analysis"]
    for section in (
        "summary",
        "issues",
        "rules",
        "features",
        "processes",
        "bodies",
        "pull",
        "notes",
        "files",
    ):
        await call("get_result", analysis=analysis, section=section)
    await call("show", analysis=analysis, layer="thickness")
    for issue in found["issues"][:2]:
        await call("explain_finding", analysis=analysis, issue=issue["issue"])
        await call("show", analysis=analysis, issue=issue["issue"])
    for quantity in ("thickness", "clearance"):
        await call("measure", analysis=analysis, quantity=quantity, first="face 1")
    await call("measure", analysis=analysis, quantity="distance", first="face 1", second="face 2")
    await call("compare", before=analysis, after=analysis)
    await _rules(call, analysis)
    material = (await call("list_materials"))["materials"][0]["name"]
    await call("quote", analysis=analysis, material=material, quantity=25)
    await call("usage")
    await call("recompute", analysis=analysis, pull="0,1,0")


async def _rules(call: Callable[..., Awaitable[dict[str, Any]]], analysis: str) -> None:
    """Read what rules are made of, and write a pack."""
    await call("list_rule_packs")
    await call("list_rule_packs", pack="casting")
    for topic in ("overview", "sets", "metrics"):
        await call("get_rule_schema", topic=topic)
    module = (await call("get_rule_schema", topic="example"))["entries"][0]
    await call("validate_rule_pack", module=module, analysis=analysis)
    await call("save_rule_pack", module=module)
    await call("evaluate_rule_pack", analysis=analysis, pack="casting")
