"""The panels together: what is chosen in one is seen in all."""

import pytest
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QDoubleSpinBox,
    QFrame,
    QHeaderView,
    QLineEdit,
    QWidget,
)

from app.state.selection import Source
from app.views.inspect.workspace import SIZES, InspectWorkspace
from app.views.scrolled import Scrolled
from app.views.theme.tokens import DARK, LIGHT


class Pane(QWidget):
    """Stands for the viewport and records its calls."""

    hidden_changed = Signal(object)
    pull_turned = Signal(object)

    def __init__(self):
        super().__init__()
        self.calls = []

    def fit(self, fids):
        self.calls.append(("fit", fids))

    def isolate(self, fids):
        self.calls.append(("isolate", fids))

    def show_pull(self, direction):
        self.calls.append(("pull", direction))

    def reveal(self, fids):
        self.calls.append(("reveal", fids))


def test_a_fin_clicked_in_the_part_is_marked_in_the_tree_and_described_at_the_right(qtbot, context):
    shown = InspectWorkspace(context, LIGHT)
    qtbot.addWidget(shown)
    context.selection.select(["4"], Source.PART)
    (marked,) = shown.features.tree.selectionModel().selectedRows()
    assert marked.data() == "Fin 3"
    assert shown.findings._issues.current.worst.finding.fid == "3"
    assert context.selection.now.fids == {"4"}


def test_the_viewport_is_taken_into_the_middle_and_can_be_taken_away(qtbot, context):
    shown, other, viewport = InspectWorkspace(context, LIGHT), QWidget(), Pane()
    for widget in (shown, other, viewport):
        qtbot.addWidget(widget)
    shown.show_viewport(viewport)
    assert viewport.parent() is shown.middle
    viewport.setParent(other)
    shown.show_viewport(viewport)
    assert viewport.parent() is shown.middle


def test_the_tree_asks_the_viewport_once_however_often_it_was_taken(qtbot, context):
    shown, viewport = InspectWorkspace(context, LIGHT), Pane()
    qtbot.addWidget(shown)
    shown.show_viewport(viewport)
    shown.show_viewport(viewport)
    shown.features.fit_asked.emit(("3", "4"))
    shown.features.isolate_asked.emit(("3",))
    assert viewport.calls == [("fit", ("3", "4")), ("isolate", ("3",))]


def test_the_arrow_in_the_part_and_the_numbers_of_the_pull_are_one(qtbot, context):
    shown, viewport = InspectWorkspace(context, LIGHT), Pane()
    qtbot.addWidget(shown)
    shown.show_viewport(viewport)
    viewport.pull_turned.emit((0.6, 0.0, 0.8))
    assert shown.pull.choice.mode == "direction"
    assert [box.value() for box in shown.pull.numbers] == [0.6, 0.0, 0.8]
    assert not shown.pull.stale.isHidden()
    qtbot.mouseClick(shown.pull.axes["−X"], Qt.MouseButton.LeftButton)
    assert viewport.calls[-1] == ("pull", (-1.0, 0.0, 0.0))
    qtbot.mouseClick(shown.pull.searches["cardinal"], Qt.MouseButton.LeftButton)
    assert viewport.calls[-1] == ("pull", (0.0, 0.0, 1.0)), "where the one that is shown was found"
    shown.show()
    assert viewport.is_pull_turnable
    shown.hide()
    assert not viewport.is_pull_turnable, "another workspace has the part now, and no panel of the pull"


def test_panels_come_back_as_wide_as_they_were_left(qtbot, context):
    first = InspectWorkspace(context, LIGHT)
    qtbot.addWidget(first)
    first.resize(1400, 800)
    first.show()
    first.columns.setSizes([400, 500, 490])
    left = first.columns.sizes()
    first.columns.splitterMoved.emit(400, 1)
    second = InspectWorkspace(context, LIGHT)
    qtbot.addWidget(second)
    second.resize(1400, 800)
    second.show()
    assert second.columns.sizes() == left


