"""The controls of a section, wide and narrow."""

import pytest
from PySide6.QtWidgets import QAbstractSpinBox
from pytestqt.qtbot import QtBot

from app.views.theme.number_box import NumberBox
from app.views.theme.tokens import LIGHT
from app.views.viewport.section import Section
from app.views.viewport.section_bar import SectionBar

REACH = (-130.25, 130.25)


@pytest.fixture
def bar(qtbot: QtBot) -> SectionBar:
    made = SectionBar(LIGHT)
    qtbot.addWidget(made)
    made.show_section(Section("x", -129.75), REACH)
    made.show()
    return made


@pytest.mark.parametrize("width", [312, 360, 399, 400, 600])
def test_the_number_is_read_whole_however_narrow_the_part_is(bar: SectionBar, width: int) -> None:
    """At twice the density a window of 1600 by 1000 leaves 312 pixels."""
    bar.resize(width, bar.sizeHint().height())
    bar.layout().activate()
    box = bar.findChild(NumberBox)
    is_wide = width >= 400
    assert box.text() == ("-129.75 mm" if is_wide else "-129.75")
    arrows = QAbstractSpinBox.ButtonSymbols
    assert box.buttonSymbols() == (arrows.UpDownArrows if is_wide else arrows.NoButtons)
    assert box.width() >= box.minimumSizeHint().width()
    assert box.lineEdit().width() >= box.fontMetrics().horizontalAdvance(box.text())
    assert all(each.geometry().right() < width for each in bar.findChildren(QAbstractSpinBox))


def test_a_number_that_is_typed_moves_the_section_and_is_not_of_a_drag(bar: SectionBar, qtbot: QtBot) -> None:
    moved: list[tuple[Section, bool]] = []
    bar.changed.connect(lambda section, is_dragged: moved.append((section, is_dragged)))
    bar.findChild(NumberBox).setValue(12.5)
    assert moved == [(Section("x", 12.5), False)]
