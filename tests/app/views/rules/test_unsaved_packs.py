"""Changes of packs that are not saved are asked about at the end, and outlive a program that is killed."""

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QMessageBox

from app.views.rules.workspace import RulesWorkspace
from app.views.theme.tokens import LIGHT
from app.views.window_context import WindowContext

WALL = ("configurations", "sand", "parameters", "wall_mm")
COPY = (False, "casting-copy")
Button = QMessageBox.StandardButton


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch) -> Callable[[Button], list[str]]:
    """Return what gives this answer to every question, and lists the questions."""

    def give(button: Button) -> list[str]:
        asked: list[str] = []
        monkeypatch.setattr(QMessageBox, "exec", lambda box: asked.append(box.text()) or button.value)
        return asked

    return give


def again(qtbot, context: WindowContext) -> RulesWorkspace:
    """Start the workspace anew, as a program does."""
    made = RulesWorkspace(context, LIGHT)
    qtbot.addWidget(made)
    return made


def test_without_changes_nobody_is_asked(alone, answer):
    asked = answer(Button.Cancel)
    alone.editor.set(WALL, 2.5, "Set")
    alone.editor.undo()
    assert alone.may_close()
    assert asked == []


def test_saved_at_the_end_it_is_there_at_the_next_start(alone, answer, context, qtbot):
    asked = answer(Button.Save)
    alone.editor.set(WALL, 2.5, "Set")
    alone.editor.open((True, "casting"))  # which is not the one that was changed
    assert alone.may_close()
    assert asked == ["Casting (copy) has changes that are not saved."]
    assert alone.editor.place == (True, "casting")
    next_start = again(qtbot, context)
    assert next_start.editor.modified == ()
    assert next_start.editor.library.document("casting-copy")["configurations"]["sand"]["parameters"] == {
        "wall_mm": 2.5
    }


def test_discarded_at_the_end_it_is_as_it_was_saved(alone, answer, context, qtbot):
    answer(Button.Discard)
    alone.editor.set(WALL, 2.5, "Set")
    alone.unsaved.keep()
    assert alone.may_close()
    next_start = again(qtbot, context)
    assert next_start.editor.modified == ()
    next_start.editor.open(COPY)
    assert next_start.editor.draft.get(WALL) == 1.5


def test_cancelled_the_window_stays_and_the_changes_with_it(alone, answer):
    answer(Button.Cancel)
    alone.editor.set(WALL, 2.5, "Set")
    assert not alone.may_close()
    assert alone.editor.draft.get(WALL) == 2.5


def test_a_pack_that_cannot_be_saved_keeps_the_window_open(alone, answer):
    answer(Button.Save)
    alone.editor.set(("key",), "no key / at all", "Set")
    reported = []
    alone.editor.context.failure_reported.connect(reported.append)
    assert not alone.may_close()
    assert "made of letters" in reported[0].next_step


def test_what_a_killed_program_had_not_saved_is_brought_back_and_can_be_undone(alone, context, qtbot):
    alone.editor.set(WALL, 2.5, "Set")
    qtbot.waitUntil(lambda: alone.unsaved._store.all() != {})  # while it is made; nobody closed anything
    next_start = again(qtbot, context)
    assert next_start.editor.modified == (COPY,)
    next_start.editor.open(COPY)
    assert next_start.editor.draft.get(WALL) == 2.5
    next_start.editor.undo()
    assert next_start.editor.draft.get(WALL) == 1.5
    qtbot.waitUntil(lambda: next_start.unsaved._store.all() == {})


def test_a_pack_that_is_saved_meanwhile_leaves_nothing_to_bring_back(alone, qtbot):
    alone.editor.set(WALL, 2.5, "Set")
    alone.unsaved.keep()
    alone.editor.save()
    qtbot.waitUntil(lambda: alone.unsaved._store.all() == {})
