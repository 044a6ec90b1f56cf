"""How pages are filled: sizes of pictures are tried out, without drawing anything."""

import io
from collections.abc import Sequence

from engine.report.document import Report
from engine.report.paper.looks import MARGIN
from engine.report.paper.overview import Note
from engine.report.paper.pages import Pages
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

Each costs a tenth of a second.
"""


def typesetter(
    report: Report, size: tuple[float, float], units: str, notes: Sequence[Note] = ()
) -> Typesetter:
    """Return a typesetter by which the pages of a report are filled: the first that does it.

    Where none does, it is the one that leaves least of a page empty.
    """
    setters = (Typesetter(size[0] - 2 * MARGIN, units, *layout) for layout in LAYOUTS)
    missing_of_setter: dict[Typesetter, float] = {}
    for setter in setters:
        pages = Pages(io.BytesIO(), size, report.title, is_trial=True)
        pages.build(list(flowables(report, setter, notes)))
        missing_of_setter[setter] = missing(pages.filled)
        if missing_of_setter[setter] == 0.0:
            return setter
    return min(missing_of_setter, key=lambda setter: missing_of_setter[setter])


def missing(filled: Sequence[float]) -> float:
    """Return by how much the emptiest of pages falls short of what is to be used of it; 0 where none does."""
    *others, last = filled
    needed = LEAST_USED_OF_LAST if others else 0.0
    return max(0.0, needed - last, *(LEAST_USED - each for each in others))
