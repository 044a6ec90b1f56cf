"""The report as a file: the server's page as it is, or a PDF drawn here with the viewport's pictures."""

from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QCoreApplication, QIODevice, QSize, Qt, QUrl
from PySide6.QtGui import QImage, QTextDocument

from app.client.errors import Failure, Reason
from app.client.models import Result
from app.state import accepted_page, findings, rule_rows, suitability
from app.state.accepted_page import Noted, Words
from app.state.findings import Placed
from app.state.interface import SHIPPED, Interface
from app.state.quantity_words import limit, measured
from app.state.suitability import Suit
from app.views import glyphs, layer_words, paper
from app.views.status_texts import part_facts
from app.views.viewport.viewport import Viewport
from app.views.window_context import WindowContext

PAGE = "report_html"
"""The artifact that is the server's own page."""
PICTURE = QSize(680, 430)
"""Room for a picture: two of them stand on a page."""
DENSITY = 2.0
"""Pixels of a picture for each of the page."""
N_PICTURES_A_PAGE = 2
PROCESS_WIDTHS, FINDING_WIDTHS = (52, 18, 15, 15), (22, 54, 12, 12)
"""Percent of the page for each column."""
Row = tuple[str | tuple[str, str], ...]
"""Cells: words, or a class of the page's style with words."""
MOST_FINDINGS = 40
"""Of the chosen process; the page says how many more there are."""


def save(context: WindowContext, viewport: Viewport, path: Path) -> None:
    """Write the report of the open part as `.html`, or else as PDF; whatever goes wrong is reported."""
    result = context.result
    if result is None:
        return
    path = path if path.suffix else path.with_suffix(".pdf")
    try:
        _check_writable(path)  # Qt reports nothing that goes wrong, and a page takes a while
        if path.suffix.lower() in (".html", ".htm"):
            _save_page(context, result, path)
        else:
            _write_pdf(context, viewport, result, path)
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

    notes = tuple(_accepted(context, result))

    def write(content: bytes) -> None:
        try:
            path.write_bytes(accepted_page.with_notes(content, notes, _words_of_notes()))
        except OSError as error:
            context.failure_reported.emit(_unwritable(path, error))

    context.tasks.run(fetch, write, context.failure_reported.emit)


def _write_pdf(context: WindowContext, viewport: Viewport, result: Result, path: Path) -> None:
    document = paper.blank()
    layer = context.layer
    pictures = []
    for one in context.interface.layer_of_name:
        context.choose_layer(one)
        image = viewport.screenshot(2.0)
        if not image.isNull():
            place = QUrl(f"picture:{one}")
            document.addResource(QTextDocument.ResourceType.ImageResource, place, _fitted(image))
            pictures.append(one)
    context.choose_layer(layer)
    name = "" if context.session is None else context.session.path.name
    document.setHtml(
        html(
            result,
            name,
            context.verdict,
            tuple(pictures),
            lambda placed: _note(context, placed),
            context.interface,
        )
    )
    paper.write(document, path, name)


def _fitted(image: QImage) -> QImage:
    """Return a picture that fits into its place on the page."""
    ratio, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
    fitted = image.scaled(PICTURE * DENSITY, ratio, smooth)
    fitted.setDevicePixelRatio(DENSITY)
    return fitted


def _title(name: str, interface: Interface) -> str:
    layer = interface.layer_of_name.get(name)
    return name.title() if layer is None else layer_words.title(layer)


def html(
    result: Result,
    name: str,
    verdict: tuple[str, str] | None,
    pictures: tuple[str, ...] = (),
    note: Callable[[Placed], str | None] = lambda _: None,
    interface: Interface = SHIPPED,
) -> str:
    """Return the report in the plain HTML that Qt lays out: facts, processes, findings, pictures.

    `note` returns why a finding was accepted, None where it was not.
    """
    suits = suitability.of_result(result)
    chosen = next((one for one in suits if (one.pack_key, one.configuration_key) == verdict), None)
    body = [f"<h1>{escape(name)}</h1><p>{escape(part_facts(result))}</p>"]
    body.append(f"<h2>{_tr('Processes')}</h2>{_table(_processes(suits), PROCESS_WIDTHS)}")
    if chosen is not None:
        problems = _problems(result, chosen)
        body.append(f"<h2>{_tr('Findings')}: {escape(chosen.variant)}</h2>")
        if chosen.gate is not None:
            body.append(f"<p>{escape(chosen.gate)}</p><p class='muted'>{escape(chosen.others)}.</p>")
        body.append(
            _table(_findings(problems[:MOST_FINDINGS], note), FINDING_WIDTHS)
            if problems
            else f"<p>{_tr('None.')}</p>"
        )
        if len(problems) > MOST_FINDINGS:
            body.append(f"<p>{_tr('{n} more are not listed.').format(n=len(problems) - MOST_FINDINGS)}</p>")
    body += _pictures(pictures, interface)
    return "".join(body)


