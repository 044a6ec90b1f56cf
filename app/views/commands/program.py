"""Commands of the program: log, connection, settings, theme, and where all commands and keys are found."""

from PySide6.QtCore import QCoreApplication

from app.views.commands.command import Command, CommandContext
from app.views.settings_dialog import SettingsDialog


def commands() -> tuple[Command, ...]:
    """Return them in the order the palette lists them."""
    group = _tr("Program")
    return (
        Command(
            "program.log",
            group,
            _tr("Show the log"),
            lambda at: at.show_log(not at.is_log_shown),
            shortcut="Ctrl+L",
            is_checked=lambda at: at.is_log_shown,
        ),
        Command("program.connection", group, _tr("Connection…"), lambda at: at.choose_connection()),
        Command(
            "program.settings",
            group,
            _tr("Settings…"),
            _change_settings,
            shortcut="Ctrl+,",
            icon="settings",
        ),
        Command(
            "program.theme",
            group,
            _tr("Light or dark theme"),
            lambda at: at.toggle_theme(),
            shortcut="Ctrl+Shift+L",
        ),
        Command(
            "program.palette",
            group,
            _tr("Find a command…"),
            lambda at: at.find_command(),
            shortcut="Ctrl+K",
            icon="find",
        ),
        Command("program.keys", group, _tr("Keys"), lambda at: at.show_shortcuts(), shortcut="F1"),
        Command("program.quit", group, _tr("Quit"), lambda at: at.close(), shortcut="Ctrl+Q"),
    )


def _change_settings(at: CommandContext) -> None:
    SettingsDialog(at.context.settings, at.dialog_parent).exec()


def _tr(text: str) -> str:
    return QCoreApplication.translate("Commands", text)
