"""The Rules workspace with a part that has a wall of 2 mm, and packs in a folder of the test's own."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QInputDialog, QMessageBox
from pytestqt.qtbot import QtBot

from app.state.settings import Settings
from app.views.rules import live, unsaved_packs
from app.views.rules.workspace import RulesWorkspace
from app.views.theme.tokens import LIGHT
from app.views.window_context import WindowContext
from tests.app.views.inspect import parts
from tests.app.views.rules.server import Judge

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(autouse=True)
def _no_dialogs(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **kwargs: object) -> None:
        raise AssertionError("a dialog was opened")

    for owner, name in (
        (QFileDialog, "getOpenFileName"), (QFileDialog, "getSaveFileName"),
        (QInputDialog, "getText"), (QMessageBox, "question"),
    ):  # fmt: skip
        monkeypatch.setattr(owner, name, refuse)


@pytest.fixture(scope="module", autouse=True)
def _short_pauses() -> Iterator[None]:
    """Let no test wait for slow fingers: what is changed within one event is one question all the same."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(live, "WAIT_MS", 20)
        patch.setattr(unsaved_packs, "PAUSE_MS", 20)
        yield


@contextmanager
def context_of(judge: Judge, folder: Path) -> Iterator[WindowContext]:
    """Make what a window knows, with a part that the server judges."""
    made = WindowContext(Settings(folder))
    made.client = judge  # type: ignore[assignment]
    made._become(parts.judged())
    yield made
    made.close()


def is_judged(rules: RulesWorkspace) -> bool:
    return rules.editor.schema is not None and rules.live.diff is not None


@pytest.fixture
def judge() -> Iterator[Judge]:
    server = Judge()
    yield server
    server.gate.set()


@pytest.fixture
def context(qapp: object, tmp_path: Path, judge: Judge) -> Iterator[WindowContext]:
    with context_of(judge, tmp_path) as made:
        yield made


@pytest.fixture
def rules(qtbot, context: WindowContext) -> RulesWorkspace:
    """Return the workspace, with the shipped pack open and judged."""
    shown = RulesWorkspace(context, LIGHT)
    qtbot.addWidget(shown)
    qtbot.waitUntil(lambda: is_judged(shown))
    return shown


@pytest.fixture
def alone(qtbot, rules: RulesWorkspace) -> RulesWorkspace:
    """Return the workspace with a clone of the shipped pack open and judged."""
    rules.packs.clone_button.click()
    qtbot.waitUntil(lambda: rules.live.diff is not None)
    return rules


@pytest.fixture(scope="module")
def shared(
    request: pytest.FixtureRequest, qapp: object, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RulesWorkspace]:
    """Return one workspace for the tests of a file, with a clone of the shipped pack open."""
    with context_of(Judge(), tmp_path_factory.mktemp("rules")) as context:
        shown = RulesWorkspace(context, LIGHT)
        waiting = QtBot(request)
        waiting.waitUntil(lambda: is_judged(shown))
        shown.packs.clone_button.click()
        yield shown
        shown.close()
        shown.deleteLater()


@pytest.fixture
def own(qtbot: QtBot, shared: RulesWorkspace) -> Iterator[RulesWorkspace]:
    """Return that workspace, judged; for tests that change nothing but the clone, which is undone after."""
    qtbot.waitUntil(lambda: is_judged(shared) and not shared.live.is_busy)
    yield shared
    shared.hide()
    editor = shared.editor
    editor.open((False, "casting-copy"))
    while editor.refused or (editor.draft is not None and editor.draft.undo_text is not None):
        editor.undo()
    editor.choose_configuration("sand")
    shared.form.tabs.setCurrentIndex(0)
    shared.form.rules.setCurrentRow(0)
    editor.opened.emit()  # whatever was typed and not taken is shown as it stands
