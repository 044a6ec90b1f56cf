"""The first page of a printed report: the part, what each process says of it, and what was accepted."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Paragraph, Spacer, Table

from engine.model.finding import ConfigurationVerdict
from engine.model.rulepack import Severity
from engine.report import body_groups, explanations, wording
from engine.report.body_groups import BodyGroup
from engine.report.chapters import Chapter
from engine.report.document import Report
from engine.report.paper.kept import Kept
from engine.report.paper.looks import (
    BARE,
    BODY_PT,
    BOLD,
    COLOR_OF_SEVERITY,
    INK,
    LINK,
    MARK_OF_SEVERITY,
    MIDDLE,
    SMALL_PT,
    SOFT,
    dot,
    marked_up,
    style_of,
)
from engine.report.paper.typesetter import Typesetter

NAMES_WIDTH = 33 * mm
"""Of the column with the names of the facts."""
PICTURE_HEIGHT = 62 * mm
FACTS_SHARE = 0.56
"""Of the width, beside a picture."""


@dataclass(frozen=True, slots=True)
class Note:
    """An issue that somebody accepted, and why."""

    process: str
    rule: str
    message: str
    note: str


def opening(report: Report, setter: Typesetter) -> Iterator[Flowable]:
    """Name the part and tell what it is, with a picture where there is one; then what went wrong, if any."""
    yield Paragraph(marked_up(report.title), style_of(20.0, INK, BOLD, after=8.0))
    picture = report.hero
    facts_width = setter.width if picture is None else FACTS_SHARE * setter.width
    rows = [
        [setter.text(name, color=SOFT), setter.text(words, bold=True)]
        for name, words in explanations.facts(report)
    ]
    facts = Table(rows, colWidths=[NAMES_WIDTH, facts_width - NAMES_WIDTH], style=BARE)
    if picture is None:
        yield facts
    else:
        width = setter.width - facts_width
        shown = setter.picture(picture, width - 4 * mm, PICTURE_HEIGHT)
        yield Table([[facts, shown]], colWidths=[facts_width, width], style=MIDDLE)
    failed = [each.message for each in report.analysis.failed_stages]
    for words in (*failed, *report.analysis.assessed.prepared.part.notes):
        yield setter.box([[setter.text(words)]], [setter.width], "warning")


def processes(report: Report, setter: Typesetter) -> Iterator[Flowable]:
    """List every process, the one that suits the part best first."""
    rows: list[list[Any]] = [
        [setter.small(each) for each in ("Process", "Variant", "Verdict", "Fail", "Warn", "Pass", "")]
    ]
    spans: list[tuple[Any, ...]] = []
    for at, chapter in enumerate(report.chapters):
        begins = len(rows)
        for configuration in chapter.verdict.configurations:
            rows.append(_process(report, setter, at, chapter, configuration, is_first=len(rows) == begins))
        if len(rows) - begins > 1:
            spans.append(("SPAN", (0, begins), (0, len(rows) - 1)))
    table = setter.table(rows, (0.15, 0.22, 0.11, 0.055, 0.055, 0.055, 0.355), spans)
    yield Kept([setter.heading("Can it be made?"), table])
    yield Spacer(1, 5)
    yield setter.text(report.analysis.order.sentence)
    yield setter.small(
        "The process that suits the part best comes first. Counts are rules. A process fails when one of "
        "its rules fails."
    )


def _process(
    report: Report,
    setter: Typesetter,
    at: int,
    chapter: Chapter,
    configuration: ConfigurationVerdict,
    is_first: bool,
) -> list[Any]:
    numbers = ["", "", ""]
    if not configuration.gate:
        counts = configuration.count_of_severity
        n_pass = counts.get(Severity.PASS, 0) - configuration.n_not_applicable
        numbers = [str(counts.get(Severity.FAIL, 0)), str(counts.get(Severity.WARNING, 0)), str(n_pass)]
    link = f'<a href="#pack-{at + 1}" color="{LINK}">{marked_up(chapter.verdict.name)}</a>'
    return [
        Paragraph(link, style_of(BODY_PT, INK, BOLD)) if is_first else "",
        setter.text(configuration.name),
        setter.verdict(configuration.severity),
        *(setter.text(each) for each in numbers),
        setter.small(explanations.remark(report, chapter, configuration)),
    ]


def bodies(report: Report, setter: Typesetter) -> Iterator[Flowable]:
    """List the bodies of an assembly, equal ones once, and by which processes one alone can be made."""
    listed = body_groups.listing(report.bodies)
    head, widths = ["Body", "Count", "Size"], [0.2, 0.06, 0.22]
    if not listed.is_alike:
        head, widths = [*head, "Verdict"], [*widths, 0.52]
    rows: list[list[Any]] = [[setter.small(each) for each in head]]
    for group in listed.groups:
        cells = [
            setter.text(group.name, SMALL_PT, bold=True),
            setter.text(str(len(group.faces_of_body)), SMALL_PT),
            setter.text(wording.sides(group.size_mm), SMALL_PT),
        ]
        rows.append(cells if listed.is_alike else [*cells, _packs(group, setter)])
    table = setter.table(rows, widths, remark=wording.and_more(listed.n_more))
    yield Kept([setter.heading("Bodies"), setter.small(explanations.bodies(report)), table])


def _packs(group: BodyGroup, setter: Typesetter) -> Flowable:
    """Say in a line what packs say of one body alone."""
    said = [
        f'{dot(MARK_OF_SEVERITY[severity])} <font name="{BOLD}" color="{COLOR_OF_SEVERITY[severity]}">'
        f"{wording.WORD_OF_SEVERITY[severity]}</font> {marked_up(names)}"
        for severity, names in group.packs()
    ]
    return Paragraph(" &nbsp; ".join(said), style_of(SMALL_PT, INK)) if said else setter.small("not judged")


def accepted(notes: Sequence[Note], setter: Typesetter) -> Iterator[Flowable]:
    """List the issues that were accepted, and why."""
    rows = [[setter.small(each) for each in ("Process and rule", "Issue", "Accepted, because")]]
    rows += [
        [setter.text(each, SMALL_PT) for each in (f"{one.process}\n{one.rule}", one.message, one.note)]
        for one in notes
    ]
    yield Kept(
        [
            setter.heading("Accepted issues", 1),
            setter.text("Verdicts stay what they are; of these issues somebody said why they may be."),
            setter.table(rows, (0.26, 0.42, 0.32)),
        ]
    )
