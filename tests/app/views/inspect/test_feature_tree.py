"""The feature tree as a user sees it and clicks in it."""

import pytest
from msgspec import structs
from PySide6.QtCore import QItemSelectionModel, Qt

from app.client.models import Pattern
from app.state.selection import Source
from app.views.inspect.feature_model import FEATURE, SIZE, WORST
from app.views.inspect.feature_tree import FeaturePanel
from app.views.theme.tokens import DARK, LIGHT
from tests.app.views.inspect import parts

SPOKEN = Qt.ItemDataRole.AccessibleTextRole


@pytest.fixture
def panel(qtbot, context):
    shown = FeaturePanel(context, LIGHT)
    qtbot.addWidget(shown)
    return shown


def rows(panel, column=FEATURE, parent=None):
    """Return what stands in a column: texts, of a row that has others under it with those."""
    model = panel.model
    found = []
    for row in range(model.rowCount(*filter(None, [parent]))):
        place = model.index(row, 0, *filter(None, [parent]))
        text = place.siblingAtColumn(column).data()
        found.append((text, rows(panel, column, place)) if model.rowCount(place) else text)
    return found


def choose(panel, kind, fid):
    flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
    panel.tree.selectionModel().select(panel.model.place(kind, fid), flags)


@pytest.fixture
def patterned(panel, context):
    """Show a part whose two holes are in one pattern."""
    pattern = Pattern(kind="HOLE", label="2 × Ø6, mirrored", fids=("12", "14"))
    context._become(structs.replace(parts.judged(), patterns=(pattern,)))
    return panel


def test_a_feature_says_the_pattern_it_is_in(panel):
    hole = panel.model.place("HOLE", "12")
    assert hole.data(Qt.ItemDataRole.ToolTipRole) == "Hole 12 · Ø6.0 × 24.0 · 2 × Ø6, mirrored"
    assert "2 × Ø6, mirrored" in hole.data(SPOKEN)
    other = panel.model.place("HOLE", "14")
    assert other.data(Qt.ItemDataRole.ToolTipRole) == "Hole 14 · Ø4.0 × 24.0"


def test_features_of_a_pattern_stand_folded_in_one_row_that_stands_for_all_of_them(patterned, context, qtbot):
    assert rows(patterned)[0] == ("Holes", [("2 holes", ["Hole 12", "Hole 14"])])
    assert rows(patterned, SIZE)[0] == ("2", [("2 × Ø6, mirrored", ["Ø6.0 × 24.0", "Ø4.0 × 24.0"])])
    kind = patterned.model.index(0, 0)
    row = patterned.model.index(0, 0, kind)
    assert row.data(SPOKEN) == "2 × Ø6, mirrored, passes"
    assert not patterned.tree.isExpanded(row)
    flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
    patterned.tree.selectionModel().select(row, flags)
    assert context.selection.now.fids == {"12", "13", "14"}
    with qtbot.waitSignal(patterned.fit_asked) as fitted:
        patterned.tree.doubleClicked.emit(row)
    assert set(fitted.args[0]) == {"12", "13", "14"}


def test_a_face_that_is_clicked_unfolds_the_pattern_of_its_feature(patterned, context):
    row = patterned.model.index(0, 0, patterned.model.index(0, 0))
    context.selection.select(["14"], Source.PART)
    (marked,) = patterned.tree.selectionModel().selectedRows()
    assert marked.data() == "Hole 14"
    assert patterned.tree.isExpanded(row)


def test_a_pattern_that_was_unfolded_stays_so_when_the_part_is_judged_again(patterned, context):
    row = patterned.model.index(0, 0, patterned.model.index(0, 0))
    patterned.tree.expand(row)
    context._become(structs.replace(context.result))
    assert patterned.tree.isExpanded(patterned.model.index(0, 0, patterned.model.index(0, 0)))


