"""The command that compares the open part with an earlier revision."""

from PySide6.QtCore import QCoreApplication

from app.views.commands.command import Command, CommandContext, has_result
from app.views.compare.workspace import CompareWorkspace


def commands() -> tuple[Command, ...]:
    """Return it alone."""
    return (
        Command(
            "part.compare",
            _tr("Part"),
            _tr("Compare with…"),
            _browse,
            shortcut="Ctrl+D",
            tip=_tr("Compare with an earlier revision"),
            is_enabled=has_result,
        ),
    )


def _browse(at: CommandContext) -> None:
    """Let the user choose what the open part is compared with."""
    at.show_workspace(CompareWorkspace.name)
    at.workspace(CompareWorkspace).browse()


def _tr(text: str) -> str:
    return QCoreApplication.translate("Commands", text)
