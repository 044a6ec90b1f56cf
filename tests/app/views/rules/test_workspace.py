"""A pack is cloned, edited, judged as it is typed, saved, and found again: what a user does in Rules."""

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMessageBox

from app.state.rule_draft import RuleDraft
from app.views.rules.placeholders import Placeholders
from app.views.rules.workspace import RulesWorkspace
from app.views.theme import palette
from app.views.theme.choice import Choice
from app.views.theme.tokens import DARK, LIGHT
from resources import path

WALL = ("configurations", "sand", "parameters", "wall_mm")


def settled(rules):
    return not rules.live.is_busy and rules.live.diff is not None


# --- packs ------------------------------------------------------------------------------------------


def test_a_shipped_pack_is_shown_and_cannot_be_changed(rules):
    assert rules.editor.place == (True, "casting")
    assert not rules.form.banner.isHidden()
    rules.editor.set(WALL, 9.0, "Set")
    assert rules.editor.draft.get(WALL) == 1.5
    assert rules.form.name_line.isReadOnly()
    assert all(box.is_read_only for box in rules.form.rule_form.findChildren(Choice))


def test_packs_that_the_account_keeps_stand_by_themselves_and_are_cloned_to_be_changed(context, judge, qtbot):
    judge.saved = [{**judge.modules()[0], "key": "house", "name": "House rules"}]
    shown = RulesWorkspace(context, LIGHT)
    qtbot.addWidget(shown)
    qtbot.waitUntil(lambda: (True, "house") in shown.packs.places())
    heads = [shown.packs.tree.topLevelItem(row).text(0) for row in range(3)]
    assert heads == ["Shipped", "Saved at the server", "My packs"]
    shown.editor.open((True, "house"))
    assert not shown.editor.is_editable
    shown.packs.clone_button.click()
    assert (False, "house-copy") in shown.packs.places()


def test_a_clone_can_be_changed_and_stands_under_my_packs(own):
    assert own.editor.place == (False, "casting-copy")
    assert own.packs.places() == ((True, "casting"), (False, "casting-copy"))
    assert own.form.banner.isHidden()
    own.form.name_line.setText("Our castings")
    own.form.name_line.editingFinished.emit()
    assert own.editor.draft.get(("name",)) == "Our castings"


def test_what_was_saved_is_there_when_the_program_starts_again(alone, context, qtbot):
    alone.editor.set(WALL, 2.5, "Set")
    alone.form.save_button.click()
    assert not alone.editor.draft.is_modified
    again = RulesWorkspace(context, LIGHT)
    qtbot.addWidget(again)
    again.editor.open((False, "casting-copy"))
    assert again.editor.draft.get(WALL) == 2.5


def test_a_pack_that_another_program_saved_meanwhile_is_listed_when_rules_are_shown_again(alone, qtbot):
    text = json.loads((alone.editor.library.folder / "casting-copy.json").read_text("utf-8"))
    alone.hide()
    saved = alone.editor.library.folder / "by-an-agent.json"
    saved.write_text(json.dumps(text | {"key": "by-an-agent"}), "utf-8")
    assert (False, "by-an-agent") not in alone.packs.places()
    alone.show()
    qtbot.waitUntil(lambda: (False, "by-an-agent") in alone.packs.places())


def test_looking_at_another_pack_loses_no_change(own):
    own.editor.set(WALL, 2.5, "Set")
    own.editor.open((True, "casting"))
    assert own.packs._items()[1].text(0).endswith("•")
    own.editor.open((False, "casting-copy"))
    assert own.editor.draft.get(WALL) == 2.5


def test_a_pack_goes_out_to_a_file_and_comes_back_under_a_free_key(alone, tmp_path):
    file = tmp_path / "theirs.json"
    alone.editor.write_to(file)
    assert json.loads(file.read_text("utf-8"))["key"] == "casting-copy"
    alone.editor.bring_in(file)
    assert alone.editor.place == (False, "casting-copy-2")


