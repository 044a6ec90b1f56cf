"""Commands are listed once; keys, palette and sheet are made of the list."""

import pytest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.views.commands.palette import Palette
from app.views.commands.registry import Registry
from app.views.commands.sheet import Sheet
from app.views.theme.tokens import LIGHT


@pytest.fixture
def done() -> list[str]:
    return []


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def commands(window: QWidget, done: list[str]) -> Registry:
    made = Registry(window)
    made.add("part.open", "Open…", lambda: done.append("open"), "Ctrl+O", group="Part", tip="Open a part")
    made.add("view.fit", "Fit", lambda: done.append("fit"), "F", group="View")
    made.add("view.hide", "Hide", lambda: done.append("hide"), "H", group="View", is_enabled=False)
    made.add("program.quit", "Quit", lambda: done.append("quit"), group="Program")
    return made


def test_a_command_is_explained_by_its_tip_and_its_keys(commands: Registry) -> None:
    assert commands["part.open"].toolTip() == "Open a part  (Ctrl+O)"
    assert commands["program.quit"].toolTip() == "Quit"


def test_a_name_is_given_once(commands: Registry) -> None:
    with pytest.raises(ValueError, match=r"view\.fit"):
        commands.add("view.fit", "Fit again", print, group="View")


def test_commands_stand_in_their_groups_in_order(commands: Registry) -> None:
    groups = {name: [one.objectName() for one in found] for name, found in commands.by_group().items()}
    assert groups == {
        "Part": ["part.open"],
        "View": ["view.fit", "view.hide"],
        "Program": ["program.quit"],
    }


def test_the_palette_runs_what_its_letters_find(
    qtbot: QtBot, window: QWidget, commands: Registry, done: list[str]
) -> None:
    palette = Palette(commands, window)
    qtbot.addWidget(palette)
    palette.words.setText("ft")
    assert palette.list.item(0).text().startswith("Fit")
    palette.words.returnPressed.emit()
    assert done == ["fit"]


def test_the_palette_leaves_out_what_cannot_be_done_now(
    qtbot: QtBot, window: QWidget, commands: Registry, done: list[str]
) -> None:
    palette = Palette(commands, window)
    qtbot.addWidget(palette)
    palette.words.setText("hide")
    palette.words.returnPressed.emit()
    assert palette.list.count() == 0
    assert done == []


def test_the_sheet_lists_every_key(qtbot: QtBot, window: QWidget, commands: Registry) -> None:
    sheet = Sheet(commands, LIGHT, window)
    qtbot.addWidget(sheet)
    words = {label.text() for label in sheet.findChildren(QLabel)}
    assert {"Open", "Ctrl+O", "Fit", "F", "Hide", "H"} <= words
    assert "Quit" not in words
