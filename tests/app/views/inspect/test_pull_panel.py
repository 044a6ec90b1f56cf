"""The pull as a user chooses it, and what is shown meanwhile."""

import pytest

from app.state.selection import Source
from app.state.session import Progress, Stage, Stale
from app.views.inspect.pull_panel import PullPanel
from app.views.theme.tokens import LIGHT
from tests.app.views.inspect import parts


@pytest.fixture
def panel(qtbot, context):
    shown = PullPanel(context, LIGHT)
    qtbot.addWidget(shown)
    return shown


@pytest.fixture
def asked(context, monkeypatch):
    """Return what was asked to be computed again."""
    found = []
    monkeypatch.setattr(context, "recompute", found.append)
    return found


def test_it_begins_with_the_pull_the_part_was_judged_by(panel):
    assert panel.searches["cardinal"].isChecked()
    assert [box.value() for box in panel.numbers] == [0.0, 0.0, 1.0]
    assert panel.stale.isHidden()


def test_another_axis_makes_the_picture_stale_and_the_found_one_does_not(panel):
    panel.axes["+X"].click()
    assert panel.choice.direction == (1.0, 0.0, 0.0)
    assert not panel.stale.isHidden()
    panel.axes["+Z"].click()
    assert panel.stale.isHidden()


def test_recompute_sends_the_pull_and_the_limits_of_draft(panel, asked):
    panel.axes["−Y"].click()
    panel.alpha_min.setValue(1.0)
    panel.recompute_button.click()
    assert asked == [{"pull": "-0,-1,-0", "alpha_min": 1.0, "alpha_warn": 3.0}] or asked == [
        {"pull": "0,-1,0", "alpha_min": 1.0, "alpha_warn": 3.0}
    ]


def test_a_typed_direction_is_taken_and_nothing_at_all_is_refused_with_a_reason(panel, asked):
    panel.numbers[0].setValue(1.0)
    assert panel.choice.direction == (1.0, 0.0, 1.0)
    panel.numbers[0].setValue(0.0)
    panel.numbers[2].setValue(0.0)
    assert "direction" in panel.problem.text()
    assert not panel.recompute_button.isEnabled()
    panel.recompute_button.click()
    assert asked == []


def test_a_picked_face_gives_its_normal_once(panel, context, qtbot):
    with qtbot.waitSignal(panel.face_pick_asked):
        panel.pick_button.click()
    context.selection.select(["1"], Source.PART)
    assert panel.choice.direction == (1.0, 0.0, 0.0)
    assert not panel.pick_button.isChecked()
    context.selection.select(["12"], Source.PART)
    assert panel.choice.direction == (1.0, 0.0, 0.0), "only while a face is asked for"


def test_a_face_without_a_direction_says_so_and_waits_for_another(panel, context):
    panel.pick_button.click()
    context.selection.select(["20"], Source.PART)
    assert "flat or round" in panel.problem.text()
    assert panel.pick_button.isChecked()


def test_while_it_computes_the_numbers_stay_under_a_stale_badge(panel, context):
    old = context.result
    panel.axes["+X"].click()
    context.progressed.emit(Progress(stage=Stage.RUNNING, result=old, stale=frozenset({Stale.PULL})))
    assert not panel.stale.isHidden()
    assert panel.recompute_button.text() == "Computing…"
    assert not panel.recompute_button.isEnabled()
    assert "<b>7</b>" in panel.counts.text()


def test_what_the_new_pull_changed_is_shown(panel, context, asked):
    panel.axes["+X"].click()
    panel.recompute_button.click()
    context._become(parts.judged(n_undercuts=2, pull=(1, 0, 0), pull_mode="given"))
    context.progressed.emit(Progress(stage=Stage.DONE, result=context.result))
    assert "<b>7 → 2</b>" in panel.counts.text()
    assert "low draft <b>4</b>" in panel.counts.text()
    assert panel.axes["+X"].isChecked()
    assert panel.stale.isHidden()


def test_without_a_part_nothing_can_be_computed(panel, context):
    context._become(None)
    assert not panel.isEnabled()


def test_what_it_was_before_makes_the_panel_no_wider(panel, context, asked, qtbot):
    panel.resize(panel.minimumSizeHint().width(), 400)
    panel.show()
    width = panel.minimumSizeHint().width()
    panel.axes["+X"].click()
    panel.recompute_button.click()
    context._become(parts.judged(n_undercuts=1056, n_low_draft=2039, pull=(1, 0, 0), pull_mode="given"))
    assert "<b>7 → 1056</b>" in panel.counts.text()
    assert panel.minimumSizeHint().width() == width
    panel.resize(width, panel.minimumSizeHint().height())
    qtbot.waitUntil(lambda: panel.counts.height() >= panel.counts.heightForWidth(panel.counts.width()))