def test_a_file_that_is_no_pack_is_reported_and_nothing_else_opens(own, tmp_path):
    reported = []
    own.editor.context.failure_reported.connect(reported.append)
    file = tmp_path / "notes.json"
    file.write_text("[", "utf-8")
    own.editor.bring_in(file)
    assert "notes.json" in reported[0].sentence
    assert "Line 1" in reported[0].next_step
    assert own.editor.place == (False, "casting-copy")


def test_a_key_that_another_pack_has_is_not_saved_over_it(alone):
    reported = []
    alone.editor.context.failure_reported.connect(reported.append)
    alone.editor.make_new()
    alone.editor.set(("key",), "casting-copy", "Change key")
    assert not alone.editor.save()
    assert "another pack" in reported[0].next_step.lower()
    assert alone.editor.library.document("casting-copy")["name"] == "Casting (copy)"


# --- judged while it is written ---------------------------------------------------------------------


def test_a_stricter_limit_fails_the_wall_and_says_how_that_differs_from_before(own, qtbot):
    own.editor.set(WALL, 2.5, "Set")
    assert not own.result.busy.isHidden()
    qtbot.waitUntil(lambda: settled(own))
    assert "Issues: 1 new" in own.result.summary.text()
    assert own.result.changes.item(0).text() == "Minimum wall thickness: passes → fails"
    assert own.result.busy.isHidden()


def test_a_limit_that_changes_no_verdict_says_so(own, qtbot):
    own.editor.set(WALL, 1.6, "Set")
    qtbot.waitUntil(lambda: settled(own))
    assert "As the saved version says." in own.result.summary.text()
    assert own.result.changes.isHidden()


def test_a_click_on_what_changed_goes_to_the_part(alone, context, qtbot):
    alone.editor.set(WALL, 2.5, "Set")
    qtbot.waitUntil(lambda: settled(alone))
    alone.result.changes.itemClicked.emit(alone.result.changes.item(0))
    assert context.selection.now.fids == {"3"}
    context.selection.clear()
    alone.result.summary.linkActivated.emit("part")
    assert context.selection.now.fids == {"3"}


def test_many_keys_make_one_question_and_the_latest_answer_wins(alone, judge, qtbot):
    judge.asked.clear()
    for value in (1.6, 1.7, 1.8, 2.5):
        alone.editor.set(WALL, value, "Set")
    qtbot.waitUntil(lambda: settled(alone))
    assert [one["configurations"]["sand"]["parameters"]["wall_mm"] for one, _, _ in judge.asked] == [2.5]


def test_the_answer_to_an_older_question_is_not_shown(alone, judge, qtbot):
    judge.gate.clear()
    judge.asked.clear()
    alone.editor.set(WALL, 2.5, "Set")
    qtbot.waitUntil(lambda: len(judge.asked) == 1)
    alone.editor.set(WALL, 1.6, "Set")
    qtbot.waitUntil(lambda: len(judge.asked) == 2)
    judge.gate.set()
    qtbot.waitUntil(lambda: settled(alone))
    assert alone.live.verdict.overall_severity == "pass"


def test_undo_takes_the_verdict_back_as_well(own, qtbot):
    own.editor.set(WALL, 2.5, "Set")
    qtbot.waitUntil(lambda: settled(own) and own.live.verdict.overall_severity == "fail")
    own.form.undo_button.click()
    qtbot.waitUntil(lambda: settled(own) and own.live.verdict.overall_severity == "pass")
    assert not own.editor.draft.is_modified
    own.form.redo_button.click()
    assert own.editor.draft.get(WALL) == 2.5


def test_without_a_part_the_pack_can_be_edited_all_the_same(alone, context, judge):
    context._become(None)
    judge.asked.clear()
    alone.editor.set(WALL, 2.5, "Set")
    assert "Open a part" in alone.result.summary.text()
    assert alone.live.verdict is None
    assert not alone.live.is_busy


def test_another_configuration_is_judged_by_its_own_numbers(alone, judge, qtbot):
    judge.asked.clear()
    alone.result.configuration_box.activated.emit(1)
    qtbot.waitUntil(lambda: settled(alone))
    assert {key for _, key, _ in judge.asked} == {"investment"}


