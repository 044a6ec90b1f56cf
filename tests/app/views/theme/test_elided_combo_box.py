"""A box that is too narrow for its words ends them in dots, and shows them as a tool tip."""

import pytest
from PySide6.QtWidgets import QComboBox, QStyleOptionComboBox
from pytestqt.qtbot import QtBot

from app.views.theme import controls
from app.views.theme.elided_combo_box import ElidedComboBox
from app.views.theme.tokens import LIGHT

WORDS = "Two mold halves and slides, thermoplastic"


@pytest.fixture
def box(qtbot: QtBot) -> ElidedComboBox:
    made = ElidedComboBox()
    qtbot.addWidget(made)
    made.addItem(WORDS)
    return made


def drawn(box: ElidedComboBox) -> str:
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    box.elide(option)
    return str(option.currentText)


def test_words_are_whole_where_the_box_is_as_wide_as_it_asks_for(box: ElidedComboBox) -> None:
    box.resize(200, 28)
    box.resize(box.whole_px(), 28)
    assert drawn(box) == WORDS
    assert box.toolTip() == ""


@pytest.mark.parametrize("words", ["fails", "passes", "warns"])
def test_at_the_size_it_asks_for_its_longest_words_are_whole(qtbot: QtBot, words: str) -> None:
    """Under the program's style sheet Qt's own hint lacks a pixel or two of them."""
    box = ElidedComboBox()
    qtbot.addWidget(box)
    box.setStyleSheet(controls.style_sheet(LIGHT))
    box.addItem(words)
    box.resize(box.sizeHint())
    assert drawn(box) == words


def test_some_pixels_less_end_them_in_dots_and_the_tip_has_them_all(box: ElidedComboBox) -> None:
    box.resize(box.whole_px() - 8, 28)
    assert drawn(box).endswith("…")
    assert box.toolTip() == WORDS
    box.resize(box.whole_px(), 28)
    assert drawn(box) == WORDS
    assert box.toolTip() == ""


def test_a_tip_that_says_something_else_stays(box: ElidedComboBox) -> None:
    box.setToolTip("What to judge by")
    box.resize(box.whole_px(), 28)
    drawn(box)
    assert box.toolTip() == "What to judge by"


def test_what_can_be_typed_into_writes_its_own_words(box: ElidedComboBox) -> None:
    box.setEditable(True)
    box.resize(60, 28)
    box.grab()
    assert box.currentText() == WORDS
    assert box.toolTip() == ""


def test_it_is_painted_as_any_other_where_nothing_is_cut(qtbot: QtBot, box: ElidedComboBox) -> None:
    box.resize(box.whole_px() + 20, 28)
    plain = QComboBox()
    qtbot.addWidget(plain)
    plain.addItem(WORDS)
    plain.resize(box.size())
    assert box.grab().toImage() == plain.grab().toImage()
    box.resize(120, 28)
    plain.resize(120, 28)
    assert box.grab().toImage() != plain.grab().toImage(), "which cuts the words without dots"
