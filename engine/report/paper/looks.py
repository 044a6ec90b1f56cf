"""Colors, letters and tables of the report on paper."""

import re
from functools import cache
from typing import Any
from xml.sax.saxutils import escape

from reportlab import rl_config
from reportlab.lib import colors
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import TableStyle

import resources
from engine import palette

MARGIN, HEAD, FOOT = 16 * mm, 18 * mm, 16 * mm
BODY_PT, SMALL_PT, TINY_PT = 9.0, 8.0, 7.2
LEADING = 1.32
_UNIT = re.compile(r"(?<=\d) (?=(?:%|mm|in|cm)\b|%)")
"""Between a number and its unit, which stay on one line."""

SOFT_HEX = "#5a6673"
INK, SOFT, LINE = (colors.HexColor(each) for each in ("#17202b", SOFT_HEX, "#dfe4ea"))
LINK = "#0b5fe6"
ACCENT = palette.ACCENT
COLOR_OF_SEVERITY = {"fail": "#c1272d", "warning": "#9a5b00", "pass": "#2e7d32"}
MARK_OF_SEVERITY = {"fail": palette.FAIL, "warning": palette.WARNING, "pass": palette.PASS}

REGULAR, BOLD = "Sprue", "Sprue-Bold"
FILE_OF_FONT = {REGULAR: "IBMPlexSans-Regular.ttf", BOLD: "IBMPlexSans-SemiBold.ttf"}
ROUND, SQUARE = "l", "n"
"""Letters of ZapfDingbats, which every viewer has."""
HAN, KANA, HANGUL = "STSong-Light", "HeiseiKakuGo-W5", "HYSMyeongJo-Medium"
"""For names that the fonts of ours have no letters for; a viewer brings them."""


def style_of(
    size: float, color: Any, font: str = REGULAR, before: float = 0.0, after: float = 0.0
) -> ParagraphStyle:
    """Return the style of a paragraph, with room before and after it in points."""
    return ParagraphStyle(
        "words",
        fontName=font,
        fontSize=size,
        leading=LEADING * size,
        textColor=color,
        spaceBefore=before,
        spaceAfter=after,
        splitLongWords=True,
    )


def dot(color: str, letter: str = ROUND) -> str:
    """Return a mark of a color as it stands before words."""
    return f'<font name="ZapfDingbats" color="{color}" size="{TINY_PT}">{letter}</font>'


@cache
def set_up() -> None:
    """Make our fonts known to ReportLab, once, and have it write pictures as they are: a fifth smaller."""
    rl_config.useA85 = 0
    for name, file in FILE_OF_FONT.items():
        pdfmetrics.registerFont(TTFont(name, str(resources.path(f"report/fonts/{file}"))))
    pdfmetrics.registerFontFamily(REGULAR, normal=REGULAR, bold=BOLD, italic=REGULAR, boldItalic=BOLD)


@cache
def _font_of_script(name: str) -> str:
    """Register a font that viewers bring, when a name first needs it."""
    pdfmetrics.registerFont(UnicodeCIDFont(name))
    return name


def width_of(words: str, size: float) -> float:
    """Return how wide words are in points."""
    return float(pdfmetrics.stringWidth(words, REGULAR, size))


def marked_up(words: str) -> str:
    """Return words as ReportLab reads them: escaped, and letters that our fonts lack in one that has them."""
    words = _UNIT.sub("\u00a0", words)
    known = pdfmetrics.getFont(REGULAR).face.charToGlyph
    if set(map(ord, words)) <= known.keys():
        return escape(words).replace("\n", "<br/>")
    pieces: list[tuple[str, str]] = []
    for letter in words:
        font = "" if ord(letter) in known or letter == "\n" else _font_for(letter)
        if font == "?":
            letter, font = "□" if ord("□") in known else "?", ""
        if pieces and pieces[-1][0] == font:
            pieces[-1] = font, pieces[-1][1] + letter
        else:
            pieces.append((font, letter))
    made = [
        f'<font name="{_font_of_script(font)}">{escape(text)}</font>' if font else escape(text)
        for font, text in pieces
    ]
    return "".join(made).replace("\n", "<br/>")


def _font_for(letter: str) -> str:
    """Return a font that has a letter; `?` where none of ours does."""
    code = ord(letter)
    if 0x3040 <= code <= 0x30FF:
        return KANA
    if 0xAC00 <= code <= 0xD7AF or 0x1100 <= code <= 0x11FF:
        return HANGUL
    if 0x4E00 <= code <= 0x9FFF or 0x3000 <= code <= 0x303F or 0xFF00 <= code <= 0xFFEF:
        return HAN
    return "?"


PLAIN: list[tuple[Any, ...]] = [
    ("VALIGN", (0, 0), (-1, -1), "TOP"),
    ("LEFTPADDING", (0, 0), (-1, -1), 0),
    ("RIGHTPADDING", (0, 0), (-1, -1), 6),
    ("TOPPADDING", (0, 0), (-1, -1), 1.5),
    ("BOTTOMPADDING", (0, 0), (-1, -1), 1.5),
]
LINES: list[tuple[Any, ...]] = [
    *PLAIN,
    ("LINEBELOW", (0, 0), (-1, -1), 0.4, LINE),
    ("TOPPADDING", (0, 0), (-1, -1), 2.5),
    ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
]
BARE = TableStyle(PLAIN)
MIDDLE = TableStyle([*PLAIN, ("VALIGN", (0, 0), (-1, -1), "MIDDLE"), ("RIGHTPADDING", (0, 0), (-1, -1), 0)])
PAIR = TableStyle([*PLAIN, ("TOPPADDING", (0, 0), (-1, -1), 3), ("BOTTOMPADDING", (0, 0), (-1, -1), 5)])


def box_style(severity: str, has_second_row: bool) -> TableStyle:
    """Return the look of a box with the mark of a severity at its left; a second row is one cell."""
    return TableStyle(
        [
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("BOX", (0, 0), (-1, -1), 0.5, LINE),
            ("LINEBEFORE", (0, 0), (0, -1), 2.5, colors.HexColor(MARK_OF_SEVERITY[severity])),
            ("LEFTPADDING", (0, 0), (0, -1), 9),
            ("LEFTPADDING", (1, 0), (-1, -1), 0),
            ("RIGHTPADDING", (0, 0), (-1, -1), 7),
            ("TOPPADDING", (0, 0), (-1, -1), 6),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 7),
            *([("SPAN", (0, 1), (-1, 1)), ("TOPPADDING", (0, 1), (-1, 1), 0)] if has_second_row else []),
        ]
    )
