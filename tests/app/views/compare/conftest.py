"""The Compare workspace beside a viewport, with a made-up server and no display."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
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
LAYER = "thickness"
"""What is shown at first."""


@contextmanager
def context_of(server: Server, folder: Path) -> Iterator[WindowContext]:
    """Make what a window knows, with a server to ask."""
    made = WindowContext(Settings(folder))
    made.client = server  # type: ignore[assignment]
    made.layer = LAYER
    made.verdict = ("cnc", "3-axis")
    yield made
    made.close()


@contextmanager
def viewport_of(context: WindowContext) -> Iterator[Viewport]:
    made = Viewport(context, LIGHT)
    yield made
    made.stop()


@contextmanager
def workspace_of(
    qtbot: QtBot, context: WindowContext, viewport: Viewport, part: Path
) -> Iterator[CompareWorkspace]:
    """Show the workspace with a part open and nothing chosen yet."""
    made = CompareWorkspace(context, LIGHT)
    made.resize(1200, 700)
    made.show_viewport(viewport)
    made.show()
    with qtbot.waitSignal(viewport.shown, timeout=WAIT_MS):
        context.open_part(part)
    yield made
    made.earlier.close()
    made.close()
    made.deleteLater()


def beside(qtbot: QtBot, workspace: CompareWorkspace, part: Path) -> CompareWorkspace:
    """Have an earlier part shown beside the open one."""
    workspace.compare_with(part)
    qtbot.waitUntil(lambda: workspace.pair.alike is not None, timeout=WAIT_MS)
    return workspace


def written(folder: Path) -> Path:
    """Write the revisions that the server knows."""
    folder.mkdir()
    for name in ("thin_v1", "sound_v1", "sound_v2", "broken_v1"):
        (folder / f"{name}.step").write_text(name[:5])
    return folder


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.fixture
def parts(tmp_path: Path) -> Path:
    return written(tmp_path / "parts")


@pytest.fixture
def context(qapp: object, tmp_path: Path, server: Server) -> Iterator[WindowContext]:
    with context_of(server, tmp_path / "settings") as made:
        yield made


@pytest.fixture
def viewport(context: WindowContext) -> Iterator[Viewport]:
    with viewport_of(context) as made:
        yield made


@pytest.fixture
def workspace(
    qtbot: QtBot, context: WindowContext, viewport: Viewport, parts: Path
) -> Iterator[CompareWorkspace]:
    """Return the workspace as it is shown with the sound part open and nothing chosen yet."""
    with workspace_of(qtbot, context, viewport, parts / "sound_v2.step") as made:
        yield made


@pytest.fixture
def compared(qtbot: QtBot, workspace: CompareWorkspace, parts: Path) -> CompareWorkspace:
    """Return the workspace with the thin part beside the sound one."""
    return beside(qtbot, workspace, parts / "thin_v1.step")
