"""The whole window as those use it who see little of it, or use no mouse."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox, QMenu, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.client.models import Layer
from app.state.keystore import KeyStore
from app.state.selection import Source
from app.views import main_window
from app.views.bars import IconButton, Tools
from app.views.commands.palette import Palette
from app.views.commands.sheet import Sheet
from app.views.connection_dialog import ConnectionDialog
from app.views.inspect.side import Side
from app.views.inspect.workspace import InspectWorkspace
from app.views.main_window import MainWindow
from app.views.scrolled import Scrolled
from app.views.settings_dialog import SettingsDialog
from app.views.theme import palette
from app.views.theme.tokens import LIGHT
from app.views.workspaces import WORKSPACES
from tests.app.views import windows

PLACES = ("home", *(one.name for one in WORKSPACES))


@pytest.fixture(scope="module")
def window(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MainWindow]:
    with windows.open_window(tmp_path_factory.mktemp("window")) as made:
        yield made


def nameless(root: QWidget) -> list[str]:
    return [
        " < ".join(type(one).__name__ for one in (control, *windows.above(control)))
        for control in windows.controls(root)
        if not windows.screen_reader_text(control)
    ]


def test_every_control_of_the_window_has_a_name_for_those_who_hear_it(window: MainWindow) -> None:
    assert len(windows.controls(window)) > 60
    assert nameless(window) == []


def test_every_control_of_the_dialogs_has_a_name_too(window: MainWindow) -> None:
    context = window.context
    dialogs = (
        SettingsDialog(context.settings, window),
        ConnectionDialog(context, KeyStore(), LIGHT, window),
        Palette(window.commands, window),
        Sheet(window.commands, LIGHT, window),
    )
    for dialog in dialogs:
        assert nameless(dialog) == [], type(dialog).__name__
        assert dialog.windowTitle() or isinstance(dialog, Palette)


def test_every_command_says_what_it_does_and_no_two_have_the_same_keys(window: MainWindow) -> None:
    keys = [one.toString() for action in window.commands.all() for one in action.shortcuts()]
    assert len(keys) == len(set(keys))
    assert all(action.text() and action.toolTip() for action in window.commands.all())


def test_those_who_know_no_keys_find_commands_and_settings_with_the_mouse(
    qtbot: QtBot, window: MainWindow
) -> None:
    find, settings = window.findChildren(IconButton)
    assert find.toolTip().startswith("Find a command")
    assert settings.toolTip().startswith("Settings")
    before = window.size()
    for width in (800, 1600):
        window.resize(width, 700)
        QApplication.processEvents()
        for button in (find, settings):
            assert button.isVisible()
            assert button.toolButtonStyle() is Qt.ToolButtonStyle.ToolButtonIconOnly
            assert (
                button.mapTo(window, button.rect().bottomRight()).x()
                < window.pill.mapTo(window, QPoint()).x()
            )
    window.resize(before)
    qtbot.mouseClick(find, Qt.MouseButton.LeftButton)
    assert window._palette.isVisible()
    window._palette.hide()


def test_a_layer_that_only_the_server_knows_is_chosen_on_the_bar_and_in_the_palette(
    window: MainWindow,
) -> None:
    context, height = window.context, Layer(name="height", title="Height over the bed", label="Height")
    context.interface = replace(context.interface, layers=(*context.interface.layers, height))
    context.schema_learned.emit()
    context.schema_learned.emit()  # as when the engine was started anew
    action = window.commands["layer.height"]
    tools = window.findChild(Tools)
    assert tools is not None
    names = [one.objectName() for one in tools.actions()]
    assert names[names.index("layer.draft") + 1] == "layer.height"
    assert names.count("layer.height") == 1
    assert action.text() == "Height"
    assert not action.icon().isNull(), "a drawing that there is none of is a neutral one"
    shown(window, "inspect")
    action.trigger()
    assert context.layer == "height"
    assert action.isChecked()
    context.choose_layer("features")
    assert not action.isChecked()


def test_every_number_can_be_read_in_its_field(window: MainWindow) -> None:
    """A style that leaves a field no room shows it empty, and says nothing."""
    palette.apply(app := QApplication.instance(), LIGHT)  # type: ignore[arg-type]
    try:
        shown(window, "inspect")
        fields = window.workspaces["inspect"].findChildren(QAbstractSpinBox)
        assert len(fields) >= 5
        for field in fields:
            line = field.lineEdit()
            assert line.width() >= line.fontMetrics().horizontalAdvance(line.text()), field.accessibleName()
    finally:
        app.setStyleSheet("")


@pytest.mark.parametrize("name", PLACES)
def test_tab_stops_at_every_control_of_a_workspace_that_is_shown(window: MainWindow, name: str) -> None:
    page = shown(window, name)
    stops = windows.tab_stops(page)
    assert stops or name == "quote"  # there is nothing to do before the server sent what it casts
    assert len(stops) == len(set(stops))
    assert all(windows.screen_reader_text(one) for one in stops)


@pytest.mark.parametrize("name", PLACES)
def test_tab_goes_through_panels_from_left_to_right_and_from_the_top_down(
    window: MainWindow, name: str
) -> None:
    """The part itself, which is for the pointer, comes last."""
    page = shown(window, name)
    stops = [one for one in windows.tab_stops(page) if one is not window.viewport]
    backwards = [
        (windows.screen_reader_text(before), windows.screen_reader_text(after))
        for before, after in pairwise(stops)
        if is_before(after, before, page)
    ]
    assert backwards == []


def shown(window: MainWindow, name: str) -> QWidget:
    window.show_workspace(name)
    QApplication.processEvents()
    assert window.shown is not None
    return window.shown


def is_before(one: QWidget, other: QWidget, page: QWidget) -> bool:
    """Return whether one would read `one` before `other`: it ends left of it or right above it."""
    at, place = windows.place(one, page), windows.place(other, page)
    left = at.x() + one.width() <= place.x() and at.y() < place.y() + other.height()
    over = at.y() + one.height() <= place.y() and at.x() < place.x() + other.width()
    return left or (over and at.x() + one.width() > place.x())


def test_a_narrow_window_keeps_all_tools_and_the_connection_in_sight(window: MainWindow) -> None:
    window.show_workspace("inspect")
    palette.apply(app := QApplication.instance(), LIGHT)  # type: ignore[arg-type]
    before = window.size()
    try:
        for width in (1440, 1150, 1440):
            window.resize(width, 800)
            app.processEvents()
            app.processEvents()
            assert window.pill.isVisible(), width
            assert window.pill.geometry().right() <= window.width()
            assert all(one.isVisible() for one in window.findChildren(Tools)[0].findChildren(QToolButton)[1:])
    finally:
        window.resize(before)
        app.setStyleSheet("")


def test_the_palette_has_the_keyboard_from_the_first_key_in_every_workspace(
    qtbot: QtBot, window: MainWindow
) -> None:
    """Keys go to the window, as a keyboard sends them, and to no widget of the test's choice."""
    for name in window.workspaces:
        window.show_workspace(name)
        layer = window.context.layer
        press(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
        for letter in "n1qu":  # keys of their own else: the next issue, the first layer
            press(window, letter)
        assert window._palette.words.text() == "n1qu", name
        assert window.context.layer == layer
        for _ in range(4):
            press(window, Qt.Key.Key_Backspace)
        press(window, Qt.Key.Key_Down)
        assert window._palette.list.currentRow() == 1
        press(window, Qt.Key.Key_Up)
        for letter in "quote":
            press(window, letter)
        press(window, Qt.Key.Key_Return)
        assert not window._palette.isVisible()
        assert window.shown.name == "quote", name


def test_escape_leaves_the_palette_and_gives_the_keyboard_back(qtbot: QtBot, window: MainWindow) -> None:
    shown(window, "inspect")
    window.viewport.setFocus()
    press(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.focusWidget() is window._palette.words
    press(window, Qt.Key.Key_Escape)
    assert not window._palette.isVisible()
    assert QApplication.focusWidget() is window.viewport
    press(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    qtbot.mouseClick(window.statusBar(), Qt.MouseButton.LeftButton)
    assert not window._palette.isVisible()


def press(
    window: MainWindow, key: Qt.Key | str, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    """Press a key as it comes from the keyboard: Qt finds who gets it."""
    QTest.keyClick(window.windowHandle(), key, modifier)


@pytest.mark.parametrize(("width", "height"), [(1280, 770), (800, 450)])
def test_everything_fits_a_small_screen(qtbot: QtBot, window: MainWindow, width: int, height: int) -> None:
    """A screen of 1280 by 800, and one of 1600 by 1000 at twice the density, without a window's frame."""
    before = window.size()
    window.resize(width, height)
    for name in PLACES:
        shown(window, name)
        assert (window.width(), window.height()) == (width, height), name
    page = shown(window, "home").widget  # type: ignore[attr-defined]
    assert page.minimumSizeHint().width() <= page.parentWidget().width(), "what it reads is not scrolled to"
    shown(window, "inspect")
    qtbot.wait(20)
    if width == 1280:
        sides = window.workspace(InspectWorkspace).findChildren(Side)
        assert [side.is_folded for side in sides] == [False, False]
        assert window.viewport.width() >= 0.45 * width
        right = window.workspace(InspectWorkspace).right_side.findChild(Scrolled)
        assert right.verticalScrollBar().maximum() == 0, "issues and pull are seen whole"
    for dialog in (SettingsDialog(window.context.settings, window), Sheet(window.commands, LIGHT, window)):
        assert dialog.minimumSizeHint().height() < 420
        assert dialog.minimumSizeHint().width() < 760
        dialog.deleteLater()
    panel = shown(window, "compare").panel  # type: ignore[attr-defined]
    QApplication.processEvents()
    assert panel.width() >= 12 * panel.fontMetrics().averageCharWidth(), "its sentences are read, not spelled"
    window.resize(before)
    QApplication.processEvents()


def test_what_does_not_fit_its_place_can_be_scrolled_to(qtbot: QtBot, window: MainWindow) -> None:
    before = window.size()
    window.resize(800, 450)
    rules = shown(window, "rules").widget  # type: ignore[attr-defined]
    area = rules.parentWidget().parentWidget()
    assert rules.width() >= rules.minimumSizeHint().width() > area.width()
    assert area.horizontalScrollBar().maximum() > 0
    window.resize(1440, 900)
    QApplication.processEvents()
    assert area.horizontalScrollBar().maximum() == 0
    window.resize(before)


def test_one_setting_shows_every_length_in_inches_and_takes_what_is_typed_as_such(tmp_path, qapp) -> None:
    with windows.open_window(tmp_path) as window:
        context, inspect = window.context, window.workspace(InspectWorkspace)
        tree, findings, details = (
            inspect.features.model,
            inspect.findings.tree.rules,
            inspect.findings.details,
        )
        shown = SettingsDialog(context.settings, window).findChild(QComboBox, "length_unit")
        assert shown is not None
        inspect.findings.go_to_next()
        fin = tree.place("FIN", "3")
        assert tree.data(fin.siblingAtColumn(1)) == "2.4 × 18.0"
        assert "Face 3 is 2.40 mm." in details.toPlainText()
        shown.setCurrentIndex(shown.findData("in"))
        fin = tree.place("FIN", "3")
        assert tree.headerData(1, Qt.Orientation.Horizontal) == "Size in inches"
        assert tree.data(fin.siblingAtColumn(1)) == "0.094 × 0.709"
        place = inspect.findings.tree.currentIndex()
        cells = [findings.data(place.siblingAtColumn(at)) for at in (1, 2, 3)]
        assert cells == ["0.0945 in", "≥ 0.0984 in", "−0.0039 in"]
        words = details.toPlainText()
        assert "Face 3 is 0.0945 in." in words
        assert "Make it 0.0984 in." in words
        assert "mm" not in words
        inspect.features.filter_box.setText("t<0.1")
        assert tree.place("FIN", "3").isValid()
        inspect.features.filter_box.setText("t>0.1")
        assert not tree.place("FIN", "3").isValid()


def test_escape_selects_nothing_in_any_panel_wherever_the_focus_is(window: MainWindow, qtbot: QtBot) -> None:
    inspect, selection = window.workspace(InspectWorkspace), window.context.selection
    window.show_workspace("inspect")
    for focused in (inspect.features.tree, inspect.findings.tree, inspect.features.filter_box):
        selection.select(["3", "4", "5"], Source.PART)
        assert inspect.features.tree.selectionModel().selectedRows()
        assert inspect.findings.tree.currentIndex().isValid()
        QTest.keyClick(focused, Qt.Key.Key_Escape)
        assert selection.now.fids == frozenset()
        assert not inspect.features.tree.selectionModel().selectedRows()
        assert not inspect.findings.tree.currentIndex().isValid()


def test_the_menu_of_a_right_click_acts_on_what_is_selected(window: MainWindow, qtbot: QtBot) -> None:
    inspect, asked = window.workspace(InspectWorkspace), []
    window.show_workspace("inspect")
    inspect.menu_asked.connect(asked.append)
    for tree in (inspect.features.tree, inspect.findings.tree):
        tree.customContextMenuRequested.emit(tree.rect().center())
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        names = [one.text() for one in menu.actions() if one.text()]
        assert names == [
            "Zoom to selection", "Isolate", "Hide", "Show all", "Measure", "Pin thickness",
            "Clear measurements", "Section", "Clear selection",
        ]  # fmt: skip
        window.context.selection.select(["3"], Source.PART)
        menu.actions()[-1].trigger()
        assert window.context.selection.now.fids == frozenset()
        menu.close()
    assert len(asked) == 2


@pytest.mark.parametrize(("room", "is_maximized"), [((1232, 752), True), ((1440, 900), False)])
def test_the_first_time_it_takes_all_of_a_small_screen_and_then_what_it_was_left_with(
    tmp_path: Path,
    qapp: QApplication,
    monkeypatch: pytest.MonkeyPatch,
    room: tuple[int, int],
    is_maximized: bool,
) -> None:
    monkeypatch.setattr(main_window, "on_screen", lambda _window, wanted: wanted.boundedTo(QSize(*room)))
    with windows.open_window(tmp_path) as first:
        first.hide()
        first.show_first()
        assert first.isMaximized() == is_maximized
        first.showNormal()
    with windows.open_window(tmp_path) as again:
        again.hide()
        again.show_first()
        assert not again.isMaximized()
