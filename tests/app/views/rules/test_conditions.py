"""Conditions of rules and of steps are written in the form: metric, comparison and limit, one row each."""

import pytest
from PySide6.QtWidgets import QToolButton

from app.views.rules.workspace import RulesWorkspace
from app.views.theme.choice import Choice

SELECTOR = ("rules", 0, "selector")
STEP = ("rules", 0, "tiers", 0)


def fields(rules: RulesWorkspace, words: str) -> list[Choice]:
    """Return the boxes with this in their name, in order."""
    found = rules.form.rule_form.findChildren(Choice)
    return [one for one in found if words in one.accessibleName() and one.isVisibleTo(rules)]


def button(rules: RulesWorkspace, words: str) -> QToolButton:
    found = rules.form.rule_form.findChildren(QToolButton)
    return next(one for one in found if one.accessibleName() == words and one.isVisibleTo(rules))


def choose(box: Choice, value: str) -> None:
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())


def type_limit(box: Choice, text: str) -> None:
    box.setEditText(text)
    box.lineEdit().editingFinished.emit()


def test_a_condition_is_added_changed_and_taken_out_and_the_member_goes_with_the_last(own):
    conditions = own.form.rule_form.conditions
    conditions.add_button.click()
    assert own.editor.draft.get((*SELECTOR, "where")) == [{"metric": "thickness.min", "op": "ge", "rhs": 0.0}]
    choose(fields(own, "Comparison of condition 1")[0], "lt")
    type_limit(fields(own, "Limit of condition 1")[0], "wall_mm × 2")
    assert own.editor.draft.get((*SELECTOR, "where")) == [
        {"metric": "thickness.min", "op": "lt", "rhs": {"param": "wall_mm", "factor": 2.0}}
    ]
    conditions.add_button.click()
    assert len(fields(own, "Metric of condition")) == 2
    button(own, "Remove condition 2").click()
    button(own, "Remove condition 1").click()
    assert own.editor.draft.get(SELECTOR) == {"set": "all_faces"}
    own.editor.undo()
    assert len(own.editor.draft.get((*SELECTOR, "where"))) == 1


def test_the_metrics_are_those_of_what_the_rule_looks_at(own):
    own.editor.set((*SELECTOR, "set"), "holes", "Look at holes")
    own.form.rule_form.conditions.add_button.click()
    (box,) = fields(own, "Metric of condition 1")
    assert [box.itemData(row) for row in range(box.count())] == ["hole.diameter", "thickness.min"]
    choose(box, "thickness.min")
    assert own.editor.draft.get((*SELECTOR, "where", 0, "metric")) == "thickness.min"


def test_a_metric_that_is_not_known_is_kept_and_marked(own):
    strange = {"metric": "paint.color", "op": "ge", "rhs": 1.0}
    own.editor.set((*SELECTOR, "where"), [strange], "Set")
    (box,) = fields(own, "Metric of condition 1")
    assert box.currentData() == "paint.color"
    assert box.currentText() == "paint.color (not known)"


def test_a_step_holds_under_a_condition_of_its_own(own):
    button(own, "Add a condition to step 1").click()
    assert own.editor.draft.get((*STEP, "where"))[0]["metric"] == "thickness.min"
    type_limit(fields(own, "Limit of condition 1")[0], "0.5")
    assert own.editor.draft.get((*STEP, "where", 0, "rhs")) == 0.5
    button(own, "Remove condition 1").click()
    assert "where" not in own.editor.draft.get(STEP)


@pytest.mark.parametrize("typed", ["", "no_such_parameter", "2 × 3 × 4"])
def test_a_limit_that_is_none_changes_nothing_and_says_why(own, typed):
    own.form.rule_form.conditions.add_button.click()
    (box,) = fields(own, "Limit of condition 1")
    type_limit(box, typed)
    assert own.editor.draft.get((*SELECTOR, "where", 0, "rhs")) == 0.0
    assert "parameter" in box.toolTip()
    assert "color" in box.styleSheet()


def test_conditions_of_a_shipped_pack_are_read_and_not_changed(rules):
    assert not rules.form.rule_form.conditions.add_button.isVisibleTo(rules)
    assert not [one for one in rules.findChildren(QToolButton) if one.text() == "+"]
