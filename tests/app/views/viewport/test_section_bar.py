"""The controls of a section, wide and narrow."""

import itertools

import pytest
from PySide6.QtWidgets import QSlider, QToolButton
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


@pytest.mark.parametrize("width", [296, 312, 399, 400, 600])
def test_number_and_slider_have_their_room_however_narrow_the_part_is(bar: SectionBar, width: int) -> None:
    """At twice the density a window of 1600 by 1000 leaves 312 pixels, where the two stand in two rows."""
    bar.set_room(width)
    bar.resize(width, bar.sizeHint().height())
    bar.layout().activate()
    box, slider = bar.findChild(NumberBox), bar.findChild(QSlider)
    assert box.text() == "-129.75 mm"
    assert box.width() >= box.minimumSizeHint().width()
    assert box.lineEdit().width() >= box.fontMetrics().horizontalAdvance(box.text())
    assert slider.width() >= 90
    assert (slider.y() > box.geometry().bottom()) == (width < 400)
    row = sorted((each.geometry() for each in (box, *bar.findChildren(QToolButton))), key=lambda one: one.x())
    assert all(one.right() < other.x() for one, other in itertools.pairwise(row)), "none lies over another"
    assert row[-1].right() < width


def test_a_number_that_is_typed_moves_the_section_and_is_not_of_a_drag(bar: SectionBar, qtbot: QtBot) -> None:
    moved: list[tuple[Section, bool]] = []
    bar.changed.connect(lambda section, is_dragged: moved.append((section, is_dragged)))
    bar.findChild(NumberBox).setValue(12.5)
    assert moved == [(Section("x", 12.5), False)]
