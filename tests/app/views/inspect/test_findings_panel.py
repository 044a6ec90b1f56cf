"""Findings as a user reads them and goes through them."""

import copy

import msgspec
import pytest
from PySide6.QtCore import QModelIndex, Qt

from app.state import rule_rows
from app.state.selection import Source
from app.views.inspect.findings_model import LIMIT, MARGIN, MEASURED
from app.views.inspect.findings_panel import FindingsPanel
from app.views.inspect.findings_tree import SHORTEST_TITLE, FindingsTree
from app.views.theme import palette
from app.views.theme.tokens import DARK, LIGHT
from tests.app.views.inspect import parts

SPOKEN = Qt.ItemDataRole.AccessibleTextRole


@pytest.fixture
def panel(qtbot, context):
    shown = FindingsPanel(context, LIGHT)
    qtbot.addWidget(shown)
    qtbot.waitUntil(lambda: bool(context.packs))
    return shown


def heads(panel):
    return [panel.tree.rules.index(row, 0).data() for row in range(panel.tree.rules.rowCount())]


def under(panel, row):
    parent = panel.tree.rules.index(row, 0)
    return [
        [panel.tree.rules.index(at, column, parent).data() for column in range(4)]
        for at in range(panel.tree.rules.rowCount(parent))
    ]


def test_fails_stand_first_and_what_passes_or_does_not_apply_is_folded_to_a_line(panel):
    assert heads(panel) == [
        "Minimum wall thickness  (2 issues)",
        "Internal fillet",
        "1 rule passes",
        "1 rule does not apply",
    ]
    unfolded = [panel.tree.isExpanded(panel.tree.rules.index(row, 0)) for row in range(4)]
    assert unfolded == [True, True, False, False]


def test_a_finding_says_where_how_much_and_how_far_beyond_with_units(panel):
    assert under(panel, 0) == [
        ["Fin 3", "2.40 mm", "≥ 2.50 mm", "−0.10 mm"],
        ["Wall 1", "4.00 mm", "≥ 5.00 mm", "−1.00 mm"],
    ]


def test_numbers_stand_at_the_right_and_their_columns_have_room_for_them(panel):
    panel.resize(460, 700)
    parent = panel.tree.rules.index(0, 0)
    for column in (MEASURED, LIMIT, MARGIN):
        cell = panel.tree.rules.index(0, column, parent)
        assert cell.data(Qt.ItemDataRole.TextAlignmentRole) & Qt.AlignmentFlag.AlignRight
        needed = panel.tree.fontMetrics().horizontalAdvance(cell.data())
        assert panel.tree.columnWidth(column) > needed


def test_a_rule_that_does_not_apply_says_why(panel):
    assert under(panel, 3)[0][0] == "Sharp corners – There is no corner."
    assert panel.tree.rules.index(3, 0).data(SPOKEN) == "1 rule does not apply"


def test_the_headline_names_verdict_and_process_and_the_chips_count_rules(panel, context):
    assert panel.header.headline.accessibleName() == "Fails sand casting"
    assert [panel.header.chips[one].toolTip() for one in ("fail", "warning", "pass")] == [
        "1 rule fails",
        "1 rule warns",
        "1 rule passes",
    ]
    context.choose_verdict("casting", "investment")
    assert panel.header.headline.accessibleName() == "Passes investment casting"


def test_a_gate_that_failed_is_one_sentence_and_none_where_no_gate_failed(panel, context):
    assert panel.header.gate.isHidden()
    context.choose_verdict("injection", "standard")
    assert panel.header.gate.text() == "The part is no thin shell."
    assert not panel.header.gate.isHidden()


