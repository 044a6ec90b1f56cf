"""A document on paper: A4 pages as PDF, with the name and the number of the page at the foot of each."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QMarginsF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QPageLayout,
    QPageSize,
    QPainter,
    QPalette,
    QPdfWriter,
    QTextDocument,
)

from app.views.theme.tokens import LIGHT

RESOLUTION_DPI = 150
MARGIN_MM = 16.0
WIDTH, HEIGHT, FOOT = 680.0, 970.0, 24.0
"""The page between its margins in pixels of the document, some 96 to an inch; its foot lies below."""
BODY_TEXT_PT = 9
FOOT_TEXT = 10
"""Pixels of the words at the foot."""
STYLE = f"""
h1 {{ font-size: 20pt; margin-bottom: 2px; }}
h2 {{ font-size: 13pt; margin-top: 20px; margin-bottom: 6px; }}
h3 {{ font-size: 11pt; margin-top: 18px; margin-bottom: 4px; }}
table {{ border-collapse: collapse; }}
th {{ color: {LIGHT.text_muted}; font-size: 8.5pt; }}
td, th {{ border-bottom: 1px solid {LIGHT.border}; padding: 3px 10px 3px 0; }}
.muted {{ color: {LIGHT.text_muted}; }}
.fail {{ color: {LIGHT.fail}; font-weight: bold; }}
.warning {{ color: {LIGHT.warning}; font-weight: bold; }}
.pass {{ color: {LIGHT.passed}; font-weight: bold; }}
"""


def blank() -> QTextDocument:
    """Return an empty page that wants its HTML; its style knows `muted` and the severities as classes."""
    document = QTextDocument()
    font = QFont()
    font.setPointSize(BODY_TEXT_PT)
    document.setDefaultFont(font)
    document.setDefaultStyleSheet(STYLE)
    document.setDocumentMargin(0)
    document.setPageSize(QSizeF(WIDTH, HEIGHT))
    return document


def write(document: QTextDocument, path: Path, name: str) -> None:
    """Write a document, which was begun as `blank`, as PDF."""
    writer = QPdfWriter(str(path))
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    margins = QMarginsF(MARGIN_MM, MARGIN_MM, MARGIN_MM, MARGIN_MM)
    writer.setPageMargins(margins, QPageLayout.Unit.Millimeter)
    writer.setResolution(RESOLUTION_DPI)
    writer.setTitle(name)
    painter = QPainter(writer)
    scale = writer.width() / WIDTH
    n_pages = document.pageCount()
    for page in range(n_pages):
        if page:
            writer.newPage()
        painter.save()
        painter.scale(scale, scale)
        draw_page(document, painter, page)
        painter.setPen(QColor(LIGHT.text_muted))
        font = QFont()
        font.setPixelSize(FOOT_TEXT)
        painter.setFont(font)
        foot = QRectF(0.0, writer.height() / scale - FOOT, WIDTH, FOOT)
        low = Qt.AlignmentFlag.AlignBottom
        painter.drawText(foot, Qt.AlignmentFlag.AlignLeft | low, name)
        number = QCoreApplication.translate("Paper", "{page} of {pages}")
        painter.drawText(foot, Qt.AlignmentFlag.AlignRight | low, number.format(page=page + 1, pages=n_pages))
        painter.restore()
    painter.end()


def draw_page(document: QTextDocument, painter: QPainter, page: int) -> None:
    """Draw one page of a document at the painter's origin, in the ink of paper whatever the theme is."""
    place = QRectF(0.0, page * HEIGHT, WIDTH, HEIGHT)
    context = QAbstractTextDocumentLayout.PaintContext()
    context.palette.setColor(QPalette.ColorRole.Text, QColor(LIGHT.text))
    context.clip = place
    painter.save()
    painter.translate(0.0, -page * HEIGHT)
    painter.setClipRect(place)
    document.documentLayout().draw(painter, context)
    painter.restore()
