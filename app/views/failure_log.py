"""Saving the log of a failure on this computer, beside the part unless the user chooses another place."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from app.client.errors import Failure, Reason
from app.state import failure_log
from app.views.window_context import WindowContext


def save(context: WindowContext, parent: QWidget, sentences: Sequence[str], log: str) -> None:
    """Ask where to, and write the log of the open part there; nothing where none is open."""
    session = context.session
    if session is None:
        return
    place = failure_log.beside(session.path)
    chosen, _ = QFileDialog.getSaveFileName(parent, _tr("Save the log"), str(place), _tr("Logs (*.log)"))
    if not chosen:
        return
    text = failure_log.text(session.path.name, sentences, session.now.log, Path(log))
    try:
        Path(chosen).write_text(text, "utf-8")
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        sentence = _tr("{path} cannot be written: {why}.").format(path=chosen, why=why)
        context.failure_reported.emit(Failure(Reason.FILE, sentence, _tr("Choose another folder.")))


def _tr(text: str) -> str:
    return QCoreApplication.translate("FailureLog", text)
