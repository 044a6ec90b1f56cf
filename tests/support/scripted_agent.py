"""An agent without a model: it reads issues, changes the parameters of a drawn part, and asks again.

What it does follows from fields of the answers alone. Where it had to guess, a field would be missing.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mcp.client.client import Client

Parameters = dict[str, float]
Answer = Mapping[str, Any]
MOST_ROUNDS = 6


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a remedy goes by: all of it fields of answers."""

    issue: Answer
    """A line of `analyze`."""
    features: Sequence[Answer]
    """Of `explain_finding`, where the remedy asks for it."""
    parameters: Parameters
    """Of the process, from `list_rule_packs`, where the remedy asks for it."""


@dataclass(frozen=True, slots=True)
class Remedy:
    """What the designer of a part knows: which parameter of the drawing answers for which rule."""

    rule: str
    """Key of the rule, as an issue's name has it."""
    parameter: str
    value: Callable[[float, Evidence], float]
    """From the parameter as it is, to what it has to be at least."""
    explains: bool = False
    reads_pack: bool = False


@dataclass(frozen=True, slots=True)
class Design:
    """A part that is drawn from parameters."""

    process: str
    draw: Callable[[Parameters, Path], None]
    parameters: Parameters
    remedies: tuple[Remedy, ...]


@dataclass(slots=True)
class Log:
    """What was called, and how much came back."""

    calls: list[str] = field(default_factory=list)
    characters: int = 0
    """Of the texts."""
    structured_characters: int = 0
    """Of the structured answers as JSON, which a client may give to its model instead."""
    verdicts: list[str] = field(default_factory=list)
    parameters: Parameters = field(default_factory=dict)
    comparison: Answer = field(default_factory=dict)


async def run(client: Client, design: Design, file: Path) -> Log:
    """Work on a design until its verdict passes, or nothing is left to do."""
    log = Log(parameters=dict(design.parameters))
    first = ""
    for _ in range(MOST_ROUNDS):
        design.draw(log.parameters, file)
        found = await _call(client, log, "analyze", part=str(file), process=design.process)
        log.verdicts.append(found["verdict"])
        first = first or found["analysis"]
        if found["verdict"] == "pass":
            after = found["analysis"]
            log.comparison = await _call(
                client, log, "compare", before=first, after=after, process=design.process
            )
            return log
        changed = dict(log.parameters)
        for issue in found["issues"]:
            for remedy in design.remedies:
                if remedy.rule == issue["issue"].split("/")[2]:
                    evidence = await _evidence(client, log, design, remedy, found["analysis"], issue)
                    wanted = remedy.value(log.parameters[remedy.parameter], evidence)
                    changed[remedy.parameter] = max(changed[remedy.parameter], wanted)
        if changed == log.parameters:
            return log
        log.parameters = changed
    return log


async def _evidence(
    client: Client, log: Log, design: Design, remedy: Remedy, analysis: str, issue: Answer
) -> Evidence:
    """Ask for what a remedy needs besides the issue."""
    features: Sequence[Answer] = ()
    parameters: Parameters = {}
    if remedy.explains:
        explained = await _call(client, log, "explain_finding", analysis=analysis, issue=issue["issue"])
        features = explained["features"]
    if remedy.reads_pack:
        pack, _, configuration = design.process.partition("/")
        read = await _call(client, log, "list_rule_packs", pack=pack, configuration=configuration)
        parameters = read["parameters"]
    return Evidence(issue, features, parameters)


async def _call(client: Client, log: Log, tool: str, **arguments: Any) -> Answer:
    answer = await client.call_tool(tool, arguments)
    text = "".join(getattr(each, "text", "") for each in answer.content)
    assert not answer.is_error, text
    assert answer.structured_content is not None
    log.calls.append(tool)
    log.characters += len(text)
    log.structured_characters += len(json.dumps(answer.structured_content, ensure_ascii=False))
    return answer.structured_content
