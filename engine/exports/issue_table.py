"""CSV: a line an issue, for spreadsheets and scripts; a part without any has a line that says so."""

import csv
import io
from collections.abc import Sequence

from engine import file_name
from engine.exports import objections
from engine.exports.objections import JudgedConfiguration, JudgedPart, JudgedRule, Objection

HEAD = (
    "file", "pack", "configuration", "rule", "severity", "subject", "places", "value", "limit", "unit",
    "x_mm", "y_mm", "z_mm", "message", "advice",
)  # fmt: skip
FORMULA_MARKS = ("=", "+", "-", "@", "\t", "\r")
"""What a text begins with that spreadsheets would work out."""


def write(parts: Sequence[JudgedPart]) -> str:
    """Return the table, a header first."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEAD)
    for part in parts:
        rows = [_row(part, *each) for each in objections.all_of(part)]
        errors = [_bare(part, "error", error) for error in part.errors]
        writer.writerows(errors + rows or [_bare(part, "pass", "")])
    return out.getvalue()


def _row(
    part: JudgedPart, configuration: JudgedConfiguration, rule: JudgedRule, objection: Objection
) -> list[object]:
    numbers = [objection.value, objection.threshold]
    return [
        _harmless(file_name.shown(part.file)),
        configuration.pack,
        configuration.configuration,
        rule.key,
        objection.severity,
        _harmless(objection.subject),
        objection.n_places,
        *("" if number is None else number for number in numbers),
        objection.unit,
        *(objection.point_mm or ("", "", "")),
        _harmless(objection.message),
        _harmless(objection.advice),
    ]


def _bare(part: JudgedPart, severity: str, message: str) -> list[object]:
    """Return a line that is about no rule."""
    row: list[object] = [""] * len(HEAD)
    row[HEAD.index("file")] = _harmless(file_name.shown(part.file))
    row[HEAD.index("severity")] = severity
    row[HEAD.index("message")] = _harmless(message)
    return row


def _harmless(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULA_MARKS) else text