# --- problems ---------------------------------------------------------------------------------------


def test_a_problem_is_listed_and_leads_to_its_field(own, qtbot):
    before = own.live.verdict
    own.editor.set(("rules", 1, "metric"), "part.voids", "Change metric")
    qtbot.waitUntil(lambda: bool(own.live.problem))
    assert own.live.verdict is before, "the last verdict stays"
    assert own.form.problems.item(0).text().startswith("One closed solid · metric: found")
    own.show()
    own.form.problems.itemClicked.emit(own.form.problems.item(0))
    assert own.form.rules.currentRow() == 1
    assert own.form.rule_form.row == 1


def test_a_problem_that_is_mended_goes(own, qtbot):
    own.editor.set(("rules", 1, "metric"), "part.voids", "Change metric")
    qtbot.waitUntil(lambda: bool(own.live.problem))
    own.editor.undo()
    qtbot.waitUntil(lambda: settled(own) and not own.live.problem)
    assert own.form.problems.isHidden()


# --- the form ---------------------------------------------------------------------------------------


def test_metrics_are_those_the_set_has_and_a_strange_one_is_kept_and_marked(own):
    metric = own.form.rule_form.fields[("metric",)]
    assert [metric.itemData(row) for row in range(metric.count())] == ["thickness.min"]
    own.editor.set(("rules", 0, "selector", "set"), "holes", "Change set")
    assert [metric.itemData(row) for row in range(metric.count())] == ["hole.diameter", "thickness.min"]
    own.editor.set(("rules", 0, "metric"), "thicknes.min", "Change metric")
    assert metric.currentText() == "thicknes.min (not known)"


def test_another_scope_takes_a_set_and_a_metric_that_fit_it_in_one_step(own):
    scope = own.form.rule_form.fields[("scope",)]
    scope.activated.emit(scope.findData("whole_part"))
    rule = own.editor.draft.get(("rules", 0))
    assert (rule["scope"], rule["selector"], rule["metric"]) == (
        "whole_part",
        {"set": "part"},
        "part.void_count",
    )
    own.editor.undo()
    assert own.editor.draft.get(("rules", 0, "metric")) == "thickness.min"


def limit_of(rules, step):
    boxes = [box for box in rules.form.rule_form.ladder._body.findChildren(Choice) if box.isEditable()]
    return next(box for box in boxes if box.accessibleName() == f"Limit of step {step}" and box.isEnabled())


def test_a_limit_is_typed_as_a_multiple_of_a_parameter(own):
    limit_of(own, 1).lineEdit().setText("wall_mm × 0.5")
    limit_of(own, 1).lineEdit().editingFinished.emit()
    assert own.editor.draft.get(("rules", 0, "tiers", 0, "rhs")) == {"param": "wall_mm", "factor": 0.5}


def test_a_limit_that_means_nothing_is_not_taken_and_says_why(own):
    box = limit_of(own, 1)
    box.lineEdit().setText("wal_mm")
    box.lineEdit().editingFinished.emit()
    assert own.editor.draft.get(("rules", 0, "tiers", 0, "rhs")) == {"param": "wall_mm"}
    assert box.toolTip() == "wal_mm is neither a number nor a parameter of this pack."


def test_a_message_shows_how_it_could_read_and_names_what_means_nothing(own):
    form = own.form.rule_form
    line, sample = form.fields[("messages", "fail")], form._samples["fail"]
    assert sample.text() == "Reads: hole 12 (Ø6.00) is 2.40 mm thick."
    line.setText("{fature} is thin.")
    assert sample.text() == "{fature} means nothing here."


def test_an_open_brace_offers_placeholders_and_a_closed_one_none(own, qtbot):
    line = own.form.rule_form.fields[("messages", "fail")]
    completer = line.findChild(Placeholders)
    own.show()
    line.setText("Thin: {thr")
    assert completer.typed() == "{thr"
    completer._put("{threshold:.2f}")
    assert line.text() == "Thin: {threshold:.2f}"
    assert completer.typed() is None


