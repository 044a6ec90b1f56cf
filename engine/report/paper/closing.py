"""The end of a printed report: what was not checked, and how the part was measured."""

from collections.abc import Iterator

from reportlab.platypus import Flowable, Spacer

from engine.report import explanations
from engine.report.document import Report
from engine.report.paper.kept import Kept
from engine.report.paper.looks import SMALL_PT
from engine.report.paper.typesetter import Typesetter


def not_checked(report: Report, setter: Typesetter) -> Iterator[Flowable]:
    """Tell which faces no feature explains, and what rules left out."""
    yield Kept([setter.heading("Not checked"), setter.text(explanations.unchecked(report))])
    if report.unchecked:
        rows = [[setter.small(each) for each in ("Rule pack", "Rule", "What was left out")]]
        rows += [[setter.text(each, SMALL_PT) for each in row] for row in report.unchecked]
        yield Spacer(1, 4)
        yield setter.table(rows, (0.2, 0.3, 0.5))


def how_measured(report: Report, setter: Typesetter) -> Iterator[Flowable]:
    """Tell what the numbers rest on."""
    first, *others = explanations.measured(report)
    yield Kept([setter.heading("How it was measured"), setter.text(first)])
    for each in others:
        yield Spacer(1, 3)
        yield setter.text(each)
