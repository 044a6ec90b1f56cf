"""What is printed: pages with a foot, and nothing beyond their edges."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QImage, QTextDocument
from pytestqt.qtbot import QtBot

from app.views import paper, report


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
    pictures = "".join(report._pictures(("features", "thickness", "clearance", "draft")))
    document.setHtml(f"<p>Facts.</p>{pictures}")
    assert document.pageCount() == 3
    assert document.size().width() <= paper.WIDTH