def test_a_rule_is_added_and_removed(own):
    own.form.add_button.click()
    assert [own.form.rules.item(row).text() for row in range(3)][2] == "New rule"
    assert own.form.rules.currentRow() == 2
    own.form.remove_button.click()
    assert own.form.rules.count() == 2


def test_a_number_in_the_table_is_set_marked_and_one_that_is_none_is_not_taken(own):
    table = own.form.parameters.table
    table.item(0, 0).setText("2,25")
    assert own.editor.draft.get(WALL) == 2.25
    assert table.item(0, 0).toolTip() == "Saved as 1.5"
    table.item(0, 0).setText("thick")
    assert own.editor.draft.get(WALL) == 2.25
    assert table.item(0, 0).text() == "thick"  # where it stands, with the reason
    assert table.item(0, 0).toolTip() == '"thick" is no number; the pack has 2.25.'
    assert own.form.problems.item(0).text().endswith('"thick" is no number; the pack has 2.25.')


def test_undo_takes_back_what_was_refused_and_nothing_else(own):
    table = own.form.parameters.table
    table.item(0, 0).setText("2.25")
    table.item(0, 0).setText("abc")
    own.editor.undo()
    assert (table.item(0, 0).text(), own.editor.draft.get(WALL)) == ("2.25", 2.25)
    assert own.form.problems.isHidden()
    limit_of(own, 1).lineEdit().setText("abc")
    limit_of(own, 1).lineEdit().editingFinished.emit()
    own.editor.undo()
    assert limit_of(own, 1).lineEdit().text() == "wall_mm"
    assert own.editor.draft.get(WALL) == 2.25
    own.editor.undo()
    assert own.editor.draft.get(WALL) == 1.5


def test_what_was_refused_is_forgotten_when_it_is_corrected(own):
    table = own.form.parameters.table
    table.item(0, 0).setText("abc")
    table.item(0, 0).setText("1.75")
    assert (own.editor.draft.get(WALL), dict(own.editor.refused)) == (1.75, {})
    assert own.form.problems.isHidden()


@pytest.mark.parametrize("answer", [QMessageBox.StandardButton.Cancel, QMessageBox.StandardButton.Save])
def test_a_pack_with_errors_is_saved_only_after_a_question(alone, qtbot, monkeypatch, answer):
    asked = []

    def question(*words, **_):
        asked.append(words[2])
        return answer

    monkeypatch.setattr(QMessageBox, "question", question)
    alone.editor.set(WALL, 2.5, "Set")
    assert alone.form.save()
    assert asked == []
    alone.editor.set(("rules", 0, "metric"), "thickness.nothing", "Set")
    qtbot.waitUntil(lambda: bool(alone.editor.draft.problems))
    is_saved = answer is QMessageBox.StandardButton.Save
    assert alone.form.save() is is_saved
    assert asked == [
        "The pack has 1 problem. No part can be judged by it until that is mended. Save it all the same?"
    ]
    assert alone.editor.draft.is_modified is not is_saved


def test_steps_whose_parameters_begin_alike_are_told_apart(own):
    own.form.parameters.add_parameter("wall_of_the_housing_warn_mm")
    own.editor.set(("rules", 0, "tiers", 0, "rhs"), {"param": "wall_of_the_housing_warn_mm"}, "Set")
    box = limit_of(own, 1)
    own.resize(1400, 800)
    own.show()
    needed = box.fontMetrics().horizontalAdvance("wall_of_the_housing_warn")
    assert box.width() >= needed


def test_the_number_that_a_parameter_stands_for_is_read_to_its_end(own):
    own.editor.set(("configurations", "sand", "parameters", "wall_mm"), 1.355, "Set")
    own.editor.set(("rules", 0, "tiers", 0, "rhs"), {"param": "wall_mm"}, "Set")
    own.resize(1000, 700)
    own.show()
    labels = [one for one in own.form.rule_form.findChildren(QLabel) if one.text() == "= 1.355 mm"]
    assert labels
    assert all(one.width() >= one.sizeHint().width() for one in labels if one.isVisibleTo(own))


