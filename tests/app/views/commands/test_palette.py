"""The list of commands is no larger than what it lists."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.views.commands.palette import HEIGHT, Palette
from app.views.main_window import MainWindow
from tests.app.views import windows


@pytest.fixture(scope="module")
def window(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MainWindow]:
    with windows.open_window(tmp_path_factory.mktemp("window")) as made:
        yield made


def test_one_command_takes_one_line_and_many_are_scrolled_through(qtbot: QtBot, window: MainWindow) -> None:
    window.find_command()
    palette = window.findChild(Palette)
    assert palette.height() == HEIGHT
    assert palette.list.verticalScrollBar().maximum() > 0
    top = palette.y()
    qtbot.keyClicks(palette.words, "theme")
    QApplication.processEvents()
    assert palette.list.count() == 1
    assert palette.height() < HEIGHT / 3
    assert palette.y() == top, "what is typed into stays where it is"
    assert palette.list.verticalScrollBar().maximum() == 0
    assert palette.list.viewport().height() >= palette.list.sizeHintForRow(0)
    palette.words.clear()
    assert palette.height() == HEIGHT


def test_what_is_found_nowhere_is_said_in_a_line(qtbot: QtBot, window: MainWindow) -> None:
    window.find_command()
    palette = window.findChild(Palette)
    qtbot.keyClicks(palette.words, "qqqq")
    QApplication.processEvents()
    assert palette._none.isVisible()
    assert palette._none.height() >= palette._none.sizeHint().height()
    assert palette.height() < HEIGHT / 3
    palette.close_and_return()
