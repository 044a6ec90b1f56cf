"""The command that compares the open part with an earlier revision."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.views.commands.registry import Registry

if TYPE_CHECKING:
    from app.views.main_window import MainWindow


class CompareCommands(QObject):
    """Shows the workspace, and asks it for the file."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window

    def add_to(self, commands: Registry) -> None:
        """Add it."""
        commands.add(
            "part.compare",
            self.tr("Compare with…"),
            self.browse,
            "Ctrl+D",
            group=self.tr("Part"),
            tip=self.tr("Compare with an earlier revision"),
        )

    def browse(self) -> None:
        """Let the user choose what the open part is compared with."""
        self._window.show_workspace("compare")
        self._window.workspaces["compare"].browse()  # type: ignore[attr-defined]