def test_behind_a_gate_that_failed_every_rule_is_folded_into_one_row_that_opens(panel, context):
    context.choose_verdict("injection", "standard")
    assert heads(panel) == ["Moldable", "4 more rules judged, 1 fails, 1 warns"]
    rules = panel.tree.rules
    gate, others = rules.index(0, 0), rules.index(1, 0)
    assert panel.tree.isExpanded(gate)
    assert not panel.tree.isExpanded(others)
    assert others.data(SPOKEN) == "4 more rules judged, 1 fails, 1 warns"
    assert [one[0] for one in under(panel, 1)] == [
        "Draft  (2 issues)",
        "Rib thickness",
        "1 rule passes",
        "1 rule does not apply",
    ]
    draft = rules.index(0, 0, others)
    assert [rules.index(row, 0, draft).data() for row in range(rules.rowCount(draft))] == [
        "Wall 1",
        "Hole 12, face 12",
    ]
    assert [panel.header.chips[one].toolTip() for one in ("fail", "warning", "pass")] == [
        "2 rules fail",
        "1 rule warns",
        "1 rule passes",
    ]
    assert panel._position.text() == "4 issues"


def test_a_finding_behind_a_gate_is_found_from_its_faces_and_its_fold_opens(panel, context):
    context.choose_verdict("injection", "standard")
    context.selection.select(["12"], Source.PART)
    rules = panel.tree.rules
    assert panel.tree.currentIndex().data() == "Hole 12, face 12"
    assert panel.tree.isExpanded(rules.index(1, 0))
    assert rules.node(panel.tree.currentIndex().parent()).texts[0] == "Draft  (2 issues)"


def test_of_a_process_the_variant_that_suits_best_is_looked_at_first(panel, context):
    context.choose_verdict("injection", "standard")
    panel.header.pack_box.activated.emit(panel.header.pack_box.findData("casting"))
    assert context.verdict == ("casting", "investment")


def test_next_goes_from_the_worst_on_and_from_the_last_to_the_first(panel, context, qtbot):
    flown = []
    context.flown_to.connect(flown.append)
    for _ in range(4):
        panel.next_button.click()
    assert [one.worst.finding.fid for one in flown] == ["3", "1", "20", "3"]
    assert context.selection.now.fids == {"3", "4", "5"}
    panel.previous_button.click()
    assert flown[-1].worst.finding.fid == "20"
    assert panel._position.text() == "Issue 3 of 3"


def test_choosing_a_finding_selects_its_faces_and_says_it_in_full(panel, context):
    panel.tree.setCurrentIndex(panel.tree.rules.index(0, 0, panel.tree.rules.index(0, 0)))
    assert context.selection.now.fids == {"3", "4", "5"}
    assert context.selection.now.source is Source.FINDINGS
    text = panel.details.toPlainText()
    assert "Face 3 is 2.40 mm." in text
    assert "Make it 2.50 mm." in text
    assert "wall_fail_mm" in text, "the limit's parameter is named"


def test_choosing_a_rule_selects_all_faces_it_finds_fault_with(panel, context):
    panel.tree.setCurrentIndex(panel.tree.rules.index(0, 0))
    assert context.selection.now.fids == {"1", "3", "4", "5"}


def test_the_source_of_a_limit_is_named_where_there_is_one(panel):
    panel.tree.setCurrentIndex(panel.tree.rules.index(0, 0, panel.tree.rules.index(1, 0)))
    assert "A handbook." in panel.details.toPlainText()


def test_a_value_too_close_to_call_is_called_undecided_and_a_sure_one_is_not(panel):
    panel.go_to_next()
    assert "Undecided" not in panel.details.toPlainText()
    placed = panel._issues.current.worst
    doubtful = parts.finding("3", "fail", 2.49, 2.5, decided=False, uncertainty=0.02)
    from app.client.models import Finding, read
    from app.state.findings import Placed

    unsure = Placed(placed.pack_key, placed.configuration_key, placed.rule, read(doubtful, Finding))
    panel.details.show_finding(unsure, None)
    assert "Undecided: measured to ± 0.02 mm, which spans the limit." in panel.details.toPlainText()


def test_a_face_that_is_clicked_on_the_part_shows_what_is_said_of_it(panel, context):
    context.selection.select(["20"], Source.PART)
    assert panel._issues.current.worst.finding.fid == "20"
    context.selection.select(["14"], Source.PART)
    assert panel._issues.current.worst.finding.fid == "20", "nothing is said of this face"


def test_another_process_is_chosen_at_its_best_variant(panel, context):
    panel.header.pack_box.activated.emit(panel.header.pack_box.findData("injection"))
    assert context.verdict == ("injection", "standard")
    panel.header.pack_box.activated.emit(panel.header.pack_box.findData("casting"))
    assert context.verdict == ("casting", "investment")
    panel.header.configuration_box.activated.emit(panel.header.configuration_box.findData("sand"))
    assert context.verdict == ("casting", "sand")


