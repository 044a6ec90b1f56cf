"""The issues of a rule in a printed report: the worst as a card, some in pairs, the others as lines."""

from collections.abc import Iterator, Sequence
from typing import Any

from reportlab.lib import colors
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Paragraph, Spacer, Table

from engine.render import legend
from engine.report import places, wording
from engine.report.chapters import Chapter, Entry, Section
from engine.report.document import Report
from engine.report.paper.looks import (
    BARE,
    BOLD,
    COLOR_OF_SEVERITY,
    INK,
    LINK,
    MARK_OF_SEVERITY,
    PAIR,
    REGULAR,
    SMALL_PT,
    SOFT,
    SOFT_HEX,
    TINY_PT,
    dot,
    marked_up,
    style_of,
)
from engine.report.paper.typesetter import Typesetter

PICTURE_WIDTH, SMALL_PICTURE_WIDTH = 60 * mm, 38 * mm
SMALL_PICTURE_HEIGHT = 32 * mm
MEASURES_WIDTHS = (0.31, 0.32, 0.37)
"""Shares of a card's text, for what was measured, the limit and the margin."""


def card(report: Report, setter: Typesetter, chapter: Chapter, section: Section) -> Flowable:
    """Set the worst issue of a rule: what was found, the numbers, what to change, where, and a picture."""
    entry = section.first
    closeup = entry.closeup
    if closeup is None:
        words = [*_said(setter, section, setter.width), *_particulars(setter, chapter, section)]
        return setter.box([[words]], [setter.width], section.topic.severity)
    wide = PICTURE_WIDTH * setter.closeup_scale
    width = setter.width - wide - 10
    said, small_print = [*_said(setter, section, width)], [*_particulars(setter, chapter, section)]
    shown = [setter.picture(closeup, wide, wide), *_caption(report, setter, entry)]
    rows: list[list[Any]] = [[[*said, *small_print], shown]]
    if setter.are_cards_split:
        rows = [[said, shown], [small_print, ""]]
    return setter.box(rows, [width, wide + 10], section.topic.severity)


def _said(setter: Typesetter, section: Section, width: float) -> Iterator[Flowable]:
    entry, topic = section.first, section.topic
    worst = entry.issue.worst
    places = wording.counts_in_words(topic.counts)
    verdict = wording.WORD_OF_SEVERITY[topic.severity]
    title = (
        f"{dot(MARK_OF_SEVERITY[topic.severity])} "
        f'<font color="{COLOR_OF_SEVERITY[topic.severity]}">{verdict}</font> '
        f"{marked_up(topic.rule_name)} "
        f'<font name="{REGULAR}" color="{SOFT_HEX}" size="{SMALL_PT}">{places}</font>'
    )
    yield Paragraph(f'<a name="{entry.anchor}"/>{title}', style_of(10.0, INK, BOLD, after=3.0))
    lead, clauses = wording.split_enumeration(worst.message)
    yield setter.text(lead, bold=True)
    shown, folded = wording.folded(clauses)
    for each in shown:
        yield setter.text(f"· {each}", SMALL_PT)
    if folded:
        yield setter.small(wording.and_more(len(folded)))
    if worst.threshold is not None and not entry.issue.is_without_size:
        yield Spacer(1, 2)
        yield _measures(setter, entry, width - 16)
    if entry.issue.is_silently_undecided:
        yield setter.text(f"{wording.UNDECIDED}: a limit lies within the uncertainty.", color=SOFT)
    if worst.advice:
        yield Spacer(1, 2)
        yield setter.text(f"What to change: {worst.advice}")


def _measures(setter: Typesetter, entry: Entry, width: float) -> Flowable:
    worst = entry.issue.worst
    numbers = (wording.measured(worst), wording.limit(worst), wording.margin(worst))
    is_missed = worst.margin is not None and worst.margin < 0.0
    color = colors.HexColor(COLOR_OF_SEVERITY[worst.severity]) if is_missed else INK
    cells = [
        [setter.small(each) for each in ("Measured", "Limit", "Margin")],
        [setter.text(each, 9.5, color if at == 2 else INK, bold=True) for at, each in enumerate(numbers)],
    ]
    return Table(cells, colWidths=[width * each for each in MEASURES_WIDTHS], style=BARE, hAlign="LEFT")


