"""The report as a file: the server's page or its PDF, with what was accepted on this computer."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QBuffer, QByteArray, QCoreApplication, QIODevice, QLocale, Qt
from PySide6.QtGui import QImage

from app.client.errors import Failure, Reason
from app.client.models import Result
from app.state import accepted_page, display_unit, rule_rows, suitability
from app.state.acceptances import Accepted
from app.state.accepted_page import Noted, Words
from app.state.findings import Placed
from app.views.window_context import WindowContext

PAGE = "report_html"
"""The artifact that is the server's own page."""


def save(context: WindowContext, path: Path) -> None:
    """Write the report of the open part as `.html`, or else as PDF; whatever goes wrong is reported."""
    result = context.result
    if result is None:
        return
    path = path if path.suffix else path.with_suffix(".pdf")
    try:
        _check_writable(path)  # before anybody waits for it
        if path.suffix.lower() in (".html", ".htm"):
            _save_page(context, result, path)
        else:
            _save_pdf(context, result, path)
    except OSError as error:
        context.failure_reported.emit(_unwritable(path, error))


def png(image: QImage, width_px: int) -> bytes | None:
    """Return a picture as PNG, at most so wide; None of a picture that could not be taken."""
    if image.isNull():
        return None
    if image.width() > width_px:
        image = image.scaledToWidth(width_px, Qt.TransformationMode.SmoothTransformation)
    bytes_ = QByteArray()
    buffer = QBuffer(bytes_)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(bytes_.data())


def _save_page(context: WindowContext, result: Result, path: Path) -> None:
    """Write the server's page, which it draws when it is fetched."""
    client, link = context.client, result.artifacts.get(PAGE)
    if client is None:
        return

    def fetch() -> bytes:
        if link is None:
            raise Failure(Reason.MISSING, _tr("This server writes no page."), _tr("Save the report as PDF."))
        return client.download(link)

    notes = tuple(_noted(context, result))

    def write(content: bytes) -> None:
        page = accepted_page.with_notes(content, notes, _words_of_notes())
        if display_unit.is_inches():
            page = accepted_page.in_inches(page)
        _write(context, path, page)

    context.tasks.run(fetch, write, context.failure_reported.emit)


def _save_pdf(context: WindowContext, result: Result, path: Path) -> None:
    """Write the PDF that the server prints: the same report as the page, with what was accepted."""
    client = context.client
    if client is None:
        return
    notes = [
        {"process": each.process, "rule": each.rule, "message": each.message, "note": each.note}
        for each in _noted(context, result)
    ]
    paper, unit = _paper(), _unit()

    def fetch() -> bytes:
        printed = client.print_report(result.job_id, paper, unit, notes)
        if printed is None:
            raise Failure(
                Reason.MISSING, _tr("This server prints no reports."), _tr("Save the report as HTML.")
            )
        return printed

    context.tasks.run(fetch, lambda content: _write(context, path, content), context.failure_reported.emit)


def _paper() -> Literal["a4", "letter"]:
    """Return the paper of the country that this computer is set up for."""
    uses_letter = QLocale.system().measurementSystem() == QLocale.MeasurementSystem.ImperialUSSystem
    return "letter" if uses_letter else "a4"


def _unit() -> Literal["mm", "in"]:
    return "in" if display_unit.is_inches() else "mm"


def _write(context: WindowContext, path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        context.failure_reported.emit(_unwritable(path, error))


def _accepted(context: WindowContext, several: Sequence[Placed]) -> Accepted:
    session = context.session
    if session is None:
        return Accepted(0, len(several), ())
    return context.acceptances.of(session.path, several)


def _noted(context: WindowContext, result: Result) -> Iterator[Noted]:
    """Yield what was accepted of any process, in words: whole issues, and places of those that are not."""
    for suit in suitability.of_result(result):
        for each in rule_rows.issues_of(result, suit.pack_key, suit.configuration_key):
            whole = _accepted(context, each.placed)
            noted: list[tuple[str, Accepted]] = [(each.message, whole)]
            if whole.is_partial:
                noted = [(one.message, _accepted(context, (one,))) for one in each.placed]
            for message, found in noted:
                if found.is_whole:
                    process, note = f"{suit.process}, {suit.variant}", " · ".join(found.notes)
                    yield Noted(process, each.rule.name or each.rule.key, message, note)


def _words_of_notes() -> Words:
    return Words(
        _tr("Accepted issues"),
        _tr("Verdicts stay what they are; of these issues somebody said why they may be."),
        (_tr("Process and rule"), _tr("Issue"), _tr("Accepted, because")),
    )


def _check_writable(path: Path) -> None:
    """Raise OSError where nothing can be written; what is there stays as it is."""
    was_there = path.exists()
    path.open("ab").close()
    if not was_there:
        path.unlink()


def _unwritable(path: Path, error: OSError) -> Failure:
    why = (error.strerror or str(error)).lower()
    sentence = _tr("{name} could not be written: {why}.").format(name=path.name, why=why)
    return Failure(Reason.FILE, sentence, _tr("Choose another folder."))


def _tr(text: str) -> str:
    return QCoreApplication.translate("Report", text)