@pytest.mark.parametrize("width", [700, 850, 1000, 1201, 1400, 1800])
def test_the_part_keeps_nearly_half_of_every_screen(qtbot, context, width):
    shown = InspectWorkspace(context, LIGHT)
    qtbot.addWidget(shown)
    shown.resize(width, 700)
    shown.show()
    qtbot.waitUntil(lambda: shown._is_arranged)
    qtbot.wait(20)
    left, middle, right = shown.columns.sizes()
    assert middle >= 0.45 * (width + 79) or width < 1000  # with the rail of the window
    assert middle >= shown.middle.minimumWidth()
    assert shown.left_side.is_folded == (width < 1201)
    assert right >= shown.right_side.least_px
    if width == 1800:
        assert [left, right] == pytest.approx([356, 450], abs=2)


def test_panels_fold_and_unfold_and_a_narrow_window_has_room_for_one_side(qtbot, context):
    shown = InspectWorkspace(context, LIGHT)
    qtbot.addWidget(shown)
    shown.resize(800, 500)
    shown.show()
    qtbot.wait(20)
    assert shown.left_side.is_folded
    assert not shown.right_side.is_folded
    qtbot.mouseClick(shown.left_side.strip, Qt.MouseButton.LeftButton)
    assert not shown.left_side.is_folded
    assert shown.right_side.is_folded
    shown.resize(1400, 800)
    qtbot.mouseClick(shown.right_side.strip, Qt.MouseButton.LeftButton)
    assert not shown.left_side.is_folded  # there is room for both now
    assert not shown.right_side.is_folded


def test_panels_that_scroll_leave_room_for_the_bar(qtbot, context):
    shown = InspectWorkspace(context, LIGHT)
    qtbot.addWidget(shown)
    shown.resize(800, 330)
    shown.show()
    area = shown.right_side.findChild(Scrolled)
    bar = area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    least = area.widget().minimumSizeHint().width() + bar.sizeHint().width()
    qtbot.waitUntil(lambda: area.width() >= least)


def test_a_handle_that_is_dragged_too_far_folds_its_side(qtbot, context):
    shown = InspectWorkspace(context, LIGHT)
    qtbot.addWidget(shown)
    shown.resize(1400, 800)
    shown.show()
    qtbot.wait(20)
    shown.columns.moveSplitter(60, 1)
    assert shown.left_side.is_folded
    assert not shown.right_side.is_folded


def test_sizes_that_make_no_sense_count_as_none(qtbot, context):
    context.settings.set(SIZES, ["wide,7", "", "1"])
    shown = InspectWorkspace(context, DARK)
    qtbot.addWidget(shown)
    shown.resize(1400, 800)
    shown.show()
    qtbot.wait(20)
    assert all(size > 100 for size in shown.columns.sizes())


@pytest.mark.parametrize("kind", [QAbstractButton, QAbstractItemView, QComboBox, QDoubleSpinBox, QLineEdit])
def test_every_control_has_a_name_for_those_who_do_not_see_it(qtbot, context, kind):
    shown = InspectWorkspace(context, LIGHT)
    qtbot.addWidget(shown)
    controls = [one for one in shown.findChildren(kind) if not is_of_qt(one)]
    assert controls
    for control in controls:
        assert control.accessibleName() or control.text(), control


def is_of_qt(widget):
    """Return whether a widget is part of another, which Qt names itself."""
    if widget.objectName().startswith("qt_") or isinstance(widget, QHeaderView):
        return True
    parent = widget.parentWidget()
    return isinstance(parent, INSIDE) or type(parent) is QFrame


INSIDE = (QComboBox, QAbstractItemView, QDoubleSpinBox, QLineEdit)


def test_panels_that_were_filled_while_another_workspace_was_shown_have_their_room(qtbot, context):
    judged = context.result
    context._become(None)
    shown = InspectWorkspace(context, LIGHT)
    qtbot.addWidget(shown)
    shown.resize(1201, 700)
    shown.show()
    qtbot.waitUntil(lambda: shown._is_arranged)
    qtbot.wait(20)
    shown.hide()
    context._become(judged)
    qtbot.wait(20)
    shown.show()
    qtbot.waitUntil(lambda: shown.columns.sizes()[0] >= shown.left_side.least_px)
    assert not shown.left_side.is_folded
    assert shown.columns.sizes()[2] >= shown.right_side.least_px