def test_without_a_part_there_is_a_sentence_instead(panel, context):
    context._become(None)
    assert panel.splitter.isHidden()
    assert not panel._empty.isHidden()
    assert panel.tree.rules.rowCount(QModelIndex()) == 0
    panel.go_to_next()


def test_a_part_that_was_just_judged_is_looked_at_as_what_suits_it_best(panel, context):
    context.verdict = None
    context._become(parts.judged())
    assert context.verdict == ("casting", "investment")
    context.choose_verdict("injection", "standard")
    context._become(parts.judged())
    assert context.verdict == ("injection", "standard"), "what was chosen stays chosen"


def test_where_it_is_narrow_margins_go_before_names_or_numbers_are_cut(panel):
    panel.show()
    panel.resize(460, 700)
    assert not panel.tree.isColumnHidden(MARGIN)
    panel.resize(300, 700)
    assert panel.tree.isColumnHidden(MARGIN)
    needed = panel.tree.fontMetrics().horizontalAdvance("≥ 5.00 mm")
    assert panel.tree.columnWidth(LIMIT) > needed
    panel.resize(460, 700)
    assert not panel.tree.isColumnHidden(MARGIN)


@pytest.fixture
def grouped(panel, context):
    context._become(parts.grouped())
    context.choose_verdict("cnc", "milled")
    return panel


def issue_row(panel, row=0):
    return panel.tree.rules.index(row, 0, panel.tree.rules.index(0, 0))


def test_findings_of_one_cause_are_one_row_with_its_range_that_opens_into_them(grouped):
    assert heads(grouped) == ["Minimum web  (2 issues, 4 places)"]
    assert under(grouped, 0) == [
        ["3 webs", "0.60 … 0.70 mm", "≥ 0.80 mm", "−0.20 mm"],
        ["Fin 24", "0.78 mm", "≥ 0.80 mm", "−0.02 mm"],
    ]
    rules, issue = grouped.tree.rules, issue_row(grouped)
    assert not grouped.tree.isExpanded(issue)
    assert [rules.index(row, 0, issue).data() for row in range(rules.rowCount(issue))] == [
        "Fin 21",
        "Fin 22",
        "Fin 23",
    ]
    assert rules.rowCount(issue_row(grouped, 1)) == 0, "an issue with a single finding is that finding"
    assert issue.data(SPOKEN) == "3 webs, fails, 3 webs, 0.6 to 0.7 mm. The worst: Face 21 is 0.60 mm."
    assert not issue.data(Qt.ItemDataRole.DecorationRole).isNull()


def test_all_issues_of_a_rule_have_a_glyph_where_one_needs_it_and_none_where_the_rule_says_it_for_all(
    panel, context
):
    alike = copy.deepcopy(parts.GRILLE)
    rule = alike["result"]["rules"][0]
    for one in (rule["findings"][3], rule["issues"][1]):
        one["severity"] = "fail"
    machined = {"module_key": "cnc", "name": "Machining", "configurations": [alike]}
    printed = {"module_key": "additive", "name": "Additive", "configurations": [parts.PRINTED]}
    context._become(parts.read(machined, printed))
    decoration = Qt.ItemDataRole.DecorationRole
    context.choose_verdict("cnc", "milled")
    assert [issue_row(panel, row).data(decoration) is not None for row in range(2)] == [True, True]
    context.choose_verdict("additive", "fdm")
    assert issue_row(panel).data(decoration) is None


def test_choosing_an_issue_selects_all_its_places_and_says_what_holds_for_all(grouped, context):
    grouped.tree.setCurrentIndex(issue_row(grouped))
    assert context.selection.now.fids == {"21", "22", "23"}
    text = grouped.details.toPlainText()
    assert "Fails · 3 places" in text
    assert "The worst: Face 21 is 0.60 mm." in text
    assert "Also in: Additive" in text
    assert "0.60 … 0.70 mm" in text.replace("\N{NO-BREAK SPACE}", " ")
    grouped.tree.setCurrentIndex(issue_row(grouped, 1))
    assert context.selection.now.fids == {"24"}
    assert "Also in" not in grouped.details.toPlainText(), "the other process has nothing there"


