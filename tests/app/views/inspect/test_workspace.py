"""The panels together: what is chosen in one is seen in all."""

import pytest
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
from app.views.theme.tokens import DARK, LIGHT


class Pane(QWidget):
    """Stands for the viewport and records its calls."""

    def __init__(self):
        super().__init__()
        self.calls = []

    def fit(self, fids):
        self.calls.append(("fit", fids))

    def isolate(self, fids):
        self.calls.append(("isolate", fids))


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


def test_the_part_keeps_the_most_of_a_small_screen_and_a_large_one_gives_the_panels_room(qtbot, context):
    seen = {}
    for width in (1190, 1800):
        shown = InspectWorkspace(context, LIGHT)
        qtbot.addWidget(shown)
        shown.resize(width, 700)
        shown.show()
        qtbot.waitUntil(lambda shown=shown: shown.columns.sizes()[2] != 450 or shown.width() == 1800)
        qtbot.wait(10)
        seen[width] = shown.columns.sizes()
    assert seen[1190][1] == max(seen[1190])
    assert [seen[1800][0], seen[1800][2]] == pytest.approx([356, 450], abs=2)


def test_sizes_that_make_no_sense_count_as_none(qtbot, context):
    context.settings.set(SIZES, ["wide,7", "", "1"])
    shown = InspectWorkspace(context, DARK)
    qtbot.addWidget(shown)
    shown.resize(1400, 800)
    shown.show()
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
