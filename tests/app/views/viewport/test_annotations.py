"""Annotations cover neither what they annotate nor each other."""

from itertools import product

import pytest
from PySide6.QtCore import QPointF, QRect, QRectF, QSizeF
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from app.views.theme.tokens import LIGHT
from app.views.viewport.annotations import HINT_INSET, Annotations

WIDE, HIGH = 500, 400
CARD = QSizeF(120, 60)


@pytest.fixture
def annotations(qtbot: QtBot) -> Annotations:
    made = Annotations(LIGHT)
    qtbot.addWidget(made)
    made.resize(WIDE, HIGH)
    return made


def columns_written(annotations: Annotations) -> set[int]:
    """Return the columns of pixels that anything is written into."""
    image = QImage(annotations.size(), QImage.Format.Format_ARGB32)
    image.fill(0)
    annotations.render(image)
    return {x for x, y in product(range(WIDE), range(0, HIGH, 3)) if image.pixelColor(x, y).alpha()}


@pytest.mark.parametrize(
    "ends",
    [
        ((100, 100), (380, 300)),
        ((380, 100), (100, 300)),
        ((100, 200), (400, 200)),
        ((250, 60), (250, 340)),
        ((240, 190), (260, 210)),
    ],
)
def test_the_card_of_a_measurement_covers_neither_its_line_nor_its_ends(annotations, ends) -> None:
    start, end = (QPointF(*one) for one in ends)
    card = QRectF(annotations._beside((start, end), CARD), CARD)
    assert QRectF(annotations.rect()).contains(card)
    assert not any(card.contains(start + (end - start) * (step / 100)) for step in range(101))


def test_one_place_that_was_clicked_is_not_covered_either(annotations: Annotations) -> None:
    at = QPointF(WIDE - 10, HIGH - 10)
    card = QRectF(annotations._beside((at,), CARD), CARD)
    assert not card.contains(at)


def test_what_is_said_of_the_whole_picture_stands_beside_the_legend(annotations: Annotations) -> None:
    annotations.keep_clear_of(QRect(300, 10, 190, 300))
    annotations.show_badge("Of the previous pull direction")
    assert max(columns_written(annotations)) < 300


def test_it_is_broken_into_lines_where_that_leaves_little_room(annotations: Annotations) -> None:
    annotations.keep_clear_of(QRect(170, 10, 320, 300))
    annotations.show_badge("Of the previous pull direction")
    assert columns_written(annotations)
    assert max(columns_written(annotations)) < 170


HINT = (
    "STEP, glTF, IGES, BREP, STL, 3MF, OBJ, PLY or OFF, up to 25 MB.\nIt is measured and judged in seconds."
)


@pytest.mark.parametrize("width", [170, 240, 500])
def test_the_frame_of_the_hint_is_as_high_as_its_words_need(annotations: Annotations, width: int) -> None:
    """Below the last line there is as much room as beside it, however narrow the picture is."""
    annotations.resize(width, HIGH)
    annotations.show_empty("Drop a part here", HINT)
    image = QImage(annotations.size(), QImage.Format.Format_ARGB32)
    image.fill(0)
    annotations.render(image)
    column = [
        image.pixelColor(width // 2 + 60 if width > 200 else width // 2, y).alpha() for y in range(HIGH)
    ]
    bottom = max(y for y in range(HIGH) if column[y])
    inside = [
        y for y in range(bottom - 3) if any(image.pixelColor(x, y).alpha() for x in range(40, width - 40))
    ]
    assert bottom - max(inside) == pytest.approx(HINT_INSET, abs=8)
