"""A command is one record and one line in the list: the whole window finds it there."""

import importlib.util
from collections.abc import Iterator
from types import ModuleType

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QLabel

from app.views import bars
from app.views.commands import catalog
from app.views.commands.palette import Palette
from app.views.commands.sheet import Sheet
from app.views.main_window import MainWindow
from app.views.theme.tokens import LIGHT
from tests.app.views import windows

MODULE = '''
"""Commands of a plug-in."""

from app.views.commands.command import Command, has_result

counted = []


def commands():
    return (
        Command(
            "part.count",
            "Counting",
            "Count the faces",
            lambda at: counted.append(len(at.context.result.features.features)),
            shortcut="Ctrl+Shift+F12",
            icon="measure",
            is_enabled=has_result,
        ),
    )
'''


@pytest.fixture(scope="module")
def counting(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    path = tmp_path_factory.mktemp("module") / "counting.py"
    path.write_text(MODULE, "utf-8")
    spec = importlib.util.spec_from_file_location("counting", path)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


@pytest.fixture(scope="module")
def window(
    qapp: QApplication, counting: ModuleType, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[MainWindow]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalog, "LISTS", (*catalog.LISTS, counting.commands))
        patch.setattr(bars, "TOOLS", (*bars.TOOLS, "part.count"))
        with windows.open_window(tmp_path_factory.mktemp("window")) as made:
            patch.undo()  # what the window found at its making stays
            yield made


def test_the_palette_finds_it_and_gives_it(window: MainWindow, counting: ModuleType) -> None:
    counting.counted.clear()
    palette = Palette(window.commands, window)
    palette.words.setText("count")
    assert palette.list.item(0).text() == "Count the faces"
    palette.words.returnPressed.emit()
    assert counting.counted == [len(window.context.result.features.features)]


def test_the_shortcut_sheet_lists_its_keys_in_its_group(window: MainWindow) -> None:
    sheet = Sheet(window.commands, LIGHT, window)
    words = {label.text() for label in sheet.findChildren(QLabel)}
    assert {"Counting", "Count the faces", "Ctrl+Shift+F12"} <= words


def test_the_tool_bar_shows_it_with_its_icon(window: MainWindow) -> None:
    (tools,) = window.findChildren(bars.Tools)
    (action,) = (one for one in tools.actions() if one.objectName() == "part.count")
    assert not action.icon().isNull()


def test_its_action_runs_it_and_only_while_it_can_be_given(window: MainWindow, counting: ModuleType) -> None:
    counting.counted.clear()
    action: QAction = window.commands["part.count"]
    action.trigger()
    assert len(counting.counted) == 1
    result = window.context.result
    window.context._become(None)
    try:
        assert not action.isEnabled()
        action.trigger()
        assert len(counting.counted) == 1
    finally:
        window.context._become(result)
    assert action.isEnabled()


def test_without_its_line_there_is_no_such_command() -> None:
    assert "part.count" not in {one.name for one in catalog.commands()}
