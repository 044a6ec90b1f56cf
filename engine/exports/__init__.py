"""Lists of what stands against parts, for other programs: code scanners, CI systems, spreadsheets."""

from collections.abc import Callable, Mapping, Sequence

from engine.exports import issue_table, junit, sarif
from engine.exports.objections import JudgedPart

FORMATS: Mapping[str, Callable[[Sequence[JudgedPart]], str]] = {
    "sarif": sarif.write,
    "junit": junit.write,
    "csv": issue_table.write,
}
"""Writers by the name of their format; each takes every part of a run."""
