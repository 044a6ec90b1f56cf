"""Commands are listed once; keys, palette and sheet are made of the list."""

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.views.commands.command import Command
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
    def gives(word: str) -> Callable[[object], None]:
        return lambda _: done.append(word)

    made = Registry(
        window,
        None,
        (
            Command("part.open", "Part", "Open…", gives("open"), "Ctrl+O", tip="Open a part"),
            Command("view.fit", "View", "Fit", gives("fit"), "F"),
            Command("view.hide", "View", "Hide", gives("hide"), "H", is_enabled=lambda _: "fit" in done),
            Command("view.gray", "View", "Gray", gives("gray"), is_checked=lambda _: "gray" in done),
            Command("program.quit", "Program", "Quit", gives("quit")),
        ),
    )
    made.refresh()
    return made


def test_a_command_is_explained_by_its_tip_and_its_keys(commands: Registry) -> None:
    assert commands["part.open"].toolTip() == "Open a part  (Ctrl+O)"
    assert commands["program.quit"].toolTip() == "Quit"


def test_a_name_is_given_once(window: QWidget) -> None:
    twice = (Command("view.fit", "View", "Fit", print), Command("view.fit", "View", "Fit again", print))
    with pytest.raises(ValueError, match=r"view\.fit"):
        Registry(window, None, twice)


def test_what_can_be_given_and_what_is_on_is_asked_anew_after_each_command(commands: Registry) -> None:
    assert not commands["view.hide"].isEnabled()
    commands["view.fit"].trigger()
    assert commands["view.hide"].isEnabled()
    assert not commands["view.gray"].isChecked()
    commands["view.gray"].trigger()
    assert commands["view.gray"].isChecked()


def test_a_command_that_is_on_stays_checked_when_it_is_given_again(commands: Registry) -> None:
    """Qt unchecks an action that is triggered; what is on says the state."""
    commands["view.gray"].trigger()
    commands["view.gray"].trigger()
    assert commands["view.gray"].isChecked()
    assert not commands["view.fit"].isCheckable()


def test_commands_stand_in_their_groups_in_order(commands: Registry) -> None:
    groups = {name: [one.objectName() for one in found] for name, found in commands.by_group().items()}
    assert groups == {
        "Part": ["part.open"],
        "View": ["view.fit", "view.hide", "view.gray"],
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