def test_a_place_within_an_issue_is_known_by_itself(grouped, context):
    grouped.tree.setCurrentIndex(grouped.tree.rules.index(1, 0, issue_row(grouped)))
    assert context.selection.now.fids == {"22"}
    assert "Face 22 is 0.70 mm." in grouped.details.toPlainText()
    assert grouped._position.text() == "Place 2 of 3"
    grouped.go_to_next()
    assert context.selection.now.fids == {"24"}, "next goes from issue to issue"


def test_stepping_goes_from_issue_to_issue_and_flies_to_all_places(grouped, context):
    flown = []
    context.flown_to.connect(flown.append)
    assert grouped._position.text() == "2 issues, 4 places"
    grouped.go_to_next()
    assert flown[0].fids == ("21", "22", "23")
    assert grouped._position.text() == "Issue 1 of 2"
    assert grouped.tree.currentIndex() == issue_row(grouped)


def test_a_face_of_an_issue_that_is_clicked_opens_it_at_that_place(grouped, context):
    context.selection.select(["22"], Source.PART)
    assert grouped.tree.currentIndex().data() == "Fin 22"
    assert grouped.tree.isExpanded(issue_row(grouped))


def test_other_colors_leave_what_is_chosen_chosen(grouped):
    grouped.tree.setCurrentIndex(grouped.tree.rules.index(1, 0, issue_row(grouped)))
    grouped.set_tokens(DARK)
    assert grouped.tree.currentIndex().data() == "Fin 22"
    assert grouped._position.text() == "Place 2 of 3"


def click(qtbot, panel, index):
    panel.resize(460, 700)
    panel.show()
    at = panel.tree.visualRect(index).center()
    qtbot.mouseClick(panel.tree.viewport(), Qt.MouseButton.LeftButton, pos=at)


def test_one_click_on_an_issue_flies_to_it_and_shows_the_layer_that_it_is_measured_in(qtbot, context):
    judged = parts.judged()
    rule = judged.packs[0].configurations[0].result.rules[0]
    msgspec.structs.force_setattr(rule, "metric", "thickness.min")
    context._become(judged)
    context.choose_verdict("casting", "sand")
    panel = FindingsPanel(context, LIGHT)
    qtbot.addWidget(panel)
    context.choose_layer("draft")
    head = panel.tree.rules.index(0, 0)
    flown = []
    context.flown_to.connect(flown.append)
    click(qtbot, panel, head)
    assert (flown, context.layer) == ([], "draft")  # a rule is at no place
    click(qtbot, panel, panel.tree.rules.index(0, 0, head))
    assert [one.fids for one in flown] == [("3", "4", "5")]
    assert context.layer == "thickness"


def test_an_issue_of_a_rule_whose_metric_nobody_knows_leaves_the_layer(qtbot, panel, context):
    context.choose_layer("draft")
    click(qtbot, panel, panel.tree.rules.index(0, 0, panel.tree.rules.index(0, 0)))
    assert context.layer == "draft"


def test_where_nothing_is_selected_any_more_no_issue_is_marked(panel, context):
    context.selection.select(["3"], Source.PART)
    assert panel.tree.currentIndex().isValid()
    context.selection.clear(Source.PART)
    assert not panel.tree.currentIndex().isValid()
    assert panel.tree.selectionModel().selectedRows() == []


@pytest.mark.parametrize(("width", "is_beside"), [(640, True), (250, False)])
def test_process_and_variant_stand_above_each_other_where_they_would_be_cut(qtbot, panel, width, is_beside):
    panel.resize(width, 700)
    panel.show()
    header = panel.header
    qtbot.waitUntil(lambda: header.width() <= width)
    pack, variant = header.pack_box, header.configuration_box
    qtbot.waitUntil(lambda: (pack.y() == variant.y()) == is_beside)
    for box in (pack, variant):
        assert box.width() >= box.whole_px() or not is_beside
    if not is_beside:
        assert variant.width() == pack.width() == header.width()


