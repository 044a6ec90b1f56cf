"""Commands of the program: log, connection, settings, theme, and where all commands and keys are found."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.views.commands.palette import Palette
from app.views.commands.registry import Registry
from app.views.commands.sheet import Sheet
from app.views.settings_dialog import SettingsDialog

if TYPE_CHECKING:
    from app.views.main_window import MainWindow


class ProgramCommands(QObject):
    """What they do, each in a dialog or a dock of its own."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window

    def add_to(self, commands: Registry) -> None:
        """Add them in the order the palette lists them."""
        tr, add, window, group = self.tr, commands.add, self._window, self.tr("Program")
        log = add("program.log", tr("Show the log"), lambda: window.log_dock.setVisible(log.isChecked()),
                  "Ctrl+L", group=group, is_checkable=True)  # fmt: skip
        add("program.connection", tr("Connection…"), window.connection_asked.emit, group=group)
        add("program.settings", tr("Settings…"), self._change_settings, "Ctrl+,", group=group)
        add("program.theme", tr("Light or dark"), window.toggle_theme, "Ctrl+Shift+L", group=group)
        add("program.palette", tr("Find a command…"), self._show_palette, "Ctrl+K", group=group)
        add("program.keys", tr("Keys"), self._show_keys, "F1", group=group)
        add("program.quit", tr("Quit"), window.close, "Ctrl+Q", group=group)

    def _change_settings(self) -> None:
        SettingsDialog(self._window.context.settings, self._window).exec()

    def _show_palette(self) -> None:
        Palette(self._window.commands, self._window).exec()

    def _show_keys(self) -> None:
        Sheet(self._window.commands, self._window.tokens, self._window).exec()
