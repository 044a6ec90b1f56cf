"""A viewport with a part in it, and no display."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.views.theme.tokens import LIGHT
from app.views.viewport.viewport import Viewport
from app.views.window_context import WindowContext
from tests.app.views.viewport import served
from tests.app.views.viewport.served import Server

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture
def server() -> Server:
    return Server(served.plates())


@pytest.fixture
def context(qapp: object, tmp_path: Path, server: Server) -> Iterator[WindowContext]:
    made = served.context(tmp_path, server)
    yield made
    made.close()


@pytest.fixture
def viewport(qtbot: QtBot, context: WindowContext) -> Iterator[Viewport]:
    """Return a viewport that looks down on both plates."""
    made = Viewport(context, LIGHT)
    made.resize(800, 600)
    made.scene.resize(800, 600)
    with qtbot.waitSignal(made.shown, timeout=10_000):
        context._become(served.result())
    made.look("top")
    yield made
    made.stop()
    made.close()
