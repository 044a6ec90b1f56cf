"""How full the pages of a PDF are, from where words and pictures stand on them."""

import io

import pypdf

from engine.report.paper.looks import FOOT, HEAD

LEAST, LEAST_OF_LAST = 0.75, 0.33
"""Shares of a page. What does not fit is a card or the pictures of a layer, up to 65 mm of 263."""


def lowest_marks(content: bytes) -> list[float]:
    """Return how far down words and pictures go on each page, as a share of what is between head and foot."""
    shares = []
    for page in pypdf.PdfReader(io.BytesIO(content)).pages:
        height = float(page.mediabox.height)
        bottoms: list[float] = []

        def note_words(words, placed, matrix, _, __, bottoms=bottoms) -> None:
            if words.strip():
                bottoms.append(float(matrix[5]) * float(placed[3]) + float(placed[5]))

        def note_picture(operator, _, placed, __, bottoms=bottoms) -> None:
            if operator == b"Do":
                bottoms.append(float(placed[5]))

        page.extract_text(visitor_text=note_words, visitor_operand_before=note_picture)
        top = height - HEAD
        body = [top - each for each in bottoms if FOOT <= each <= top]
        shares.append(max(body, default=0.0) / (height - HEAD - FOOT))
    return shares
