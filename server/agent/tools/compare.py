"""The tool that tells what a change did."""

from collections import Counter
from typing import Annotated

from pydantic import BaseModel, Field

from server.agent import analyses, comparison, issues
from server.agent.comparison import CHANGES, Change
from server.agent.names import Names
from server.agent.origin import AnyContext
from server.agent.state import api_of
from server.agent.tool import Answer, Tool
from server.agent.words import quantity

MOST_CHANGES = 20
MOST_FEATURES = 12


class ChangeLine(BaseModel):
    """What became of an issue."""

    change: Annotated[str, Field(description=", ".join(CHANGES))]
    issue: Annotated[
        str, Field(description="its name in the later analysis; in the earlier one where it is fixed")
    ]
    rule: str
    severity: Annotated[str, Field(description="now, or as it was where it is fixed")]
    before: Annotated[float | None, Field(description="worst value before")] = None
    after: Annotated[float | None, Field(description="worst value now")] = None
    unit: str
    pass_at: Annotated[float | None, Field(description="the bound to reach for a pass")] = None
    places: list[str]


class Compared(Answer):
    """Two analyses compared."""

    process: str
    verdict_before: str
    verdict_after: str
    counts: Annotated[dict[str, int], Field(description="issues by change")]
    changes: Annotated[list[ChangeLine], Field(description="new and worse first; those as before last")]
    features_gone: Annotated[list[str], Field(description="features that are there no more, by size")]
    features_new: Annotated[list[str], Field(description="features that were not there before, by size")]
    volume_change_cm3: float

    def text(self) -> str:
        """Write it in lines."""
        counts = (
            ", ".join(f"{count} {change}" for change, count in self.counts.items()) or "no issues in either"
        )
        lines = [f"{self.process}: {self.verdict_before} → {self.verdict_after}. {counts}."]
        for each in self.changes:
            values = f"{quantity(each.before, each.unit)} → {quantity(each.after, each.unit)}"
            passes = "" if each.pass_at is None else f", passes at {quantity(each.pass_at, each.unit)}"
            lines.append(
                f"- {each.change} {each.severity} {each.issue}: {each.rule}, {values}{passes}. At "
                f"{'; '.join(each.places)}"
            )
        lines.append(f"Features gone: {', '.join(self.features_gone) or 'none'}.")
        lines.append(f"Features new: {', '.join(self.features_new) or 'none'}.")
        return "\n".join([*lines, f"Volume {self.volume_change_cm3:+.3g} cm³."])


async def compare(
    ctx: AnyContext,
    before: Annotated[str, Field(description="the earlier analysis")],
    after: Annotated[str, Field(description="the later analysis")],
    process: Annotated[str, Field(description="pack/configuration or pack; empty: the best of after")] = "",
) -> Compared:
    """Compare two analyses, before and after a change: which issues are new, fixed, worse or better."""
    api = await api_of(ctx)
    old, new = await analyses.result(api, before), await analyses.result(api, after)
    chosen = issues.process_of(new, process)
    issues.process_of(old, chosen)
    found = comparison.compare(old, new, chosen)
    names = Names(old), Names(new)
    gone, added = comparison.feature_changes(old, new)
    volumes = [each["geometry"]["volume_cm3"] for each in (old, new)]
    counts = Counter(each.change for each in found)
    return Compared(
        process=chosen,
        verdict_before=issues.verdict_of(old, chosen)["overall_severity"],
        verdict_after=issues.verdict_of(new, chosen)["overall_severity"],
        counts={change: counts[change] for change in CHANGES if counts[change]},
        changes=[_line(each, *names) for each in found[:MOST_CHANGES]],
        features_gone=gone[:MOST_FEATURES],
        features_new=added[:MOST_FEATURES],
        volume_change_cm3=volumes[1] - volumes[0],
    )


def _line(change: Change, old: Names, new: Names) -> ChangeLine:
    issue = change.issue
    return ChangeLine(
        change=change.change,
        issue=issue.id,
        rule=str(issue.rule["name"]),
        severity=issue.severity,
        before=None if change.before is None else change.before.worst["value"],
        after=None if change.after is None else change.after.worst["value"],
        unit=str(issue.worst["unit"]),
        pass_at=issue.worst.get("pass_threshold") if change.after is not None else None,
        places=issue.places(new if change.after is not None else old)[:4],
    )


TOOLS = (Tool(call=compare, title="Compare two analyses", limit_s=60.0),)