def _pictures(layers: tuple[str, ...], interface: Interface) -> Iterator[str]:
    """Yield each picture under its title, two on a page of their own."""
    for at, one in enumerate(layers):
        opens_page = "" if at % N_PICTURES_A_PAGE else " style='page-break-before: always'"
        yield f"<h2{opens_page}>{escape(_title(one, interface))}</h2><p><img src='picture:{one}'/></p>"


def _problems(result: Result, suit: Suit) -> list[Placed]:
    """Return what fails or warns, the worst first; behind a gate that failed nothing but its own findings."""
    found = rule_rows.find(result, suit.pack_key, suit.configuration_key)
    gate = None if found is None else found[1].result.gate
    placed = findings.of_result(result, suit.pack_key, suit.configuration_key).all
    return [
        one
        for one in placed
        if one.finding.severity != "pass" and (suit.gate is None or one.rule.key == gate)
    ]


def _processes(suits: tuple[Suit, ...]) -> Iterator[Row]:
    yield _tr("Process"), _tr("Verdict"), _tr("Rules that fail"), _tr("Rules that warn")
    for suit in suits:
        word = ("muted", _tr("does not suit"))
        if suit.gate is None:
            word = (str(suit.severity), glyphs.word(suit.severity))
        yield f"{suit.process}, {suit.variant}", word, str(suit.n_fail), str(suit.n_warning)


def _note(context: WindowContext, placed: Placed) -> str | None:
    return None if context.session is None else context.acceptances.note(context.session.path, placed)


def _accepted(context: WindowContext, result: Result) -> Iterator[Noted]:
    """Yield what was accepted of any process, in words."""
    names = {
        (one.pack_key, one.configuration_key): f"{one.process}, {one.variant}"
        for one in suitability.of_result(result)
    }
    for one in findings.of_result(result).all:
        note = _note(context, one)
        if note is not None and one.finding.severity != "pass":
            process = names[one.pack_key, one.configuration_key]
            yield Noted(process, one.rule.name or one.rule.key, one.finding.message or "", note)


def _words_of_notes() -> Words:
    return Words(
        _tr("Accepted findings"),
        _tr("Verdicts stay what they are; of these findings somebody said why they may be."),
        (_tr("Process and rule"), _tr("Finding"), _tr("Accepted, because")),
    )


def _findings(placed: list[Placed], note: Callable[[Placed], str | None]) -> Iterator[Row]:
    yield _tr("Rule"), _tr("Finding"), _tr("Measured"), _tr("Limit")
    for one in placed:
        accepted = note(one)
        message = one.finding.message or ""
        if accepted is not None:
            message = f"{message} {_tr('Accepted: {note}').format(note=accepted)}".strip()
        yield (
            one.rule.name or one.rule.key,
            message,
            measured(one.finding),
            limit(one.finding),
        )


def _table(rows: Iterator[Row], widths: tuple[int, ...]) -> str:
    """Return a table whose columns are so many percent wide."""
    lines = []
    for at, row in enumerate(rows):
        tag = "td" if at else "th"
        cells = []
        for one, width in zip(row, widths, strict=True):
            kind, text = ("", one) if isinstance(one, str) else one
            inside = f"<span class='{kind}'>{escape(text)}</span>" if kind else escape(text)
            cells.append(f"<{tag} align='left' width='{width}%'>{inside}</{tag}>")
        lines.append(f"<tr>{''.join(cells)}</tr>")
    return f"<table width='100%' cellspacing='0' border='0'>{''.join(lines)}</table>"


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
