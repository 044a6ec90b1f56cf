"""The Compare workspace beside a viewport, with a made-up server and no display."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.state.settings import Settings
from app.views.compare.workspace import CompareWorkspace
from app.views.theme.tokens import LIGHT
from app.views.viewport.viewport import Viewport
from app.views.window_context import WindowContext
from tests.app.views.compare.server import Server

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
WAIT_MS = 10_000


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.fixture
def parts(tmp_path: Path) -> Path:
    folder = tmp_path / "parts"
    folder.mkdir()
    for name in ("thin_v1", "sound_v1", "sound_v2", "broken_v1"):
        (folder / f"{name}.step").write_text(name[:5])
    return folder


@pytest.fixture
def context(qapp: object, tmp_path: Path, server: Server) -> Iterator[WindowContext]:
    made = WindowContext(Settings(tmp_path / "settings"))
    made.client = server  # type: ignore[assignment]
    made.layer = "thickness"
    made.verdict = ("cnc", "3-axis")
    yield made
    made.close()


@pytest.fixture
def viewport(context: WindowContext) -> Iterator[Viewport]:
    made = Viewport(context, LIGHT)
    yield made
    made.stop()


@pytest.fixture
def workspace(
    qtbot: QtBot, context: WindowContext, viewport: Viewport, parts: Path
) -> Iterator[CompareWorkspace]:
    """Return the workspace as it is shown with the sound part open and nothing chosen yet."""
    made = CompareWorkspace(context, LIGHT)
    qtbot.addWidget(made)
    made.resize(1200, 700)
    made.show_viewport(viewport)
    made.show()
    with qtbot.waitSignal(viewport.shown, timeout=WAIT_MS):
        context.open_part(parts / "sound_v2.step")
    yield made
    made.earlier.close()


@pytest.fixture
def compared(qtbot: QtBot, workspace: CompareWorkspace, parts: Path) -> CompareWorkspace:
    """Return the workspace with the thin part beside the sound one."""
    workspace.compare_with(parts / "thin_v1.step")
    qtbot.waitUntil(lambda: workspace.pair.alike is not None, timeout=WAIT_MS)
    return workspace
