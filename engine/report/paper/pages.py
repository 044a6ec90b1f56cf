"""The pages of the report on paper: their frame, their outline, and what stands at head and foot of each."""

import io
from collections.abc import Callable, Sequence
from typing import Any

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate, Paragraph, Spacer

from engine.report.paper.looks import FOOT, HEAD, LINE, MARGIN, REGULAR, SOFT, TINY_PT, marked_up, style_of

MOST_LETTERS = 70
"""Of a title at the head of a page."""


class GivenUp(Exception):
    """Pages that were tried will not be taken, whatever comes on the next ones."""


class Pages(BaseDocTemplate):  # type: ignore[misc]
    """Pages with one frame, an outline, and nothing in them that depends on the day.

    `is_trial`: nothing is drawn, and `filled` alone is asked for. `is_hopeless` is asked after each page
    whether to raise GivenUp, given `filled` so far.
    """

    def __init__(
        self,
        file: io.BytesIO,
        size: tuple[float, float],
        title: str,
        is_trial: bool = False,
        is_hopeless: Callable[[Sequence[float]], bool] | None = None,
    ) -> None:
        super().__init__(
            file, pagesize=size, title=f"{title} – manufacturability", author="Sprue", lang="en", invariant=1
        )
        self._body = _Body(size, is_trial)
        self.filled: list[float] = []
        """How far down each page is used, as a share of its height."""
        self._is_hopeless = is_hopeless
        self.addPageTemplates(PageTemplate("page", [self._body]))

    def afterPage(self) -> None:  # noqa: N802 (ReportLab calls it)
        """Note how far down the page is used."""
        self.filled.append(self._body.used)
        if self._is_hopeless is not None and self._is_hopeless(self.filled):
            raise GivenUp

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802 (ReportLab calls it)
        """Enter headings into the outline."""
        level = getattr(flowable, "outline_level", None)
        if level is not None:
            key = f"heading-{self._n_headings()}"
            self.canv.bookmarkPage(key)
            self.canv.addOutlineEntry(flowable.getPlainText(), key, level, closed=level > 0)

    def _n_headings(self) -> int:
        self._headings = getattr(self, "_headings", 0) + 1
        return self._headings


class _Body(Frame):  # type: ignore[misc]
    """The frame of a page, which notes how far down each page is used."""

    def __init__(self, size: tuple[float, float], is_trial: bool) -> None:
        self._is_trial = is_trial
        self.used = 0.0
        super().__init__(
            MARGIN, FOOT, size[0] - 2 * MARGIN, size[1] - HEAD - FOOT, 0, 0, 0, 0, id="body", showBoundary=0
        )

    def _reset(self) -> None:
        super()._reset()
        self.used = 0.0

    def _add(self, flowable: Flowable, canvas: Canvas, trySplit: int = 0) -> int:  # noqa: N803 (ReportLab's)
        if self._is_trial:
            flowable.drawOn = _draw_nothing
        is_added: int = super()._add(flowable, canvas, trySplit)
        if is_added and not isinstance(flowable, Spacer):
            bottom = self._y + flowable.getSpaceAfter()
            self.used = (self._y2 - bottom) / self._height
        return is_added

    add = _add


def _draw_nothing(*_arguments: Any, **_named: Any) -> None: ...


def numbered(title: str) -> type[Canvas]:
    """Return a canvas that writes at every page what it is of, and its number."""

    class Numbered(Canvas):  # type: ignore[misc]
        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            self._pages: list[dict[str, Any]] = []

        def showPage(self) -> None:  # noqa: N802 (ReportLab calls it)
            self._pages.append(dict(self.__dict__))
            self._startPage()

        def save(self) -> None:
            for at, page in enumerate(self._pages):
                self.__dict__.update(page)
                self._head_and_foot(at + 1, len(self._pages))
                super().showPage()
            super().save()

        def _head_and_foot(self, number: int, count: int) -> None:
            width, height = self._pagesize
            self.saveState()
            self.setStrokeColor(LINE)
            self.setFillColor(SOFT)
            for y, left, right in (
                (height - HEAD + 6 * mm, title if number > 1 else "", "Sprue · manufacturability report"),
                (FOOT - 8 * mm, "Face numbers are those of the file, from 0.", f"{number} of {count}"),
            ):
                words = Paragraph(marked_up(_shortened(left, MOST_LETTERS)), style_of(TINY_PT, SOFT))
                words.wrap(width - 2 * MARGIN - 60 * mm, 20)
                words.drawOn(self, MARGIN, y - 2.2)
                self.setFont(REGULAR, TINY_PT)
                self.drawRightString(width - MARGIN, y, right)
            self.restoreState()

    return Numbered


def _shortened(words: str, most: int) -> str:
    return words if len(words) <= most else f"{words[: most - 1]}…"
