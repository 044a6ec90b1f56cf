"""Commands of the open part: open it, analyze it again, save what is known of it, go through its findings."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from app.client.errors import Failure, Reason
from app.state import part_file
from app.views import report
from app.views.commands.registry import Registry

if TYPE_CHECKING:
    from app.views.main_window import MainWindow


class PartCommands(QObject):
    """What they do, asking for files where one is needed."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self._context = window.context

    def add_to(self, commands: Registry) -> None:
        """Add them in the order the palette lists them."""
        tr, add, group = self.tr, commands.add, self.tr("Part")
        add("part.open", tr("Open…"), self.browse, "Ctrl+O", group=group, tip=tr("Open a part"))
        add("part.analyze", tr("Analyze"), self._window.analyze_again, "F5", group=group,
            tip=tr("Analyze again"))  # fmt: skip
        add("part.cancel", tr("Cancel the analysis"), self._context.cancel, group=group, is_enabled=False)
        add("part.close", tr("Close the part"), self._context.close_part, "Ctrl+W", group=group)
        add("part.report", tr("Save the report…"), self.save_report, "Ctrl+E", group=group)
        add("part.picture", tr("Save a picture…"), self.save_picture, "Ctrl+Shift+S", group=group)
        group = tr("Findings")
        add("findings.next", tr("Next finding"), self.go_to_next, "N", group=group)
        add("findings.previous", tr("Previous finding"), self.go_to_previous, "P", group=group)

    def browse(self) -> None:
        """Let the user choose a part."""
        kinds = " ".join(f"*{one}" for one in part_file.EXTENSIONS)
        last = self._context.settings["recent"][:1]
        folder = str(Path(last[0]).parent) if last else ""
        title = self.tr("Open a part")
        chosen, _ = QFileDialog.getOpenFileName(self._window, title, folder, f"CAD ({kinds})")
        if chosen:
            self._window.open_part(Path(chosen))

    def save_report(self) -> None:
        """Write the report as a page or as PDF, wherever the user says."""
        result, session = self._context.result, self._context.session
        if result is None or session is None:
            return
        title, name = self.tr("Save the report"), f"{session.path.stem}-report.pdf"
        kinds = "PDF (*.pdf);;HTML (*.html)"
        chosen, _ = QFileDialog.getSaveFileName(self._window, title, name, kinds)
        if chosen:
            report.save(self._context, self._window.viewport, Path(chosen))

    def save_picture(self) -> None:
        """Write what the viewport shows, at twice its size."""
        title = self.tr("Save a picture")
        chosen, _ = QFileDialog.getSaveFileName(self._window, title, "part.png", "PNG (*.png)")
        if chosen and not self._window.viewport.screenshot(2.0).save(chosen):
            sentence = self.tr("{name} could not be written.").format(name=Path(chosen).name)
            self._context.failure_reported.emit(
                Failure(Reason.FILE, sentence, self.tr("Choose another folder."))
            )

    def go_to_next(self) -> None:
        """Fly to the next finding; where revisions are compared, to the next change."""
        self._stepping().go_to_next()

    def go_to_previous(self) -> None:
        """Fly to the finding before, or to the change before."""
        self._stepping().go_to_previous()

    def _stepping(self) -> Any:
        """Return the workspace that is stepped through: the one shown where it can be, else Inspect."""
        if not hasattr(self._window.shown, "go_to_next"):
            self._window.show_workspace("inspect")
        return self._window.shown
