"""What stands on the pages of a printed report, in order."""

from collections.abc import Iterator, Sequence

from reportlab.platypus import Flowable

from engine.report.document import Report
from engine.report.paper import chapters, closing, features, overview, surface
from engine.report.paper.overview import Note
from engine.report.paper.typesetter import Typesetter


def flowables(report: Report, setter: Typesetter, notes: Sequence[Note] = ()) -> Iterator[Flowable]:
    """Return all of it; `notes` are of issues that were accepted."""
    yield from overview.opening(report, setter)
    if report.chapters:
        yield from overview.processes(report, setter)
    if report.bodies:
        yield from overview.bodies(report, setter)
    if notes:
        yield from overview.accepted(notes, setter)
    for at in range(len(report.chapters)):
        yield from chapters.chapter(report, setter, at)
    yield from surface.layers(report, setter)
    yield from features.tables(report, setter)
    yield from closing.not_checked(report, setter)
    yield from closing.how_measured(report, setter)
