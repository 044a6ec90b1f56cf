"""The report on paper: a PDF of the same document as the page, laid out for A4 or Letter.

ReportLab sets the pages: it is pure Python, so packages need no further library of the system. The fonts
come along, so every machine writes the same bytes. `story` puts in order what `overview`, `chapters`,
`cards`, `surface`, `features` and `closing` say; they set it by `typesetter`, in the letters of `looks`.
`pages` has head, foot and outline, and `fitting` finds how they are filled.
"""

import io
from collections.abc import Sequence

from reportlab.lib.pagesizes import A4, LETTER

from engine.errors import InvalidOption
from engine.report import inches
from engine.report.document import Report
from engine.report.paper import fitting, story
from engine.report.paper.looks import set_up
from engine.report.paper.overview import Note
from engine.report.paper.pages import Pages, numbered

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
    set_up()
    size = SIZE_OF_PAPER[paper]
    file = io.BytesIO()
    setter = fitting.typesetter(report, size, units, notes)
    pages = Pages(file, size, report.title)
    pages.build(list(story.flowables(report, setter, notes)), canvasmaker=numbered(report.title))
    return file.getvalue()


def check(paper: str, units: str) -> None:
    """Raise InvalidOption unless there are such paper and units."""
    for name, value, known in (("paper", paper, SIZE_OF_PAPER), ("units", units, inches.UNITS)):
        if value not in known:
            raise InvalidOption(f"{name} is {value[:40]!r}; it can be {' or '.join(known)}")


__all__ = ["A4_PAPER", "LETTER_PAPER", "Note", "check", "write"]
