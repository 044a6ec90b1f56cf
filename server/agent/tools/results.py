"""Tools that read an analysis: by section, page by page, and one issue in full."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Literal

from mcp.server.mcpserver.exceptions import ToolError
from pydantic import BaseModel, Field

from server.agent import analyses, issues, summary
from server.agent.issues import FoundIssue, Result
from server.agent.names import Named, Names
from server.agent.origin import AnyContext
from server.agent.state import api_of
from server.agent.summary import rounded
from server.agent.tool import Answer, Tool
from server.agent.words import clean, number, place, quantity

MOST_ITEMS_CHARACTERS = 4500
"""Of the items of a page as JSON."""
MOST_PLACES = 8

Analysis = Annotated[str, Field(description="id from analyze")]
Section = Literal["summary", "issues", "rules", "features", "processes", "bodies", "pull", "notes", "files"]


class Page(Answer):
    """A page of a section of a result."""

    analysis: str
    section: str
    process: Annotated[str, Field(description="that issues and rules are of")] = ""
    total: Annotated[int, Field(description="items of the section")]
    offset: Annotated[int, Field(description="of the first item here")]
    items: Annotated[list[dict[str, Any]], Field(description="what there is; keys follow from the section")]
    next_offset: Annotated[int | None, Field(description="offset of the next page; none at the end")] = None

    def text(self) -> str:
        """Write the items in lines of JSON."""
        of = f" of {self.process}" if self.process else ""
        head = f"{self.section}{of}, {self.offset + 1} to {self.offset + len(self.items)} of {self.total}:"
        lines = [json.dumps(each, ensure_ascii=False) for each in self.items]
        more = "" if self.next_offset is None else f"More: offset {self.next_offset}."
        return "\n".join([head if self.items else f"{self.section}{of}: none.", *lines, more]).rstrip()


class PlaceOfFinding(BaseModel):
    """One place of an issue."""

    feature: Annotated[str, Field(description="a name that other tools accept")]
    severity: str
    value: float | None = None
    limit: float | None = None
    pass_at: Annotated[float | None, Field(description="the bound to reach for a pass")] = None
    uncertainty: float | None = None
    decided: bool = True
    location: Annotated[list[float] | None, Field(description="x, y, z in mm")] = None
    witness: Annotated[
        list[list[float]] | None, Field(description="the two points that a length was measured between")
    ] = None
    fids: Annotated[list[str], Field(description="numbers of the faces")]


class Explanation(Answer):
    """One issue in full."""

    issue: str
    severity: str
    rule: str
    metric: str
    unit: str
    source: Annotated[str, Field(description="where the rule's limits come from")]
    cause: Annotated[str, Field(description="what its places have in common")]
    message: str
    advice: Annotated[str, Field(description="what to change")]
    n_places: int
    places: list[PlaceOfFinding]
    features: Annotated[
        list[dict[str, Any]], Field(description="the features it is about, with their dimensions")
    ]

    def text(self) -> str:
        """Write it in lines."""
        lines = [
            f"{self.severity.upper()} {self.issue}: {self.message}",
            f"Rule {self.rule} measures {self.metric}. Limits: {self.source}",
        ]
        for each in self.places:
            uncertain = f" ±{number(each.uncertainty)}" if each.uncertainty else ""
            passes = "" if each.pass_at is None else f", passes at {quantity(each.pass_at, self.unit)}"
            lines.append(
                f"- {each.feature} {place(each.location)}: {quantity(each.value, self.unit)}{uncertain}, "
                "limit "
                f"{quantity(each.limit, self.unit)}{passes}"
            )
        if self.n_places > len(self.places):
            lines.append(f"… and {self.n_places - len(self.places)} places more, all milder.")
        lines += [f"Feature {json.dumps(each, ensure_ascii=False)}" for each in self.features]
        if self.advice:
            lines.append(f"Change: {self.advice}")
        return "\n".join([*lines, f"See it: show with issue {self.issue}."])


async def get_result(
    ctx: AnyContext,
    analysis: Analysis,
    section: Annotated[Section, Field(description="what to read")] = "summary",
    process: Annotated[str, Field(description="pack/configuration or pack; empty: the best")] = "",
    feature: Annotated[str, Field(description="only what is about the feature of this name")] = "",
    offset: Annotated[int, Field(ge=0, description="items to skip")] = 0,
    limit: Annotated[int, Field(ge=1, le=100, description="most items of a page")] = 30,
) -> Page:
    """Read an analysis by section, page by page.

    summary and issues are of one process; rules tell every verdict, passes too; features all names with
    dimensions; bodies assemblies; pull undercuts; files links to heatmaps and report.
    """
    api = await api_of(ctx)
    job = await api.get(f"/dfm/jobs/{analysis.strip()}")
    if job["status"] in ("queued", "running"):
        line = clean(job["log"][-1]) if job["log"] else "waiting"
        raise ToolError(f"The analysis is {job['status']} ({line}). Call get_result again in about 20 s.")
    result = await analyses.result(api, analysis)
    names = Names(result)
    chosen = issues.process_of(result, process)
    fids = set(names.fids(feature)) if feature else set()
    items = list(SECTIONS[section](result, names, chosen, fids))
    page: list[dict[str, Any]] = []
    length = 0
    for item in items[offset : offset + limit]:
        length += len(json.dumps(item, ensure_ascii=False))
        if page and length > MOST_ITEMS_CHARACTERS:
            break
        page.append(item)
    end = offset + len(page)
    return Page(
        analysis=analysis.strip(),
        section=section,
        process=chosen if section in ("summary", "issues", "rules") else "",
        total=len(items),
        offset=offset,
        items=page,
        next_offset=end if end < len(items) else None,
    )


async def explain_finding(
    ctx: AnyContext,
    analysis: Analysis,
    issue: Annotated[str, Field(description="its name, as casting/sand/min_wall_thickness/1")],
) -> Explanation:
    """Tell one issue in full: places with numbers, features with dimensions, where the limit comes from."""
    result = await analyses.result(await api_of(ctx), analysis)
    found = issues.find(result, issue)
    names = Names(result)
    return Explanation(
        issue=found.id,
        severity=found.severity,
        rule=str(found.rule["name"]),
        metric=str(found.rule["metric"]),
        unit=str(found.worst["unit"]),
        source=str(found.rule["source"]),
        cause=str(found.entry["cause"]),
        message=str(found.entry["message"]),
        advice=str(found.worst["advice"]),
        n_places=len(found.findings),
        places=[_place(each, names) for each in found.findings[:MOST_PLACES]],
        features=[described(each) for each in _features(found, names)],
    )


def _place(finding: Mapping[str, Any], names: Names) -> PlaceOfFinding:
    return PlaceOfFinding(
        feature="whole part" if finding["fid"] is None else names.of_face(finding["fid"]),
        severity=finding["severity"],
        value=finding["value"],
        limit=finding["threshold"],
        pass_at=finding.get("pass_threshold"),
        uncertainty=finding["uncertainty"],
        decided=finding["decided"],
        location=rounded(finding["location"]),
        witness=None if finding["witness"] is None else [rounded(each) or [] for each in finding["witness"]],
        fids=finding["related_fids"][:6],
    )


def _features(issue: FoundIssue, names: Names) -> list[Named]:
    """Return the features that an issue is about, at most as many as places are told."""
    wanted = dict.fromkeys(name for each in issue.findings for name in names.of_faces(each["related_fids"]))
    found = [each for name in wanted for each in names.features if each.name == name]
    return found[:8]


def described(named: Named) -> dict[str, Any]:
    """Describe a feature by its name, its dimensions and where it is."""
    entry = named.entry
    numbers = {
        key: round(value, 4) if isinstance(value, float) else value
        for key, value in named.dimensions.items()
        if not isinstance(value, list | dict)
    }
    where = {"center": rounded(entry["center"]), "axis": rounded(entry["axis"])}
    found = {"name": named.name, "kind": entry["kind"], "fid": entry["fid"], **numbers, **where}
    threads = [each["designation"] for each in entry.get("thread_candidates", ())]
    if threads:
        found["thread_candidates"] = threads[:3]
    return {key: value for key, value in found.items() if value is not None}


Items = Iterator[dict[str, Any]]


def _summary(result: Result, names: Names, process: str, fids: set[str]) -> Items:
    summed = summary.of("", result, process).model_dump(mode="json", exclude_none=True)
    for key in ("file", "size_mm", "volume_cm3", "form", "pull", "features", "process", "verdict", "notes"):
        if key in summed:
            yield {key: summed[key]}
    yield {"processes": [f"{each['process']}: {each['verdict']}" for each in summed["processes"]]}
    yield from _issues(result, names, process, fids)


def _issues(result: Result, names: Names, process: str, fids: set[str]) -> Items:
    for each in issues.of_process(result, process):
        if not fids or fids & set(each.faces()):
            yield summary.issue_line(each, names).model_dump(mode="json", exclude_none=True)


def _rules(result: Result, names: Names, process: str, fids: set[str]) -> Items:
    for rule in issues.verdict_of(result, process)["rules"]:
        yield {
            "rule": rule["key"],
            "name": rule["name"],
            "severity": rule["severity"],
            "applicable": rule["applicable"],
            "n_inspected": rule["n_inspected"],
            "message": rule["message"],
        }


def _feature_items(result: Result, names: Names, process: str, fids: set[str]) -> Items:
    for each in names.features:
        if not fids or fids & set(each.fids):
            yield described(each)


def _processes(result: Result, names: Names, process: str, fids: set[str]) -> Items:
    reasons = {each["process"]: each["reason"] for each in issues.ordered(result)}
    for line in summary.process_lines(result):
        shown = line.model_dump(mode="json", exclude_none=True)
        yield shown | {"reason": reasons[line.process]}


def _bodies(result: Result, names: Names, process: str, fids: set[str]) -> Items:
    for body in result["bodies"]:
        best = body["modules"]["order"][:1]
        box = body["geometry"]["bounding_box_mm"]
        yield {
            "name": clean(str(body["name"])),
            "count": body["count"],
            "solids": body["solids"][:20],
            "size_mm": [round(box[axis], 4) for axis in "xyz"],
            "form": None if body["form"] is None else body["form"]["sentence"],
            "best_process": f"{best[0]['module_key']}/{best[0]['configuration_key']}" if best else None,
        }


def _pull(result: Result, names: Names, process: str, fids: set[str]) -> Items:
    found = result["features"]["manufacturability"]
    yield {key: found[key] for key in ("pull_dir", "pull_mode", "alpha_min_deg", "alpha_warn_deg")}
    yield {"n_undercuts": found["n_undercuts"], "n_low_draft": found["n_low_draft"]}
    for region in found["undercut_regions"]:
        yield {
            "undercut_at": rounded(region["location"]),
            "features": names.of_faces(region["related_fids"])[:6],
            "area_mm2": region["area_mm2"],
            "side_action": rounded(region["side_action"]),
        }
    low = names.of_faces(found["low_draft_fids"])
    yield {"low_draft": low[:40], "more": max(0, len(low) - 40)}


def _notes(result: Result, names: Names, process: str, fids: set[str]) -> Items:
    for note in result["notes"]:
        yield {"note": clean(str(note))}


def _files(result: Result, names: Names, process: str, fids: set[str]) -> Items:
    for name, link in result["artifacts"].items():
        yield {"file": name, "url": link}


SECTIONS: Mapping[str, Callable[[Result, Names, str, set[str]], Items]] = {
    "summary": _summary,
    "issues": _issues,
    "rules": _rules,
    "features": _feature_items,
    "processes": _processes,
    "bodies": _bodies,
    "pull": _pull,
    "notes": _notes,
    "files": _files,
}

TOOLS = (
    Tool(call=get_result, title="Read an analysis", limit_s=60.0, more="Call again with a larger offset."),
    Tool(call=explain_finding, title="Explain an issue", limit_s=60.0),
)
