"""A rule pack in a printed report: its rules in a table, then a card for each that was not passed."""

from collections.abc import Iterator
from typing import Any

from reportlab.platypus import Flowable, Spacer

from engine.model.finding import PackVerdict
from engine.report.chapters import Chapter, Row, Section
from engine.report.document import Report
from engine.report.paper import cards
from engine.report.paper.kept import Kept
from engine.report.paper.looks import SMALL_PT
from engine.report.paper.typesetter import Typesetter

NAMES_SHARE = 0.34
"""Of the width, for the names of the rules."""


def chapter(report: Report, setter: Typesetter, at: int) -> Iterator[Flowable]:
    """Set the chapter at a place of the report."""
    shown = report.chapters[at]
    yield Kept([setter.heading(shown.verdict.name, anchor=f"pack-{at + 1}"), _rules(shown, setter)])
    yield Spacer(1, 5)
    for section in shown.sections:
        yield from _section(report, setter, shown, section)
    if shown.folded_rows:
        yield setter.small(
            f"{shown.fold_title}. The part is not made by this process, so these rules need no change "
            "of it; the result file lists every place."
        )


def _rules(shown: Chapter, setter: Typesetter) -> Flowable:
    configurations = shown.verdict.configurations
    rows: list[list[Any]] = [[setter.small(each) for each in ("Rule", *(c.name for c in configurations))]]
    for row in shown.rows:
        rows.append([setter.text(row.name, SMALL_PT), *_cells(shown.verdict, row, setter)])
    others = (1.0 - NAMES_SHARE) / max(len(configurations), 1)
    return setter.table(
        rows,
        (NAMES_SHARE, *[others] * len(configurations)),
        remark="" if shown.sections else "Nothing to fix.",
    )


def _cells(verdict: PackVerdict, row: Row, setter: Typesetter) -> Iterator[Flowable]:
    for configuration, one in zip(verdict.configurations, row.verdicts, strict=True):
        if one is None:
            yield setter.small("not asked")
        elif configuration.gate and one.key != configuration.gate:
            yield setter.small("does not suit the part")
        elif not one.is_applicable:
            yield setter.small("nothing to check")
        else:
            yield setter.verdict(one.severity, SMALL_PT)


def _section(report: Report, setter: Typesetter, shown: Chapter, section: Section) -> Iterator[Flowable]:
    """Show one rule that was not passed: its worst issue at length, others with a picture, the rest."""
    yield cards.card(report, setter, shown, section)
    for first in range(0, len(section.next), 2):
        yield cards.pair(setter, section, section.next[first : first + 2])
    if section.rest:
        yield cards.rest(setter, section)
        yield Spacer(1, 6)