def _particulars(setter: Typesetter, chapter: Chapter, section: Section) -> Iterator[Flowable]:
    """Name the places of an issue, what each configuration makes of it, and who sets the limit."""
    entry = section.first
    where = entry.issue.where
    said = [where[:1].upper() + where[1:]]
    if len(chapter.verdict.configurations) > 1:
        said += _judgments(entry)
    yield Spacer(1, 3)
    yield setter.small(f"{'; '.join(said)}.")
    if section.topic.source:
        yield setter.small(f"Source of the limit: {section.topic.source}")
    if entry.same_as:
        link = f'<a href="#{entry.same_as}" color="{LINK}">The picture of this place is above.</a>'
        yield Paragraph(link, style_of(SMALL_PT, SOFT))


def _judgments(entry: Entry) -> Iterator[str]:
    """Say what each configuration that objects makes of an issue."""
    for judgment in entry.issue.judgments:
        finding = judgment.finding
        has_limit = finding.threshold is not None and not entry.issue.is_without_size
        limit = f", {wording.limit(finding)}" if has_limit else ""
        yield f"{judgment.configuration}: {wording.VERB_OF_SEVERITY[finding.severity]}{limit}"


def _caption(report: Report, setter: Typesetter, entry: Entry) -> Iterator[Flowable]:
    """Say what the colors of a close-up mean."""
    limits = places.limits_of(entry.issue, report.analysis)
    if limits is None:
        return
    bands = []
    for word, value, least in (
        ("red", limits.limits.fail, limits.least.fail),
        ("amber", limits.limits.warn, limits.least.warn),
    ):
        if value is not None:
            bands.append(f"{legend.below(word, least, value)}{wording.suffix(str(limits.layer.unit))}")
    words = f"{limits.layer.title}: {', '.join((*bands, 'blue beyond'))}. Limits of {limits.limits.source}."
    yield setter.text(words, TINY_PT, SOFT)


def pair(setter: Typesetter, section: Section, entries: Sequence[Entry]) -> Flowable:
    """Lay one or two further issues side by side, each with its small picture."""
    half = setter.width / 2
    wide = SMALL_PICTURE_WIDTH * setter.closeup_scale
    cells: list[Any] = []
    for entry in entries:
        assert entry.closeup is not None, "an issue without a picture is a line"
        issue = entry.issue
        words: list[Flowable] = [setter.verdict(issue.severity, SMALL_PT)]
        if not section.first.issue.is_without_size:
            words += [
                setter.text(wording.measured(issue.worst), SMALL_PT, bold=True),
                setter.text(wording.limit(issue.worst), SMALL_PT),
            ]
        if not issue.is_decided:
            words.append(setter.small(wording.UNDECIDED.lower()))
        words.append(setter.small(issue.where))
        cells += [setter.picture(entry.closeup, wide, SMALL_PICTURE_HEIGHT * setter.closeup_scale), words]
    cells += [""] * (4 - len(cells))
    left = wide + 2 * mm
    return Table([cells], colWidths=[left, half - left] * 2, style=PAIR)


def rest(setter: Typesetter, section: Section) -> Flowable:
    """List the issues that are a line each."""
    has_size = not section.first.issue.is_without_size
    head = ["Also at", *(("Measured", "Limit", "Margin") if has_size else ()), ""]
    rows: list[list[Any]] = [[setter.small(each) for each in head]]
    for entry in section.rest:
        worst = entry.issue.worst
        numbers = (wording.measured(worst), wording.limit(worst), wording.margin(worst))
        verdict: list[Flowable] = [setter.verdict(entry.issue.severity, SMALL_PT)]
        if not entry.issue.is_decided:
            verdict.append(setter.small(wording.UNDECIDED.lower()))
        rows.append(
            [
                setter.text(entry.issue.where, SMALL_PT),
                *((setter.text(each, SMALL_PT) for each in numbers) if has_size else ()),
                verdict,
            ]
        )
    remarks = [wording.and_more(section.n_more)]
    if section.n_without_picture:
        places = wording.counted(section.n_without_picture, "failing place")
        remarks.append(f"{places} here without a picture: the worst of the part have one.")
    widths = (0.36, 0.16, 0.16, 0.18, 0.14) if has_size else (0.8, 0.2)
    return setter.table(rows, widths, remark=" ".join(filter(None, remarks)))