def test_in_inches_a_number_is_typed_in_inches_and_the_pack_stays_metric(alone, context):
    context.settings.set("length_unit", "in")
    table = alone.form.parameters.table
    assert table.verticalHeaderItem(0).text() == "wall_mm, in"
    assert table.item(0, 0).text() == "0.0590551"
    table.item(0, 0).setText("0.1")
    assert alone.editor.draft.get(WALL) == pytest.approx(2.54, abs=1e-9)
    assert alone.form.sliders._boxes["wall_mm"].text() == "0.1000 in"
    limit_of(alone, 1).lineEdit().setText("0.25")
    limit_of(alone, 1).lineEdit().editingFinished.emit()
    assert alone.editor.draft.get(("rules", 0, "tiers", 0, "rhs")) == pytest.approx(6.35, abs=1e-9)
    assert limit_of(alone, 1).lineEdit().text() == "0.25"
    context.settings.set("length_unit", "mm")
    assert table.item(0, 0).text() == "2.54"
    assert limit_of(alone, 1).lineEdit().text() == "6.35"


def test_a_parameter_and_a_configuration_are_added_for_all(own):
    own.form.parameters.add_parameter("fillet_mm")
    own.form.parameters.add_configuration("lost-foam")
    found = own.editor.draft.document["configurations"]
    assert [one["parameters"]["fillet_mm"] for one in found.values()] == [1.0, 1.0, 1.0]
    assert found["lost-foam"]["parameters"]["wall_mm"] == 1.5


# --- sliders ----------------------------------------------------------------------------------------


def test_a_slider_moves_the_legend_at_once_and_sets_the_number_when_it_is_let_go(alone, context, qtbot):
    context.choose_layer("thickness")
    alone.show()
    slider = alone.form.sliders.sliders["wall_mm"]
    slider.setSliderDown(True)
    with qtbot.waitSignal(alone.limits_changed, check_params_cb=lambda found: found.fail == 3.0):
        slider.setValue(slider.maximum())
    assert alone.editor.draft.get(WALL) == 1.5
    slider.setSliderDown(False)
    assert alone.editor.draft.get(WALL) == 3.0


