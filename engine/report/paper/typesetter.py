"""What a printed report is made of: words in its units, headings, tables, boxes and pictures."""

import io
from collections.abc import Callable, Sequence
from copy import copy
from typing import Any

from PIL import Image
from reportlab.lib import colors
from reportlab.lib.utils import ImageReader
from reportlab.platypus import Flowable, Paragraph, Table, TableStyle

from engine.report import inches, wording
from engine.report.gallery import Closeup
from engine.report.paper.looks import (
    ACCENT,
    BODY_PT,
    BOLD,
    COLOR_OF_SEVERITY,
    INK,
    LINES,
    MARK_OF_SEVERITY,
    REGULAR,
    SMALL_PT,
    SOFT,
    TINY_PT,
    box_style,
    dot,
    marked_up,
    style_of,
    width_of,
)

PICTURE_DPI = 240
QUALITY = 88
"""Of JPEG, of 100."""
FIRST_ROWS, LAST_ROWS = 3, 2
"""Of a table: so many stay together below its head, and at its end."""


class Typesetter:
    """Makes what stands on pages of a width in points."""

    def __init__(
        self,
        width: float,
        units: str,
        closeup_scale: float = 1.0,
        map_scale: float = 1.0,
        are_cards_split: bool = False,
    ) -> None:
        self.width = width
        self.units = units
        self.closeup_scale, self.map_scale = closeup_scale, map_scale
        """By how much close-ups, and pictures of the whole part, are larger than usual."""
        self.are_cards_split = are_cards_split
        """Whether a page may end between what a card says and its small print."""
        self._converted: Callable[[str], str] = inches.sentence if units == inches.INCHES else str
        self._parsed: dict[tuple[str, float, str, bool], Paragraph] = {}

    def laid_out(self, *layout: Any) -> "Typesetter":
        """Return one of another layout, arguments as above, that shares what paragraphs say."""
        other = Typesetter(self.width, self.units, *layout)
        other._parsed = self._parsed
        return other

    @property
    def is_inches(self) -> bool:
        """Whether lengths are written in inches."""
        return self.units == inches.INCHES

    def text(self, words: str, size: float = BODY_PT, color: Any = INK, bold: bool = False) -> Paragraph:
        """Return a paragraph."""
        return self.paragraph(marked_up(self._converted(words)), size, color, bold)

    def paragraph(self, markup: str, size: float, color: Any, bold: bool = False) -> Paragraph:
        """Return a paragraph of marked-up words, read once: that costs as much as setting them."""
        key = markup, size, color.hexval(), bold
        if key not in self._parsed:
            self._parsed[key] = Paragraph(markup, style_of(size, color, BOLD if bold else REGULAR))
        return copy(self._parsed[key])

    def small(self, words: str) -> Paragraph:
        """Return a paragraph in small print."""
        return self.text(words, SMALL_PT, SOFT)

    def heading(self, words: str, level: int = 0, anchor: str = "") -> Flowable:
        """Return a heading, which enters the outline."""
        size = 15.0 if level == 0 else 11.0
        style = style_of(size, INK, BOLD, before=14.0 if level == 0 else 10.0, after=5.0)
        style.keepWithNext = True
        name = f'<a name="{anchor}"/>' if anchor else ""
        heading = Paragraph(name + marked_up(self._converted(words)), style)
        heading.outline_level = level
        return heading

    def verdict(self, severity: str, size: float = BODY_PT) -> Paragraph:
        """Return a severity in words, with its mark."""
        words = f"{dot(MARK_OF_SEVERITY[severity])} {wording.WORD_OF_SEVERITY[severity]}"
        return self.paragraph(words, size, colors.HexColor(COLOR_OF_SEVERITY[severity]), bold=True)

    def box(self, rows: list[list[Any]], widths: list[float], severity: str) -> Flowable:
        """Return a box with the mark of a severity at its left."""
        style = box_style(severity, has_second_row=len(rows) > 1)
        return Table(rows, colWidths=widths, style=style, spaceBefore=3, spaceAfter=6)

    def table(
        self,
        rows: Sequence[Sequence[Any]],
        widths: Sequence[float],
        styles: Sequence[tuple[Any, ...]] = (),
        remark: str = "",
    ) -> Flowable:
        """Return a table that may go on in the next page, where its first row stands again.

        It is as wide as the page: `widths` are shares. Neither its first rows nor its last are left alone.
        A remark stands below it, on the same page as its last row.
        """
        if remark:
            rows = [*rows, [self.small(remark), *[""] * (len(widths) - 1)]]
        last = len(rows) - 1
        kept = [
            ("NOSPLIT", (0, 0), (0, min(FIRST_ROWS, last))),
            ("NOSPLIT", (0, max(0, last + 1 - LAST_ROWS)), (0, last)),
        ]
        columns = [self.width * each / sum(widths) for each in widths]
        across = [("SPAN", (0, last), (-1, last)), ("LINEBELOW", (0, last), (-1, last), 0, colors.white)]
        style = TableStyle([*LINES, *styles, *(kept if last > 0 else []), *(across if remark else [])])
        return Table([list(row) for row in rows], colWidths=columns, style=style, repeatRows=1)

    def picture(self, shown: Image.Image | Closeup, width: float, height: float) -> "Picture":
        """Return a picture as wide as asked, less where it would be too high; none is cropped."""
        if isinstance(shown, Closeup):
            return Picture(shown.image, width, height, self._converted(shown.label), shown.label_at)
        return Picture(shown, width, height)


class Picture(Flowable):  # type: ignore[misc]
    """A picture, with what was measured there written over it."""

    def __init__(
        self,
        image: Image.Image,
        width: float,
        height: float,
        label: str = "",
        label_at: tuple[float, float] = (0.5, 0.5),
    ) -> None:
        super().__init__()
        scale = min(width / image.width, height / image.height)
        self.width, self.height = image.width * scale, image.height * scale
        self._image, self._label, self._label_at = image, label, label_at

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        """Return the room it takes."""
        return self.width, self.height

    def draw(self) -> None:
        """Draw it, with no more dots than paper needs."""
        self.canv.drawImage(ImageReader(self._jpeg()), 0, 0, self.width, self.height)
        if not self._label:
            return
        wide, high = width_of(self._label, TINY_PT) + 8.0, TINY_PT + 5.0
        left, bottom = (
            min(max(middle - size / 2, 1.0), room - size - 1.0)
            for middle, size, room in (
                (self._label_at[0] * self.width, wide, self.width),
                ((1.0 - self._label_at[1]) * self.height, high, self.height),
            )
        )
        self.canv.setFillColor(colors.white)
        self.canv.setStrokeColor(colors.HexColor(ACCENT))
        self.canv.setLineWidth(0.8)
        self.canv.roundRect(left, bottom, wide, high, 2.0, fill=1)
        self.canv.setFont(REGULAR, TINY_PT)
        self.canv.setFillColor(INK)
        self.canv.drawCentredString(left + wide / 2, bottom + 4.0, self._label)

    def _jpeg(self) -> io.BytesIO:
        image = self._image
        paper = Image.new("RGB", image.size, "white")
        paper.paste(image, mask=image.getchannel("A") if image.mode == "RGBA" else None)
        dots = self.width * PICTURE_DPI / 72 / image.width
        if dots < 1.0:
            size = (round(image.width * dots), round(image.height * dots))
            paper = paper.resize(size, Image.Resampling.BOX)
        file = io.BytesIO()
        paper.save(file, "JPEG", quality=QUALITY, subsampling=0)
        file.seek(0)
        return file
