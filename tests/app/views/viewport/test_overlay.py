"""What is written over the part covers neither what it speaks of nor what else is written."""

from itertools import product

import pytest
from PySide6.QtCore import QPointF, QRect, QRectF, QSizeF
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from app.views.theme.tokens import LIGHT
from app.views.viewport.overlay import Overlay

WIDE, HIGH = 500, 400
CARD = QSizeF(120, 60)


@pytest.fixture
def overlay(qtbot: QtBot) -> Overlay:
    made = Overlay(LIGHT)
    qtbot.addWidget(made)
    made.resize(WIDE, HIGH)
    return made


def columns_written(overlay: Overlay) -> set[int]:
    """Return the columns of pixels that anything is written into."""
    image = QImage(overlay.size(), QImage.Format.Format_ARGB32)
    image.fill(0)
    overlay.render(image)
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
def test_the_card_of_a_measurement_covers_neither_its_line_nor_its_ends(overlay, ends) -> None:
    start, end = (QPointF(*one) for one in ends)
    card = QRectF(overlay._beside((start, end), CARD), CARD)
    assert QRectF(overlay.rect()).contains(card)
    assert not any(card.contains(start + (end - start) * (step / 100)) for step in range(101))


def test_one_place_that_was_clicked_is_not_covered_either(overlay: Overlay) -> None:
    at = QPointF(WIDE - 10, HIGH - 10)
    card = QRectF(overlay._beside((at,), CARD), CARD)
    assert not card.contains(at)


def test_what_is_said_of_the_whole_picture_stands_beside_the_legend(overlay: Overlay) -> None:
    overlay.keep_clear_of(QRect(300, 10, 190, 300))
    overlay.show_badge("Of the previous pull direction")
    assert max(columns_written(overlay)) < 300


def test_it_is_broken_into_lines_where_that_leaves_little_room(overlay: Overlay) -> None:
    overlay.keep_clear_of(QRect(170, 10, 320, 300))
    overlay.show_badge("Of the previous pull direction")
    assert columns_written(overlay)
    assert max(columns_written(overlay)) < 170
