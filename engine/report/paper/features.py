"""The features of a part in a printed report: patterns in a sentence, then a table for each kind."""

from collections.abc import Iterator, Sequence

from reportlab.platypus import Flowable, Paragraph

from engine.report import inches, wording
from engine.report.document import Report
from engine.report.feature_tables import KindTable
from engine.report.paper.kept import Kept
from engine.report.paper.looks import (
    BODY_PT,
    BOLD,
    INK,
    SMALL_PT,
    SOFT,
    SQUARE,
    TINY_PT,
    dot,
    marked_up,
    style_of,
    width_of,
)
from engine.report.paper.typesetter import Typesetter
from engine.stages import available

BESIDE = 10.0
"""Points between the words of two columns, at least."""


def tables(report: Report, setter: Typesetter) -> Iterator[Flowable]:
    """Set all kinds, under one heading."""
    head: list[Flowable] = [setter.heading("Features")]
    patterns = available(lambda: report.analysis.assessed.patterns)
    if patterns:
        label = inches.label if setter.is_inches else str
        words = "; ".join(label(each.label) for each in patterns) + "."
        head.append(Paragraph(marked_up(words), style_of(BODY_PT, INK)))
    if not report.kinds:
        yield Kept([*head, setter.small("None were recognized.")])
    for at, table in enumerate(report.kinds):
        yield Kept([*(head if at == 0 else ()), *_kind(table, setter)])


def _kind(table: KindTable, setter: Typesetter) -> Iterator[Flowable]:
    counted = wording.counted(table.count, table.kind, table.plural)
    heading = f"{dot(table.color, SQUARE)} {marked_up(counted)}"
    yield Paragraph(heading, style_of(10.0, INK, BOLD, before=8.0, after=2.0))
    rows: list[Sequence[str]] = [table.columns, *table.rows]
    if setter.is_inches:
        rows = [_in_inches(row, table.units, is_head=at == 0) for at, row in enumerate(rows)]
    widths = [
        max(width_of(cell, TINY_PT if at == 0 else SMALL_PT) for at, cell in enumerate(column)) + BESIDE
        for column in zip(*rows, strict=True)
    ]
    looks = [(TINY_PT, SOFT), *[(SMALL_PT, INK)] * (len(rows) - 1)]
    cells = [
        [setter.paragraph(marked_up(cell), *look) for cell in row]
        for row, look in zip(rows, looks, strict=True)
    ]
    yield setter.table(cells, widths, remark=wording.and_more(table.count - len(table.rows)))


def _in_inches(row: Sequence[str], units: Sequence[str], is_head: bool) -> Sequence[str]:
    if is_head:
        return [inches.column(words, unit) for words, unit in zip(row, units, strict=True)]
    return [inches.bare(cell, unit) for cell, unit in zip(row, units, strict=True)]
