"""Commands of the open part: open, analyze, save what is known of it, go through issues, compare."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog

from app.client.errors import Failure, Reason
from app.views import report
from app.views.commands.command import Command, CommandContext, has_part, has_result, is_busy, shows_result
from app.views.compare.workspace import CompareWorkspace
from app.views.inspect.workspace import InspectWorkspace
from app.views.workspace import GoesThroughItems


def commands() -> tuple[Command, ...]:
    """Return them in the order the palette lists them."""
    part, issues = _tr("Part"), _tr("Issues")
    return (
        Command(
            "part.open", part, _tr("Open…"), _browse, shortcut="Ctrl+O", tip=_tr("Open a part"), icon="open"
        ),
        Command(
            "part.analyze",
            part,
            _tr("Analyze"),
            lambda at: at.analyze_again(),
            shortcut="F5",
            tip=_tr("Analyze again"),
            icon="analyze",
            is_enabled=lambda at: has_part(at) and not is_busy(at),
        ),
        Command(
            "part.cancel",
            part,
            _tr("Cancel the analysis"),
            lambda at: at.context.cancel(),
            is_enabled=is_busy,
        ),
        Command(
            "part.close",
            part,
            _tr("Close the part"),
            lambda at: at.context.close_part(),
            shortcut="Ctrl+W",
            is_enabled=has_part,
        ),
        Command(
            "part.report",
            part,
            _tr("Save the report…"),
            _save_report,
            shortcut="Ctrl+E",
            is_enabled=has_result,
        ),
        Command(
            "part.picture",
            part,
            _tr("Save a picture…"),
            _save_picture,
            shortcut="Ctrl+Shift+S",
            is_enabled=shows_result,
        ),
        Command(
            "findings.next",
            issues,
            _tr("Next issue"),
            lambda at: _gone_through(at).go_to_next(),
            shortcut="N",
            is_enabled=has_result,
        ),
        Command(
            "findings.previous",
            issues,
            _tr("Previous issue"),
            lambda at: _gone_through(at).go_to_previous(),
            shortcut="P",
            is_enabled=has_result,
        ),
        Command(
            "part.compare",
            part,
            _tr("Compare with…"),
            _compare,
            shortcut="Ctrl+D",
            tip=_tr("Compare with an earlier revision"),
            is_enabled=has_result,
        ),
    )


def _browse(at: CommandContext) -> None:
    """Let the user choose a part."""
    kinds = at.context.interface.file_filter
    last = at.context.settings["recent"][:1]
    folder = str(Path(last[0]).parent) if last else ""
    title = _tr("Open a part")
    chosen, _ = QFileDialog.getOpenFileName(at.dialog_parent, title, folder, f"CAD ({kinds})")
    if chosen:
        at.open_part(Path(chosen))


def _save_report(at: CommandContext) -> None:
    """Write the report as a page or as PDF, wherever the user says."""
    result, session = at.context.result, at.context.session
    if result is None or session is None:
        return
    title, name = _tr("Save the report"), f"{session.path.stem}-report.pdf"
    kinds = "PDF (*.pdf);;HTML (*.html)"
    chosen, _ = QFileDialog.getSaveFileName(at.dialog_parent, title, name, kinds)
    if chosen:
        report.save(at.context, Path(chosen))


def _save_picture(at: CommandContext) -> None:
    """Write what the viewport shows, at twice its size."""
    title = _tr("Save a picture")
    chosen, _ = QFileDialog.getSaveFileName(at.dialog_parent, title, "part.png", "PNG (*.png)")
    if chosen and not at.viewport.screenshot(2.0).save(chosen):
        sentence = _tr("{name} could not be written.").format(name=Path(chosen).name)
        at.context.failure_reported.emit(Failure(Reason.FILE, sentence, _tr("Choose another folder.")))


def _gone_through(at: CommandContext) -> GoesThroughItems:
    """Return the workspace that is gone through: the one shown where it can be, else Inspect."""
    shown = at.shown
    if isinstance(shown, GoesThroughItems):
        return shown
    at.show_workspace(InspectWorkspace.name)
    return at.workspace(InspectWorkspace)


def _compare(at: CommandContext) -> None:
    """Let the user choose what the open part is compared with."""
    at.show_workspace(CompareWorkspace.name)
    at.workspace(CompareWorkspace).browse()


def _tr(text: str) -> str:
    return QCoreApplication.translate("Commands", text)