def test_a_slider_keeps_its_place_when_it_is_let_go_and_moves_by_round_steps(own):
    slider = own.form.sliders.sliders["wall_mm"]  # from 0 to 3 by 0.02
    slider.setValue(slider.maximum() // 3)
    assert own.editor.draft.get(WALL) == 1.0
    again = own.form.sliders.sliders["wall_mm"]
    assert (again.value(), again.maximum()) == (50, 150)
    again.setValue(51)
    assert own.editor.draft.get(WALL) == 1.02


def test_in_a_shipped_pack_a_slider_tries_a_number_and_changes_nothing(rules, judge, qtbot):
    slider = rules.form.sliders.sliders["wall_mm"]
    slider.setValue(slider.maximum())
    qtbot.waitUntil(lambda: settled(rules) and rules.live.verdict.overall_severity == "fail")
    assert judge.asked[-1][2] == {"wall_mm": 3.0}
    assert "Issues: 1 new" in rules.result.summary.text()
    assert rules.editor.draft.get(WALL) == 1.5


def test_the_legend_is_the_verdicts_again_when_rules_are_left(alone, context, qtbot):
    context.choose_layer("thickness")
    alone.show()
    qtbot.waitUntil(lambda: not alone._limits_timer.isActive())
    with qtbot.waitSignal(alone.limits_changed) as changed:
        alone.hide()
    assert changed.args == [None]


def test_rules_open_with_what_the_part_was_looked_at_by(rules, context):
    rules.show()
    context.choose_verdict("casting", "investment")
    rules.hide()
    rules.show()
    assert (rules.editor.place, rules.editor.configuration) == ((True, "casting"), "investment")
    rules.editor.choose_configuration("sand")
    rules.hide()
    rules.show()
    assert rules.editor.configuration == "sand"  # the user's choice here stays until there is another there


def test_a_pack_of_ones_own_stays_open_whatever_the_part_is_looked_at_by(alone, context):
    context.choose_verdict("casting", "investment")
    alone.show()
    assert alone.editor.place == (False, "casting-copy")


# --- the text ---------------------------------------------------------------------------------------


def test_text_and_form_show_one_pack(own):
    document = own.editor.draft.document
    document["name"] = "By hand"
    own.form.json.text.setPlainText(json.dumps(document))
    own.form.json.apply_text()
    assert own.form.name_line.text() == "By hand"
    own.editor.set(("name",), "By form", "Change name")
    assert json.loads(own.form.json.text.toPlainText())["name"] == "By form"


def test_text_that_cannot_be_read_names_its_line_and_changes_nothing(own):
    before = own.editor.draft.document
    own.form.json.text.setPlainText('{\n  "key": oops\n}')
    own.form.json.apply_text()
    assert own.form.json.message.text().startswith("Line 2, column 10")
    assert own.editor.draft.document == before


@pytest.mark.parametrize("tokens", [LIGHT, DARK])
def test_colors_can_be_taken_while_a_pack_is_open(own, tokens):
    own.set_tokens(tokens)
    assert own.form.rules.count() == 2


def test_saving_a_draft_without_changes_of_ours_keeps_members_we_do_not_know(alone):
    document = alone.editor.draft.document
    document["rules"][0]["x-note"] = {"by": "us"}
    alone.editor.set((), document, "Edit the text")
    alone.editor.set(WALL, 2.0, "Set")
    alone.editor.save()
    kept = RuleDraft(alone.editor.library.document("casting-copy"))
    assert kept.get(("rules", 0, "x-note")) == {"by": "us"}


def test_every_field_of_the_form_has_a_name(own):
    for field in own.form.rule_form.fields.values():
        assert field.accessibleName() or field.text()
    assert own.form.rules.accessibleName()
    assert Qt.FocusPolicy.NoFocus != own.form.rules.focusPolicy()


def test_no_row_of_a_rule_is_squeezed_when_the_colors_change(own, qtbot):
    own.resize(1000, 500)
    own.show()
    for tokens in (DARK, LIGHT):
        own.set_tokens(tokens)
        qtbot.wait(20)
        ladder = own.form.rule_form.ladder
        assert ladder.height() >= ladder.minimumSizeHint().height()
        sliders = own.form.sliders
        assert sliders.height() >= sliders.minimumSizeHint().height()


def test_marks_before_the_rules_take_the_colors_of_the_theme(own):
    def ink():
        image = own.form.rules.item(0).icon().pixmap(16).toImage()
        return image.pixelColor(8, 3).name()

    own.set_tokens(LIGHT)
    in_the_light = ink()
    own.set_tokens(DARK)
    assert ink() != in_the_light


RAIL_PX = 97
"""Of the window: what the rail of workspaces takes."""


def test_every_shipped_pack_is_edited_on_a_screen_of_1280_without_scrolling_across(qtbot, context, qapp):
    palette.apply(qapp, LIGHT)
    try:
        rules = RulesWorkspace(context, LIGHT)
        qtbot.addWidget(rules)
        qtbot.waitUntil(lambda: rules.editor.schema is not None)
        rules.resize(1280 - RAIL_PX, 700)
        rules.show()
        qtbot.wait(1)
        rule_form = rules.form.rule_form
        beside_px = rules.minimumSizeHint().width() - rule_form.minimumSizeHint().width()
        for file in sorted(path("rulepacks").glob("*.json")):
            rules.editor.bring_in(file)
            assert rules.editor.is_editable
            for row in range(rules.form.rules.count()):
                rules.form.rules.setCurrentRow(row)
                name = rules.form.rules.item(row).text()
                width_px = beside_px + rule_form.minimumSizeHint().width()
                assert width_px <= 1280 - RAIL_PX, f"{file.stem}: {name}"
    finally:
        qapp.setStyleSheet("")