def test_features_stand_by_kind_with_their_count_and_size(panel):
    assert rows(panel)[0] == ("Holes", ["Hole 12", "Hole 14"])
    assert rows(panel, SIZE)[:2] == [("2", ["Ø6.0 × 24.0", "Ø4.0 × 24.0"]), ("1", ["2.4 × 18.0"])]


def test_the_worst_finding_of_a_feature_is_said_in_a_word_and_not_by_color_alone(panel):
    fin, hole = panel.model.place("FIN", "3"), panel.model.place("HOLE", "12")
    assert fin.siblingAtColumn(WORST).data(SPOKEN) == "fails"
    assert fin.data(SPOKEN) == "Fin 3, 2.4 × 18.0, fails"
    assert hole.siblingAtColumn(WORST).data(SPOKEN) == "passes"


def test_a_process_that_does_not_mind_a_feature_does_not_mark_it(panel, context):
    context.choose_verdict("casting", "investment")
    assert panel.model.place("FIN", "3").siblingAtColumn(WORST).data(SPOKEN) == "passes"


def test_a_filter_leaves_what_it_says_and_counts_the_rest(panel):
    panel.filter_box.setText("kind:hole d>5")
    assert rows(panel) == [("Holes", ["Hole 12"])]
    assert rows(panel, SIZE)[0][0] == "1 of 2"
    panel.filter_box.setText("kind:hole d>3")
    assert rows(panel) == [("Holes", ["Hole 12", "Hole 14"])]


def test_a_filter_that_cannot_be_read_says_why_under_the_box(panel):
    panel.filter_box.setText("d>five")
    assert panel._problems.text() == "d>five needs a number, as d>5."
    assert not panel._problems.isHidden()
    panel.filter_box.setText("d>5")
    assert panel._problems.isHidden()


def test_a_click_selects_every_face_of_the_feature(panel, context):
    choose(panel, "FIN", "3")
    assert context.selection.now.fids == {"3", "4", "5"}
    assert context.selection.now.source is Source.TREE
    choose(panel, "HOLE", "14")
    assert context.selection.now.fids == {"14"}


def test_a_face_that_is_clicked_on_the_part_marks_its_feature(panel, context):
    context.selection.select(["13"], Source.NOWHERE)
    (marked,) = panel.tree.selectionModel().selectedRows()
    assert marked.data() == "Hole 12"
    assert context.selection.now.fids == {"13"}, "following a selection must not change it"
    context.selection.clear()
    assert not panel.tree.selectionModel().selectedRows()


def test_a_double_click_fits_the_feature_and_the_space_bar_isolates_it(panel, qtbot):
    with qtbot.waitSignal(panel.fit_asked) as fitted:
        panel.tree.doubleClicked.emit(panel.model.place("FIN", "3"))
    assert set(fitted.args[0]) == {"3", "4", "5"}
    choose(panel, "FIN", "3")
    with qtbot.waitSignal(panel.isolate_asked) as isolated:
        qtbot.keyClick(panel.tree, Qt.Key.Key_Space)
    assert set(isolated.args[0]) == {"3", "4", "5"}


def test_the_space_bar_with_nothing_selected_isolates_nothing(panel, qtbot):
    with qtbot.assertNotEmitted(panel.isolate_asked):
        qtbot.keyClick(panel.tree, Qt.Key.Key_Space)


def test_without_a_part_there_is_a_sentence_instead_of_a_tree(panel, context):
    context._become(None)
    assert panel.tree.isHidden()
    assert panel._empty.text() == "The features of the part appear here."


def test_what_was_folded_stays_folded_when_the_part_is_judged_again(panel, context):
    panel.tree.collapse(panel.model.index(0, 0))
    context._become(parts.judged())
    assert not panel.tree.isExpanded(panel.model.index(0, 0))
    assert panel.tree.isExpanded(panel.model.index(1, 0))


def test_other_colors_can_be_taken_while_it_is_shown(panel):
    panel.set_tokens(DARK)
    assert rows(panel)[0][0] == "Holes"
