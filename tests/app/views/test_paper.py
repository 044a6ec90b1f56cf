"""What is printed: pages with a foot, and nothing beyond their edges."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QImage, QPainter, QTextDocument
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.state.interface import SHIPPED
from app.views import paper, report
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


@pytest.mark.parametrize("size", [(1600, 700), (700, 1600), (200, 150)])
def test_two_pictures_of_any_shape_stand_on_one_page(qtbot: QtBot, size: tuple[int, int]) -> None:
    image = QImage(*size, QImage.Format.Format_RGB32)
    image.fill(0)
    document = paper.blank()
    for layer in ("features", "thickness", "clearance", "draft"):
        kind = QTextDocument.ResourceType.ImageResource
        document.addResource(kind, QUrl(f"picture:{layer}"), report._fitted(image))
    pictures = "".join(report._pictures(("features", "thickness", "clearance", "draft"), SHIPPED))
    document.setHtml(f"<p>Facts.</p>{pictures}")
    assert document.pageCount() == 3
    assert document.size().width() <= paper.WIDTH


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
