"""The report on paper: a PDF of the same document as the page, laid out for A4 or Letter.

ReportLab sets the pages: it is pure Python, so packages need no further library of the system. The fonts
come along, so every machine writes the same bytes. `story` says what stands there, `pages` has head, foot and
outline, `looks` letters and tables, `legend_bar` the legends.
"""

import io
from collections.abc import Sequence

from reportlab.lib.pagesizes import A4, LETTER

from engine.errors import InvalidOption
from engine.report import inches
from engine.report.document import Report
from engine.report.paper.looks import MARGIN, register_fonts
from engine.report.paper.pages import Pages, numbered
from engine.report.paper.story import Note, Story

A4_PAPER, LETTER_PAPER = "a4", "letter"
SIZE_OF_PAPER = {A4_PAPER: A4, LETTER_PAPER: LETTER}


def write(
    report: Report, paper: str = A4_PAPER, units: str = inches.METRIC, notes: Sequence[Note] = ()
) -> bytes:
    """Write a report as PDF.

    Parameters
    ----------
    paper : str
        `a4` or `letter`.
    units : str
        `mm` or `in`.
    notes
        Issues that were accepted; a table below the verdicts names them.

    Raises
    ------
    InvalidOption
        There is no such paper, or no such unit.
    """
    check(paper, units)
    register_fonts()
    size = SIZE_OF_PAPER[paper]
    file = io.BytesIO()
    document = Pages(file, size, report.title)
    story = Story(report, size[0] - 2 * MARGIN, units)
    document.build(story.flowables(notes), canvasmaker=numbered(report.title))
    return file.getvalue()


def check(paper: str, units: str) -> None:
    """Raise InvalidOption unless there are such paper and units."""
    for name, value, known in (("paper", paper, SIZE_OF_PAPER), ("units", units, inches.UNITS)):
        if value not in known:
            raise InvalidOption(f"{name} is {value[:40]!r}; it can be {' or '.join(known)}")


__all__ = ["A4_PAPER", "LETTER_PAPER", "Note", "check", "write"]
