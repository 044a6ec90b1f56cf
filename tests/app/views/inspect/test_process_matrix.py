"""Which process suits the part, at a glance."""

from dataclasses import replace

import pytest
from msgspec import structs
from PySide6.QtCore import Qt

from app.views.inspect.process_matrix import (
    FAIL,
    GAP,
    ICON_AND_GAPS,
    PASS,
    PROCESS,
    ROW_HEIGHT,
    WARNING,
    ProcessMatrix,
)
from app.views.inspect.shortened_label import ShortenedLabel
from app.views.theme import palette
from app.views.theme.tokens import LIGHT
from tests.app.views.inspect import parts


@pytest.fixture
def matrix(qtbot, context):
    shown = ProcessMatrix(context, LIGHT)
    qtbot.addWidget(shown)
    return shown


def cell(matrix, row, column, role=Qt.ItemDataRole.DisplayRole):
    return matrix.model.index(row, column).data(role)


def test_the_process_with_the_least_against_it_stands_first_and_one_that_does_not_suit_last(matrix):
    assert [cell(matrix, row, PROCESS) for row in range(3)] == [
        "Investment casting",
        "Sand casting",
        "Two mold halves",
    ]
    assert [cell(matrix, row, FAIL) for row in range(3)] == ["0", "1", "does not suit"]
    assert [cell(matrix, row, PASS) for row in range(1, 3)] == ["1", ""]
    assert [matrix.table.columnSpan(row, FAIL) for row in range(3)] == [1, 1, 3]


def test_the_tooltip_says_why_a_process_does_not_suit(matrix):
    tip = cell(matrix, 2, PROCESS, Qt.ItemDataRole.ToolTipRole)
    assert tip.splitlines()[1:] == [
        "The part is no thin shell.",
        "4 more rules judged, 1 fails, 1 warns.",
    ]
    assert "Nothing speaks against it." in cell(matrix, 0, PROCESS, Qt.ItemDataRole.ToolTipRole)


def test_what_the_part_looks_like_and_why_the_first_process_is_first_stand_beside_the_table(matrix, context):
    labels = matrix.findChildren(ShortenedLabel)
    assert [label.words for label in labels if not label.isHidden()] == [
        "A thin shell: 95 % of it lies over 2 mm.",
        "Casting is first: nothing fails. Injection molding is next: no shell.",
    ]
    context._become(None)
    assert all(label.isHidden() for label in labels)


def test_where_the_panel_is_low_the_reason_of_the_order_is_shortened_before_the_table_is(matrix):
    order = matrix._order
    matrix.show()
    matrix.resize(280, 420)
    assert "\n" in order.text(), "it takes two lines"
    assert order.toolTip() == ""
    matrix.resize(280, 170)
    assert "\n" not in order.text()
    assert order.text().endswith("…")
    assert order.toolTip() == order.words
    assert matrix.table.height() >= 3 * ROW_HEIGHT


def test_there_is_room_to_say_that_a_process_does_not_suit(matrix):
    room = sum(matrix.table.columnWidth(column) for column in (FAIL, WARNING, PASS))
    assert room >= matrix.table.sizeHintForIndex(matrix.model.index(2, FAIL)).width()
    assert room > matrix.table.fontMetrics().horizontalAdvance("does not suit")


def test_a_process_that_does_not_suit_is_not_counted_among_those_without_a_fail(matrix, context):
    assert matrix._title._note.text() == "1 of 3 without a fail"
    judged = context.result
    best = structs.replace(judged.order[0], misfit="Does not fit: it is 3000 mm long.")
    context._become(structs.replace(judged, order=(best, *judged.order[1:])))
    assert matrix._title._note.text() == "0 of 3 without a fail"


def test_the_tooltip_counts_rules_issues_and_places(matrix, context):
    context._become(parts.grouped())
    tip = cell(matrix, 0, PROCESS, Qt.ItemDataRole.ToolTipRole)
    assert tip.splitlines()[1] == "1 rules fail and 0 warn: 2 issues, 4 places."


def test_a_part_that_does_not_fit_the_machine_does_not_suit_and_the_tooltip_says_why(matrix, context):
    judged = context.result
    sand = structs.replace(judged.order[1], misfit="Does not fit: it is 3000 mm long.")
    context._become(structs.replace(judged, order=(judged.order[0], judged.order[2], sand)))
    assert cell(matrix, 2, FAIL) == "does not suit"
    tip = cell(matrix, 2, PROCESS, Qt.ItemDataRole.ToolTipRole)
    assert tip.splitlines()[1:] == ["Does not fit: it is 3000 mm long."]


def test_a_click_looks_at_the_findings_of_that_process(matrix, context):
    matrix.table.clicked.emit(matrix.model.index(2, PROCESS))
    assert context.verdict == ("injection", "standard")


def test_the_process_that_is_looked_at_is_marked(matrix, context):
    assert matrix.table.currentIndex().row() == 1
    context.choose_verdict("casting", "investment")
    assert matrix.table.currentIndex().row() == 0
    assert context.verdict == ("casting", "investment")


def test_without_a_part_there_is_a_sentence_instead(matrix, context):
    context._become(None)
    assert matrix.table.isHidden()
    assert matrix.model.rowCount() == 0


def test_names_that_begin_alike_are_read_to_their_end_in_a_narrow_panel(qtbot, matrix):
    slides = replace(matrix.model.suits[0], label="Two mold halves and slides", process="Injection")
    short = replace(slides, label="Two halves")
    matrix.model.show((slides, short))
    matrix.resize(240, 420)
    matrix.show()
    qtbot.waitUntil(lambda: matrix.table.rowHeight(0) > matrix.table.rowHeight(1))
    width = matrix.table.columnWidth(PROCESS) - ICON_AND_GAPS
    lines = -(-matrix.table.fontMetrics().horizontalAdvance(slides.label) // width)
    assert lines == 2
    assert matrix.table.rowHeight(0) >= 2 * matrix.table.fontMetrics().height()
    assert matrix.table.rowHeight(1) == ROW_HEIGHT
    matrix.resize(480, 420)
    qtbot.waitUntil(lambda: matrix.table.rowHeight(0) == ROW_HEIGHT)  # there is room in one line


def test_a_name_is_never_cut_at_whatever_width_its_column_has(qtbot, matrix, qapp):
    """Not where it would fit without the room that the style keeps beside it, either."""
    palette.apply(qapp, LIGHT)
    try:
        matrix.model.show((replace(matrix.model.suits[0], label="Investment casting", process="Casting"),))
        needed = matrix.table.fontMetrics().horizontalAdvance("Investment casting") + ICON_AND_GAPS
        matrix.resize(240, 420)
        matrix.show()
        for spare in range(-6, 14):
            matrix.resize(matrix.width() + needed + spare - matrix.table.columnWidth(PROCESS), 420)
            qtbot.waitUntil(lambda spare=spare: matrix.table.columnWidth(PROCESS) == needed + spare)
            qtbot.wait(20)
            is_whole = spare > 2 * GAP
            height = matrix.table.rowHeight(0)
            assert (height < 2 * matrix.table.fontMetrics().height()) == is_whole, spare
    finally:
        qapp.setStyleSheet("")
