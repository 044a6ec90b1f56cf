"""Every command of the main window, with its keys."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.views.desk import LAYERS
from app.views.workspaces import WORKSPACES

if TYPE_CHECKING:
    from app.views.main_window import MainWindow

SIDES = ("front", "back", "left", "right", "top", "bottom")
OF_PART = (
    "view.fit",
    "view.section",
    "view.measure",
    "view.isolate",
    "view.hide",
    "view.show_all",
    "view.problems",
    "part.picture",
)
"""What needs a part in the picture."""
OF_VIEW = (*(f"layer.{layer}" for layer in LAYERS), "view.iso", *(f"view.{side}" for side in SIDES))
"""What needs a workspace that shows the part."""
OF_RESULT = ("part.report", "findings.next", "findings.previous")
"""What needs a result."""


def add_all(window: "MainWindow") -> None:
    """Add them in the order the palette lists them."""
    _add_part(window)
    _add_view(window)
    _add_workspaces(window)
    _add_program(window)


def _add_part(window: "MainWindow") -> None:
    add, group = window.commands.add, _tr("Part")
    add("part.open", _tr("Open…"), window.browse, "Ctrl+O", group=group, tip=_tr("Open a part"))
    add("part.analyze", _tr("Analyze"), window.analyze_again, "F5", group=group, tip=_tr("Analyze again"))
    add("part.cancel", _tr("Cancel the analysis"), window.desk.cancel, group=group, is_enabled=False)
    add("part.close", _tr("Close the part"), window.desk.close_part, "Ctrl+W", group=group)
    add("part.report", _tr("Save the report…"), window.save_report, "Ctrl+E", group=group)
    add("part.picture", _tr("Save a picture…"), window.save_picture, "Ctrl+Shift+S", group=group)
    group = _tr("Findings")
    add("findings.next", _tr("Next finding"), window.go_to_next, "N", group=group)
    add("findings.previous", _tr("Previous finding"), window.go_to_previous, "P", group=group)


def _add_view(window: "MainWindow") -> None:
    add, group = window.commands.add, _tr("Layers")
    names = (_tr("Features"), _tr("Thickness"), _tr("Clearance"), _tr("Draft"))
    for at, (layer, text) in enumerate(zip(LAYERS, names, strict=True), 1):
        add(
            f"layer.{layer}",
            text,
            partial(window.desk.choose_layer, layer),
            str(at),
            group=group,
            is_checkable=True,
        )
    group, view = _tr("View"), window.viewport
    add("view.fit", _tr("Fit"), lambda: view.fit(), "F", group=group, tip=_tr("Show the whole part"))
    add("view.section", _tr("Section"), window.toggle_section, "X", group=group, is_checkable=True)
    add("view.measure", _tr("Measure"), window.toggle_measure, "M", group=group, is_checkable=True)
    add("view.isolate", _tr("Isolate"), window.isolate_selection, "I", group=group)
    add("view.hide", _tr("Hide"), window.hide_selection, "H", group=group, tip=_tr("Hide what is selected"))
    add("view.show_all", _tr("Show all"), view.show_all, "Shift+H", group=group)
    add("view.problems", _tr("Only problems"), window.toggle_problems, "O", group=group, is_checkable=True)
    add("view.iso", _tr("From the corner"), lambda: view.look("iso"), "0", group=group)
    keys = ("Ctrl+Up", "Ctrl+Down", "Ctrl+Left", "Ctrl+Right", "Ctrl+PgUp", "Ctrl+PgDown")
    sides = (
        _tr("From the front"),
        _tr("From the back"),
        _tr("From the left"),
        _tr("From the right"),
        _tr("From the top"),
        _tr("From below"),
    )
    for side, text, key in zip(SIDES, sides, keys, strict=True):
        add(f"view.{side}", text, partial(view.look, side), key, group=group)
    orthographic = add(
        "view.orthographic", _tr("Without perspective"), window.toggle_orthographic, "5", group=group,
        is_checkable=True,
    )  # fmt: skip
    orthographic.setChecked(bool(window.desk.settings["is_orthographic"]))


def _add_workspaces(window: "MainWindow") -> None:
    group = _tr("Workspaces")
    window.commands.add(
        "workspace.home",
        _tr("Home"),
        lambda: window.desk.workspace_chosen.emit("home"),
        "Ctrl+1",
        group=group,
        is_checkable=True,
    )
    for at, one in enumerate(WORKSPACES, 2):
        window.commands.add(
            f"workspace.{one.name}",
            _tr(one.text),
            partial(window.desk.workspace_chosen.emit, one.name),
            f"Ctrl+{at}",
            group=group,
            is_checkable=True,
        )


def _add_program(window: "MainWindow") -> None:
    add, group = window.commands.add, _tr("Program")
    add("program.log", _tr("Show the log"), window.toggle_log, "Ctrl+L", group=group, is_checkable=True)
    add("program.connection", _tr("Connection…"), window.choose_connection, group=group)
    add("program.settings", _tr("Settings…"), window.change_settings, "Ctrl+,", group=group)
    add("program.theme", _tr("Light or dark"), window.toggle_theme, "Ctrl+Shift+L", group=group)
    add("program.palette", _tr("Find a command…"), window.show_palette, "Ctrl+K", group=group)
    add("program.keys", _tr("Keys"), window.show_keys, "F1", group=group)
    add("program.quit", _tr("Quit"), window.close, "Ctrl+Q", group=group)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Commands", text)