def test_the_headline_names_the_process_where_there_is_room_for_it_in_its_line(qtbot, panel):
    panel.show()
    panel.resize(640, 700)
    qtbot.waitUntil(lambda: "sand casting" in panel.header.headline.text())
    panel.resize(250, 700)
    qtbot.waitUntil(lambda: "sand casting" not in panel.header.headline.text())
    assert "Fails" in panel.header.headline.text()
    assert panel.header.headline.accessibleName() == "Fails sand casting"


def test_a_verdict_with_warnings_is_said_in_a_word_where_its_words_would_take_two_lines(
    qtbot, panel, context
):
    context.choose_verdict("casting", "sand")
    pack, judged = rule_rows.find(context.result, "casting", "sand")
    warned = msgspec.structs.replace(
        judged, result=msgspec.structs.replace(judged.result, overall_severity="warning")
    )
    header = panel.header
    header.show_verdict(context.result, (pack, warned))
    panel.show()
    panel.resize(640, 700)
    qtbot.waitUntil(lambda: "Passes with warnings" in header.headline.text())
    line_px = header.headline.height()
    panel.resize(260, 700)
    qtbot.waitUntil(lambda: "Warns" in header.headline.text())
    qtbot.waitUntil(lambda: header.headline.height() <= line_px)
    assert header.headline.accessibleName() == "Passes with warnings: sand casting"


def test_where_nothing_but_an_icon_would_be_left_of_a_name_the_limit_goes_which_the_details_give(
    qtbot, context
):
    found = rule_rows.find(context.result, "casting", "sand")
    tree = FindingsTree(LIGHT)
    qtbot.addWidget(tree)
    tree.show_rules(context.result, rule_rows.of_verdict("casting", "sand", found[1].result))
    tree.resize(460, 400)
    tree.show()
    numbers = tree.columnWidth(MEASURED) + tree.columnWidth(LIMIT)
    beside = tree.width() - tree.viewport().width()
    for spare, is_hidden in ((0, False), (-1, True), (200, False)):
        tree.resize(numbers + SHORTEST_TITLE + beside + spare, 400)
        assert tree.isColumnHidden(LIMIT) == is_hidden
        assert not tree.isColumnHidden(MEASURED)
        beside_words = 3 * tree.indentation() + tree.iconSize().width() + 8
        words_px = tree.columnWidth(0) - beside_words
        assert words_px >= tree.fontMetrics().horizontalAdvance("Face…"), "not a letter and dots"


def test_a_list_that_is_empty_yet_does_not_scroll_across(qtbot):
    tree = FindingsTree(LIGHT)
    qtbot.addWidget(tree)
    tree.resize(300, 400)
    tree.show()
    qtbot.waitUntil(lambda: tree.horizontalScrollBar().maximum() == 0)


def test_beside_each_other_neither_box_is_cut_at_whatever_width(qtbot, panel, context, qapp):
    palette.apply(qapp, LIGHT)
    try:
        panel.show()
        header = panel.header
        n_beside = 0
        for width in range(260, 560, 7):
            panel.resize(width, 700)
            qtbot.wait(1)
            pack, variant = header.pack_box, header.configuration_box
            if pack.y() == variant.y():
                n_beside += 1
                assert [box.width() >= box.whole_px() for box in (pack, variant)] == [True, True], width
        assert 5 < n_beside < 40
    finally:
        qapp.setStyleSheet("")


def test_what_a_message_enumerates_has_a_line_each_in_the_details(panel, context):
    milled = copy.deepcopy(parts.PRINTED)
    steps = "; ".join(f"setup {at}, from +X, is needed for hole {at}" for at in range(2, 7))
    rule = milled["result"]["rules"][0]
    rule["issues"][0]["message"] = f"Turned to 6 orientations. S{steps[1:]}."
    context._become(parts.read({"module_key": "additive", "name": "Additive", "configurations": [milled]}))
    context.choose_verdict("additive", "fdm")
    panel.go_to_next()
    lines = [" ".join(line.split()) for line in panel.details.toPlainText().splitlines()]
    first = lines.index("Turned to 6 orientations.")
    assert lines[first + 1 : first + 6] == [
        f"• Setup {at}, from +X, is needed for hole {at}" for at in range(2, 7)
    ]
