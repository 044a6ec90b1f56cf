"""The Rules workspace with a part that has a wall of 2 mm, and packs in a folder of the test's own."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QInputDialog, QMessageBox

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


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test wait for slow fingers: what is changed within one event is one question all the same."""
    monkeypatch.setattr(live, "WAIT_MS", 20)
    monkeypatch.setattr(unsaved_packs, "PAUSE_MS", 20)


@pytest.fixture
def judge() -> Iterator[Judge]:
    server = Judge()
    yield server
    server.gate.set()


@pytest.fixture
def context(qapp: object, tmp_path: Path, judge: Judge) -> Iterator[WindowContext]:
    made = WindowContext(Settings(tmp_path))
    made.client = judge  # type: ignore[assignment]
    made._become(parts.judged())
    yield made
    made.close()


@pytest.fixture
def rules(qtbot, context: WindowContext) -> RulesWorkspace:
    """Return the workspace, with the shipped pack open and judged."""
    shown = RulesWorkspace(context, LIGHT)
    qtbot.addWidget(shown)
    qtbot.waitUntil(lambda: shown.editor.schema is not None and shown.live.diff is not None)
    return shown


@pytest.fixture
def own(qtbot, rules: RulesWorkspace) -> RulesWorkspace:
    """Return the workspace with a clone of the shipped pack open and judged."""
    rules.packs.clone_button.click()
    qtbot.waitUntil(lambda: rules.live.diff is not None)
    return rules
