"""A comparison of two revisions as a table for spreadsheets: a line for each issue, finding and feature."""

import csv
import io

from app.client.models import Point
from app.state import feature_words
from app.state.comparison import Comparison
from app.state.feature_changes import MatchedFeature
from app.state.findings import Placed
from app.state.issue_changes import MatchedIssue
from app.state.revisions import Matched
from app.state.rule_rows import RuleRow
from app.state.spreadsheet import harmless

COLUMNS = (
    "what",
    "change",
    "pack",
    "configuration",
    "rule_or_kind",
    "face_before",
    "face_after",
    "severity_before",
    "severity_after",
    "before",
    "after",
    "unit",
    "limit",
    "margin_before",
    "margin_after",
    "x_mm",
    "y_mm",
    "z_mm",
    "message",
    "places_before",
    "places_after",
)


def csv_of(comparison: Comparison) -> str:
    """Return the table; places are those of the later revision, of what is gone those of the earlier."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for issue in comparison.issues:
        writer.writerow([harmless(one) if isinstance(one, str) else one for one in _issue(issue)])
    for matched in comparison.matched:
        writer.writerow([harmless(one) if isinstance(one, str) else one for one in _finding(matched)])
    for feature in comparison.alignment.features:
        writer.writerow([harmless(one) if isinstance(one, str) else one for one in _feature(feature)])
    return out.getvalue()


def _issue(matched: MatchedIssue) -> list[object]:
    """Return the line of an issue: the numbers are those of its worst finding."""
    line = _finding(matched.worst)
    both = (matched.before, matched.after)
    line[0], line[COLUMNS.index("message")] = "issue", matched.issue.message
    return [*line[: -len(both)], *(0 if one is None else len(one.placed) for one in both)]


def _finding(matched: Matched) -> list[object]:
    placed, both = matched.placed, (matched.before, matched.after)
    finding = placed.finding
    return [
        "finding",
        matched.change.value,
        placed.pack_key,
        placed.configuration_key,
        RuleRow(placed.rule).title,
        *("" if one is None else one.finding.fid or "" for one in both),
        *("" if one is None else one.finding.severity for one in both),
        *(_number(one, "value") for one in both),
        finding.unit or "",
        "" if finding.threshold is None else finding.threshold,
        *(_number(one, "margin") for one in both),
        *_place(finding.location),
        finding.message or placed.rule.message,
        "",
        "",
    ]


def _feature(matched: MatchedFeature) -> list[object]:
    both = (matched.before, matched.after)
    return [
        "feature",
        matched.change.value,
        "",
        "",
        feature_words.kind(matched.feature.kind),
        *("" if one is None else one.fid for one in both),
        "",
        "",
        *("" if one is None else feature_words.size(one) for one in both),
        "",
        "",
        "",
        "",
        *_place(matched.feature.center),
        "",
        "",
        "",
    ]


def _number(placed: Placed | None, member: str) -> object:
    value = None if placed is None else getattr(placed.finding, member)
    return "" if value is None else value


def _place(point: Point | None) -> list[object]:
    return ["", "", ""] if point is None else [round(one, 4) for one in point]
