"""Which process suits the part, at a glance."""

import pytest
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from app.views.inspect.process_matrix import FAIL, PASS, PROCESS, ProcessMatrix
from app.views.theme.tokens import LIGHT


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
    words = [label.text() for label in matrix.findChildren(QLabel) if not label.isHidden()]
    assert "A thin shell: 95 % of it lies over 2 mm." in words
    assert "Casting is first: nothing fails. Injection molding is next: no shell." in words
    context._become(None)
    assert not [label for label in matrix.findChildren(QLabel) if label.text().startswith("Casting is first")]


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
