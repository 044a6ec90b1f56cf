"""The issues of a result under one process, with names that later calls accept."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mcp.server.mcpserver.exceptions import ToolError

from server.agent.names import Names

RANK = {"pass": 0, "warning": 1, "fail": 2}
ID = re.compile(r"(?P<pack>[^/]+)/(?P<configuration>[^/]+)/(?P<rule>[^/]+)/(?P<number>\d{1,5})")
ID_FORM = "an issue is named as analyze lists it: casting/sand/min_wall_thickness/1"

Result = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class FoundIssue:
    """Findings of one rule with one cause."""

    id: str
    """`casting/sand/min_wall_thickness/1`: process, rule, and its number among the rule's issues."""
    rule: Mapping[str, Any]
    entry: Mapping[str, Any]

    @property
    def severity(self) -> str:
        """`fail` or `warning`."""
        return str(self.entry["severity"])

    @property
    def findings(self) -> list[Mapping[str, Any]]:
        """Its findings, worst first."""
        return [self.rule["findings"][at] for at in self.entry["findings"]]

    @property
    def worst(self) -> Mapping[str, Any]:
        """The finding that it is worded by."""
        return self.findings[0]

    def faces(self, of_worst: bool = False) -> list[str]:
        """Return the faces of its findings, worst first; `of_worst`: of those of its own severity."""
        found = [each for each in self.findings if not of_worst or each["severity"] == self.severity]
        return list(dict.fromkeys(fid for each in found for fid in each["related_fids"]))

    def places(self, names: Names) -> list[str]:
        """Name what it is about, each once."""
        found: list[str] = []
        for finding in self.findings:
            if finding["fid"] is None:
                found.append("whole part")
            elif finding["kind"] == "CORNER":
                found.append("corner of " + " and ".join(names.of_faces(finding["related_fids"][:2])))
            elif finding["kind"] == "FACE":
                found.append(names.of_face(finding["fid"]))
            else:
                found.append(_feature(names, finding))
        return list(dict.fromkeys(found))


def _feature(names: Names, finding: Mapping[str, Any]) -> str:
    own = [
        each.name
        for each in names.features
        if each.entry["fid"] == finding["fid"] and each.entry["kind"] == finding["kind"]
    ]
    return own[0] if own else names.of_face(finding["fid"])


def configurations(result: Result) -> Iterator[tuple[str, Mapping[str, Any], Mapping[str, Any]]]:
    """Yield (`pack/configuration`, pack, configuration) of all that the part was judged by."""
    for pack in result["modules"]["modules"]:
        for one in (*pack["configurations"], *pack["derived_configurations"]):
            yield f"{pack['module_key']}/{one['configuration_key']}", pack, one


def ordered(result: Result) -> list[Mapping[str, Any]]:
    """Return the entries of the order of processes, the best first, each with its `process`."""
    return [
        {**each, "process": f"{each['module_key']}/{each['configuration_key']}"}
        for each in result["modules"]["order"]
    ]


def process_of(result: Result, asked: str) -> str:
    """Return the process that is asked for: as it is, a pack's that suits the part best, or the best of all.

    Raises
    ------
    ToolError
        There is none of that name.
    """
    known = [name for name, _, _ in configurations(result)]
    best = [each["process"] for each in ordered(result)] or known
    wanted = asked.strip().strip("/")
    if not wanted:
        return best[0]
    if wanted in known:
        return wanted
    of_pack = [name for name in best if name.startswith(f"{wanted}/")]
    if of_pack:
        return of_pack[0]
    raise ToolError(f"There is no process {wanted[:80]!r}; the part was judged by {', '.join(known)}.")


def verdict_of(result: Result, process: str) -> Mapping[str, Any]:
    """Return the verdict of a process that `process_of` named."""
    found: Mapping[str, Any] = next(one for name, _, one in configurations(result) if name == process)
    return dict(found["result"])


def of_process(result: Result, process: str) -> list[FoundIssue]:
    """Return its issues: fails first, then as far beyond the limit as rules tell."""
    found: list[FoundIssue] = []
    for rule in verdict_of(result, process)["rules"]:
        found += [
            FoundIssue(f"{process}/{rule['key']}/{at}", rule, entry)
            for at, entry in enumerate(rule["issues"], 1)
        ]
    gate = verdict_of(result, process)["gate"]
    return sorted(found, key=lambda one: (one.rule["key"] != gate, -RANK[one.severity], -_excess(one.worst)))


def unjudged(result: Result, process: str) -> list[Mapping[str, Any]]:
    """Return the rules that warn without an issue: they could not be judged, and say why."""
    rules: Sequence[Mapping[str, Any]] = verdict_of(result, process)["rules"]
    return [rule for rule in rules if rule["severity"] != "pass" and not rule["issues"]]


def find(result: Result, issue: str) -> FoundIssue:
    """Return an issue by its name; raise ToolError where there is none."""
    parts = ID.fullmatch(issue.strip())
    if parts is None:
        raise ToolError(f"{issue[:80]!r} names no issue; {ID_FORM}.")
    process = process_of(result, f"{parts['pack']}/{parts['configuration']}")
    for each in of_process(result, process):
        if each.id == f"{process}/{parts['rule']}/{int(parts['number'])}":
            return each
    rules = {each.id for each in of_process(result, process)}
    listed = ", ".join(sorted(rules)[:12]) or "none"
    raise ToolError(f"There is no issue {issue[:80]!r} in this analysis; of {process} there are: {listed}.")


def _excess(finding: Mapping[str, Any]) -> float:
    """How far a finding is beyond its limit, as a share of it."""
    margin, threshold = finding["margin"], finding["threshold"]
    if margin is None or threshold is None:
        return 0.0
    return abs(float(margin)) / max(abs(float(threshold)), 1e-9)
