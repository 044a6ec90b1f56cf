"""The report as a file: the server's page as it is, or a PDF drawn here with the viewport's pictures."""

from collections.abc import Callable, Iterator, Sequence
from html import escape
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QCoreApplication, QIODevice, QSize, Qt, QUrl
from PySide6.QtGui import QImage, QTextDocument

from app.client.errors import Failure, Reason
from app.client.models import Result
from app.state import accepted_page, display_unit, rule_rows, suitability
from app.state.acceptances import Accepted
from app.state.accepted_page import Noted, Words
from app.state.findings import Placed
from app.state.interface import SHIPPED, Interface
from app.state.issues import PlacedIssue
from app.state.quantity_words import limit, measured, measured_range
from app.state.suitability import Suit
from app.views import glyphs, issue_words, layer_words, paper, places
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
PROCESS_WIDTHS, ISSUE_WIDTHS = (52, 18, 15, 15), (22, 54, 12, 12)
"""Percent of the page for each column."""
Row = tuple[str | tuple[str, str], ...]
"""Cells: words in lines, or a class of the page's style with words."""
MOST_ISSUES = 40
"""Of the chosen process; the page says how many more there are."""
MOST_PLACES = 12
"""Of an issue; its row says how many more there are."""
AcceptedOf = Callable[[Sequence[Placed]], Accepted]


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

    notes = tuple(_noted(context, result))

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
            lambda several: _accepted(context, several),
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
    accepted: AcceptedOf = lambda several: Accepted(0, len(several), ()),
    interface: Interface = SHIPPED,
) -> str:
    """Return the report in the plain HTML that Qt lays out: facts, processes, issues, pictures.

    `accepted` returns how many of the findings of an issue were accepted, and why.
    """
    suits = suitability.of_result(result)
    chosen = next((one for one in suits if (one.pack_key, one.configuration_key) == verdict), None)
    body = [f"<h1>{escape(name)}</h1><p>{escape(part_facts(result))}</p>"]
    if result.form is not None:
        body.append(f"<p>{escape(display_unit.in_sentence(result.form.sentence))}</p>")
    body.append(f"<h2>{_tr('Processes')}</h2>{_table(_processes(suits), PROCESS_WIDTHS)}")
    if result.order_reason:
        body.append(f"<p class='muted'>{escape(display_unit.in_sentence(result.order_reason))}</p>")
    if chosen is not None:
        problems = _problems(result, chosen)
        body.append(f"<h2>{_tr('Issues')}: {escape(chosen.variant)}</h2>")
        if chosen.gate is not None:
            body.append(f"<p>{escape(chosen.gate)}</p><p class='muted'>{escape(chosen.others)}.</p>")
        body.append(
            _table(_issues(result, problems[:MOST_ISSUES], accepted), ISSUE_WIDTHS)
            if problems
            else f"<p>{_tr('None.')}</p>"
        )
        if len(problems) > MOST_ISSUES:
            body.append(f"<p>{_tr('{n} more are not listed.').format(n=len(problems) - MOST_ISSUES)}</p>")
    body += _pictures(pictures, interface)
    return "".join(body)


def _pictures(layers: tuple[str, ...], interface: Interface) -> Iterator[str]:
    """Yield each picture under its title, two on a page of their own."""
    for at, one in enumerate(layers):
        opens_page = "" if at % N_PICTURES_A_PAGE else " style='page-break-before: always'"
        yield f"<h2{opens_page}>{escape(_title(one, interface))}</h2><p><img src='picture:{one}'/></p>"


def _problems(result: Result, suit: Suit) -> list[PlacedIssue]:
    """Return what fails or warns, the worst first; behind a gate that failed nothing but its own issues."""
    found = rule_rows.find(result, suit.pack_key, suit.configuration_key)
    gate = None if found is None else found[1].result.gate
    return [
        each
        for each in rule_rows.issues_of(result, suit.pack_key, suit.configuration_key)
        if suit.gate is None or each.rule.key == gate
    ]


def _processes(suits: tuple[Suit, ...]) -> Iterator[Row]:
    yield _tr("Process"), _tr("Verdict"), _tr("Rules that fail"), _tr("Rules that warn")
    for suit in suits:
        word = ("muted", _tr("does not suit"))
        if suit.gate is None:
            word = (str(suit.severity), glyphs.word(suit.severity))
        yield f"{suit.process}, {suit.variant}", word, str(suit.n_fail), str(suit.n_warning)


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


def _issues(result: Result, several: Sequence[PlacedIssue], accepted: AcceptedOf) -> Iterator[Row]:
    yield _tr("Rule"), _tr("Issue"), _tr("Measured"), _tr("Limit")
    for each in several:
        found = accepted(each.placed)
        lines = [each.message, "" if each.is_single else _places(result, each)]
        if found.n:
            words = _tr("Accepted") if found.is_whole else issue_words.accepted(found)
            lines.append(f"{words[:1].upper()}{words[1:]}: {' · '.join(found.notes)}")
        unit = each.worst.finding.unit
        yield (
            each.rule.name or each.rule.key,
            "\n".join(filter(None, lines)),
            measured(each.worst.finding) if each.is_single else measured_range(each.issue, unit),
            limit(each.worst.finding),
        )


def _places(result: Result, each: PlacedIssue) -> str:
    """Name the places of an issue, the worst first, as many as a row has room for."""
    named = [places.words(result, one) for one in each.placed[:MOST_PLACES]]
    left = len(each.placed) - len(named)
    return ", ".join(named) + (f" {_tr('and {n} more').format(n=left)}" if left else "")


def _table(rows: Iterator[Row], widths: tuple[int, ...]) -> str:
    """Return a table whose columns are so many percent wide."""
    lines = []
    for at, row in enumerate(rows):
        tag = "td" if at else "th"
        cells = []
        for one, width in zip(row, widths, strict=True):
            kind, text = ("", one) if isinstance(one, str) else one
            words = escape(text).replace("\n", "<br>")
            inside = f"<span class='{kind}'>{words}</span>" if kind else words
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
