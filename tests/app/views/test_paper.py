"""What is printed: pages with a foot, and nothing beyond their edges."""

import re
from pathlib import Path

import pytest
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.views import paper
from app.views.theme import palette
from app.views.theme.tokens import DARK


def n_pages(path: Path) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", path.read_bytes()))


@pytest.mark.parametrize(("n_lines", "expected"), [(3, 1), (200, 4)])
def test_each_page_of_the_document_is_one_of_paper(
    qtbot: QtBot, tmp_path: Path, n_lines: int, expected: int
) -> None:
    document = paper.blank()
    document.setHtml("<p>A line.</p>" * n_lines)
    paper.write(document, tmp_path / "lines.pdf", "lines")
    assert n_pages(tmp_path / "lines.pdf") == document.pageCount()
    assert document.pageCount() in range(expected, expected + 4)


def test_words_are_dark_on_paper_in_the_dark_theme_too(qtbot: QtBot, qapp: QApplication) -> None:
    before = qapp.palette()
    palette.apply(qapp, DARK)
    try:
        document = paper.blank()
        document.setHtml("<h1>Part</h1><p>A line.</p><table><tr><td>A cell.</td></tr></table>")
        image = QImage(400, 200, QImage.Format.Format_RGB32)
        image.fill(0xFFFFFFFF)
        painter = QPainter(image)
        paper.draw_page(document, painter, 0)
        painter.end()
    finally:
        qapp.setStyleSheet("")
        qapp.setPalette(before)
    shades = {image.pixelColor(x, y).lightness() for x in range(400) for y in range(60)}
    assert min(shades) < 60
