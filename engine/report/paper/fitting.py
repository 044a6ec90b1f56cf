"""How pages are filled: sizes of pictures are tried out, without drawing anything."""

import io
import math
from collections.abc import Sequence
from contextlib import suppress

from engine.report.document import Report
from engine.report.paper.looks import MARGIN
from engine.report.paper.overview import Note
from engine.report.paper.pages import GivenUp, Pages
from engine.report.paper.story import flowables
from engine.report.paper.typesetter import Typesetter

LEAST_USED = 0.8
"""Share of a page that is to be used: what does not fit below begins the next one."""
LEAST_USED_OF_LAST = 0.4
"""Of the last page, unless it is the only one."""
LAYOUTS = (
    *((1.0, 1.0, False), (0.95, 0.95, False), (1.05, 1.05, False), (0.9, 0.9, False)),
    *((1.0, 0.85, False), (1.1, 1.1, False), (1.0, 0.7, False), (0.82, 0.82, False), (0.9, 0.6, False)),
    *((1.0, 1.0, True), (0.9, 0.9, True), (1.1, 0.85, True), (0.8, 0.7, True)),
)
"""Sizes of close-ups and of pictures of the whole part with whether cards are split, from what looks best.

Each costs up to a tenth of a second.
"""


def typesetter(
    report: Report, size: tuple[float, float], units: str, notes: Sequence[Note] = ()
) -> Typesetter:
    """Return a typesetter by which the pages of a report are filled: the first that does it.

    Where none does, it is the one that leaves least of a page empty.
    """
    best = None
    least = math.inf

    def is_worse(filled: Sequence[float]) -> bool:
        return missing((*filled[:-1], 1.0)) >= least

    setter = Typesetter(size[0] - 2 * MARGIN, units)
    for layout in LAYOUTS:
        setter = setter.laid_out(*layout)
        pages = Pages(io.BytesIO(), size, report.title, is_trial=True, is_hopeless=is_worse)
        with suppress(GivenUp):
            pages.build(list(flowables(report, setter, notes)))
            if missing(pages.filled) < least:
                best, least = setter, missing(pages.filled)
        if least == 0.0:
            break
    assert best is not None, "the first is never given up"
    return best


def missing(filled: Sequence[float]) -> float:
    """Return by how much the emptiest of pages falls short of what is to be used of it; 0 where none does."""
    *others, last = filled
    needed = LEAST_USED_OF_LAST if others else 0.0
    return max(0.0, needed - last, *(LEAST_USED - each for each in others))
