"""The report as a file: the server's page as it is, or a PDF drawn here with the viewport's pictures."""

from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QCoreApplication, QIODevice, QMarginsF, Qt, QUrl
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPdfWriter, QTextDocument

from app.client.errors import Failure, Reason
from app.client.models import Result
from app.state import accepted_page, findings
from app.state.accepted_page import Noted, Words
from app.state.findings import Cell, Placed
from app.state.quantity_words import number
from app.views import glyphs
from app.views.desk import LAYERS, Desk
from app.views.status_texts import part_facts
from app.views.viewport.viewport import Viewport

PAGE = "report_html"
"""The artifact that is the server's own page."""
RESOLUTION_DPI = 150
PICTURE_PX = 860
MOST_FINDINGS = 40
"""Of the chosen process; the page says how many more there are."""


def save(desk: Desk, viewport: Viewport, path: Path) -> None:
    """Write the report of the open part as `.html`, or else as PDF; whatever goes wrong is told of."""
    result = desk.result
    if result is None:
        return
    path = path if path.suffix else path.with_suffix(".pdf")
    try:
        _check_writable(path)  # Qt tells of nothing that goes wrong, and a page takes a while
        if path.suffix.lower() in (".html", ".htm"):
            _save_page(desk, result, path)
        else:
            _write_pdf(desk, viewport, result, path)
    except OSError as error:
        desk.told.emit(_unwritable(path, error))


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


def _save_page(desk: Desk, result: Result, path: Path) -> None:
    """Write the server's page, which it draws when it is fetched."""
    client, link = desk.client, result.artifacts.get(PAGE)
    if client is None:
        return

    def fetch() -> bytes:
        if link is None:
            raise Failure(Reason.MISSING, _tr("This server writes no page."), _tr("Save the report as PDF."))
        return client.download(link)

    notes = tuple(_accepted(desk, result))

    def write(content: bytes) -> None:
        try:
            path.write_bytes(accepted_page.with_notes(content, notes, _words_of_notes()))
        except OSError as error:
            desk.told.emit(_unwritable(path, error))

    desk.tasks.run(fetch, write, desk.told.emit)


def _write_pdf(desk: Desk, viewport: Viewport, result: Result, path: Path) -> None:
    document = QTextDocument()
    layer = desk.layer
    pictures = []
    for one in LAYERS:
        desk.choose_layer(one)
        image = viewport.screenshot(2.0)
        if not image.isNull():
            smooth = Qt.TransformationMode.SmoothTransformation
            document.addResource(
                QTextDocument.ResourceType.ImageResource,
                QUrl(f"picture:{one}"),
                image.scaledToWidth(PICTURE_PX, smooth),
            )
            pictures.append(one)
    desk.choose_layer(layer)
    name = "" if desk.session is None else desk.session.path.name
    document.setHtml(html(result, name, desk.verdict, tuple(pictures), lambda placed: _note(desk, placed)))
    writer = QPdfWriter(str(path))
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(QMarginsF(15, 15, 15, 15), QPageLayout.Unit.Millimeter)
    writer.setResolution(RESOLUTION_DPI)
    writer.setTitle(name)
    document.print_(writer)


def html(
    result: Result,
    name: str,
    verdict: tuple[str, str] | None,
    pictures: tuple[str, ...] = (),
    note: Callable[[Placed], str | None] = lambda _: None,
) -> str:
    """Return the report in the plain HTML that Qt lays out: facts, processes, findings, pictures.

    `note` tells why a finding was accepted, None where it was not.
    """
    cells = findings.matrix(result)
    chosen = next((one for one in cells if (one.pack_key, one.configuration_key) == verdict), None)
    body = [f"<h1>{escape(name)}</h1><p>{escape(part_facts(result))}</p>"]
    body.append(f"<h2>{_tr('Processes')}</h2>{_table(_processes(cells, _names(result)))}")
    if chosen is not None:
        placed = findings.of_result(result, chosen.pack_key, chosen.configuration_key).all
        said = [one for one in placed if one.finding.severity != "pass"]
        body.append(f"<h2>{_tr('Findings')}: {escape(chosen.name)}</h2>")
        body.append(_table(_findings(said[:MOST_FINDINGS], note)) if said else f"<p>{_tr('None.')}</p>")
        if len(said) > MOST_FINDINGS:
            body.append(f"<p>{_tr('{n} more are not listed.').format(n=len(said) - MOST_FINDINGS)}</p>")
    for one in pictures:
        body.append(f"<h2>{escape(one.title())}</h2><img src='picture:{one}' width='640'/>")
    return "".join(body)


def _processes(cells: tuple[Cell, ...], names: dict[str, str]) -> Iterator[tuple[str, ...]]:
    yield _tr("Process"), _tr("Verdict"), _tr("Fails"), _tr("Warnings")
    for cell in cells:
        word = _tr("does not apply") if cell.gate is not None else glyphs.word(cell.severity)
        yield f"{names[cell.pack_key]}, {cell.name}", word, str(cell.n_fail), str(cell.n_warning)


def _note(desk: Desk, placed: Placed) -> str | None:
    return None if desk.session is None else desk.acceptances.note(desk.session.path, placed)


def _accepted(desk: Desk, result: Result) -> Iterator[Noted]:
    """Yield what was accepted of any process, in words."""
    names = _names(result)
    configurations = {(one.pack_key, one.configuration_key): one.name for one in findings.matrix(result)}
    for one in findings.of_result(result).all:
        note = _note(desk, one)
        if note is not None and one.finding.severity != "pass":
            name = configurations.get((one.pack_key, one.configuration_key), one.configuration_key)
            process = f"{names[one.pack_key]}, {name}"
            yield Noted(process, one.rule.name or one.rule.key, one.finding.message or "", note)


def _words_of_notes() -> Words:
    return Words(
        _tr("Accepted findings"),
        _tr("Verdicts stay what they are; of these findings somebody said why they may be."),
        (_tr("Process and rule"), _tr("Finding"), _tr("Accepted, because")),
    )


def _names(result: Result) -> dict[str, str]:
    """Return what each pack is called, by its key."""
    return {pack.module_key: pack.name or pack.module_key for pack in result.packs}


def _findings(placed: list[Placed], note: Callable[[Placed], str | None]) -> Iterator[tuple[str, ...]]:
    yield _tr("Rule"), _tr("Finding"), _tr("Measured"), _tr("Limit")
    for one in placed:
        unit, accepted = one.finding.unit, note(one)
        said = one.finding.message or ""
        if accepted is not None:
            said = f"{said} {_tr('Accepted: {note}').format(note=accepted)}".strip()
        yield (
            one.rule.name or one.rule.key,
            said,
            number(one.finding.value, unit),
            number(one.finding.threshold, unit),
        )


def _table(rows: Iterator[tuple[str, ...]]) -> str:
    lines = []
    for at, row in enumerate(rows):
        tag = "td" if at else "th"
        lines.append("<tr>" + "".join(f"<{tag} align='left'>{escape(one)}</{tag}>" for one in row) + "</tr>")
    return f"<table width='100%' cellpadding='4' cellspacing='0' border='0'>{''.join(lines)}</table>"


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
