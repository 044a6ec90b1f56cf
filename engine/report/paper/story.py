"""What stands on the pages of the report, in order."""

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

from PIL import Image as Pictures
from reportlab.lib import colors
from reportlab.lib.units import mm
from reportlab.platypus import (
    CondPageBreak,
    Flowable,
    Image,
    KeepTogether,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)

from engine.model.finding import ConfigurationVerdict, PackVerdict
from engine.model.rulepack import Severity
from engine.render import legend
from engine.report import gallery, inches, wording
from engine.report.document import Chapter, Entry, Report, Row, Section, others_in_words
from engine.report.feature_tables import KindTable
from engine.report.paper.legend_bar import LegendBar
from engine.report.paper.looks import (
    BARE,
    BODY_PT,
    BOLD,
    COLOR_OF_SEVERITY,
    INK,
    LINE,
    LINES,
    LINK,
    MARK_OF_SEVERITY,
    MIDDLE,
    PAIR,
    REGULAR,
    ROWS,
    SMALL_PT,
    SOFT,
    SQUARE,
    TINY_PT,
    TOP,
    dot,
    marked_up,
    style_of,
    width_of,
)
from engine.stages import available

PICTURE_WIDTH, SMALL_PICTURE_WIDTH = 66 * mm, 38 * mm
PICTURE_DPI = 240
QUALITY = 88
"""Of JPEG, of 100."""
LEAST_ROOM = 42 * mm
"""What has to be left of a page for a chapter to begin there."""
MOST_ROWS_TOGETHER = 14
"""Of the rules of a chapter, for a page to end before them and not among them."""
FEWEST_ROWS = 3
"""Of a table under its heading, before a page may end."""
WORD_OF_SEVERITY = {"fail": "Fail", "warning": "Warning", "pass": "Pass"}
VERB_OF_SEVERITY = {"fail": "fails", "warning": "warns", "pass": "passes"}


@dataclass(frozen=True, slots=True)
class Note:
    """An issue that somebody accepted, and why."""

    process: str
    rule: str
    message: str
    note: str


class Story:
    """What stands on the pages, in order."""

    def __init__(self, report: Report, width: float, units: str) -> None:
        self._report = report
        self._width = width
        self._units = units
        self._say: Callable[[str], str] = inches.sentence if units == inches.INCHES else str

    def flowables(self, notes: Sequence[Note]) -> list[Flowable]:
        """Return all of it; `notes` are of issues that were accepted."""
        report = self._report
        story = [*self._opening()]
        if report.chapters:
            story += self._overview()
        if notes:
            story += self._notes(notes)
        for at, chapter in enumerate(report.chapters):
            story += self._chapter(at + 1, chapter)
        story += self._surface()
        story += self._features()
        story += self._closing()
        return story

    # --- words ---

    def _text(self, words: str, size: float = BODY_PT, color: Any = INK, bold: bool = False) -> Paragraph:
        return Paragraph(marked_up(self._say(words)), style_of(size, color, BOLD if bold else REGULAR))

    def _small(self, words: str) -> Paragraph:
        return self._text(words, SMALL_PT, SOFT)

    def _heading(self, words: str, level: int = 0, anchor: str = "") -> Flowable:
        size = 15.0 if level == 0 else 11.0
        style = style_of(size, INK, BOLD, before=14.0 if level == 0 else 10.0, after=5.0)
        name = f'<a name="{anchor}"/>' if anchor else ""
        heading = Paragraph(name + marked_up(self._say(words)), style)
        heading.outline_level = level
        return heading

    def _number(self, value: float, unit: str = "") -> str:
        return self._say(wording.number(value, unit))

    # --- the first page ---

    def _opening(self) -> Iterator[Flowable]:
        report = self._report
        yield Paragraph(marked_up(report.title), style_of(20.0, INK, BOLD, after=8.0))
        rows = [[self._text(name, color=SOFT), self._text(words, bold=True)] for name, words in self._facts()]
        picture = report.hero
        facts_width = 0.56 * self._width if picture is not None else self._width
        facts = Table(rows, colWidths=[33 * mm, facts_width - 33 * mm], style=BARE)
        if picture is None:
            yield facts
        else:
            beside = self._picture(picture, self._width - facts_width - 4 * mm, 62 * mm)
            yield Table([[facts, beside]], colWidths=[facts_width, self._width - facts_width], style=MIDDLE)
        analysis = report.analysis
        said = [failed.message for failed in analysis.failed_stages]
        for words in (*said, *analysis.assessed.prepared.part.notes):
            yield Spacer(1, 4)
            yield self._box([[self._text(words)]], [self._width], "warning")

    def _facts(self) -> Iterator[tuple[str, str]]:
        assessed = self._report.analysis.assessed
        part = assessed.prepared.part
        form, pull = available(lambda: assessed.form), available(lambda: assessed.pull)
        if form is not None:
            yield "Form", form.sentence
        x, y, z = (float(each) for each in part.size_mm)
        yield "Size", f"{wording.number(x)} × {wording.number(y)} × {wording.number(z, 'mm')}"
        yield "Volume", wording.number(part.volume_mm3 / 1000, "cm³")
        yield "Surface", wording.number(part.area_mm2 / 100, "cm²")
        n_bodies, n_faces = len(part.bodies), len(part.faces)
        bodies = wording.counted(n_bodies, "body", "bodies")
        yield "Bodies, faces", f"{bodies}, {wording.counted(n_faces, 'face')}"
        yield "Unit in the file", part.unit or "none declared"
        if pull is None:
            yield "Pull direction", "not chosen"
        else:
            yield "Pull direction", wording.direction(pull.direction)
            yield "Undercut", wording.counted(int(pull.is_undercut.sum()), "face")
            low = wording.counted(int(pull.is_low_draft.sum()), "face")
            yield f"Draft below {pull.alpha_warn_deg:g}°", low

    def _overview(self) -> Iterator[Flowable]:
        """List every process, the one that suits the part best first."""
        yield CondPageBreak(LEAST_ROOM)
        yield self._heading("Can it be made?")
        rows: list[list[Any]] = [
            [self._small(each) for each in ("Process", "Variant", "Verdict", "Fail", "Warn", "Pass", "")]
        ]
        style = [*LINES]
        for at, chapter in enumerate(self._report.chapters):
            begins = len(rows)
            for configuration in chapter.verdict.configurations:
                rows.append(self._process(at, chapter, configuration, is_first=len(rows) == begins))
            if len(rows) - begins > 1:
                style.append(("SPAN", (0, begins), (0, len(rows) - 1)))
        w = self._width
        widths = [0.17 * w, 0.25 * w, 0.12 * w, 0.07 * w, 0.07 * w, 0.07 * w, 0.25 * w]
        yield Table(rows, colWidths=widths, style=TableStyle(style), repeatRows=1)
        yield Spacer(1, 5)
        yield self._text(self._report.analysis.order.sentence)
        yield self._small(
            "The process that suits the part best comes first. Counts are rules. A process fails when one of "
            "its rules fails."
        )

    def _process(
        self, at: int, chapter: Chapter, configuration: ConfigurationVerdict, is_first: bool
    ) -> list[Any]:
        ranked = self._report.analysis.order.of(chapter.verdict.key, configuration.key)
        counts = configuration.count_of_severity
        remark = ranked.misfit if ranked is not None and ranked.misfit else ""
        if configuration.gate:
            remark = f"{remark} does not suit the part; {others_in_words(configuration)}".strip()
        elif configuration.n_not_applicable:
            remark = f"{remark} {configuration.n_not_applicable} with nothing to check".strip()
        numbers = ["", "", ""]
        if not configuration.gate:
            n_pass = counts.get(Severity.PASS, 0) - configuration.n_not_applicable
            numbers = [
                str(counts.get(Severity.FAIL, 0)),
                str(counts.get(Severity.WARNING, 0)),
                str(n_pass),
            ]
        link = f'<a href="#pack-{at + 1}" color="{LINK}">{marked_up(chapter.verdict.name)}</a>'
        return [
            Paragraph(link, style_of(BODY_PT, INK, BOLD)) if is_first else "",
            self._text(configuration.name),
            self._verdict(configuration.severity),
            *(self._text(each) for each in numbers),
            self._small(remark),
        ]

    def _verdict(self, severity: str, size: float = BODY_PT) -> Paragraph:
        word = WORD_OF_SEVERITY[severity]
        return Paragraph(
            f"{dot(MARK_OF_SEVERITY[severity])} {word}",
            style_of(size, colors.HexColor(COLOR_OF_SEVERITY[severity]), BOLD),
        )

    def _notes(self, notes: Sequence[Note]) -> Iterator[Flowable]:
        yield CondPageBreak(LEAST_ROOM)
        yield self._heading("Accepted issues", 1)
        yield self._text("Verdicts stay what they are; of these issues somebody said why they may be.")
        rows = [[self._small(each) for each in ("Process and rule", "Issue", "Accepted, because")]]
        rows += [
            [self._text(each, SMALL_PT) for each in (f"{one.process}\n{one.rule}", one.message, one.note)]
            for one in notes
        ]
        w = self._width
        yield Table(rows, colWidths=[0.26 * w, 0.42 * w, 0.32 * w], style=ROWS, repeatRows=1)

    # --- a rule pack ---

    def _chapter(self, number: int, chapter: Chapter) -> Iterator[Flowable]:
        heading = self._heading(chapter.verdict.name, anchor=f"pack-{number}")
        if len(chapter.rows) > MOST_ROWS_TOGETHER:
            yield CondPageBreak(LEAST_ROOM)
            yield heading
            yield from self._rules(chapter)
        else:
            yield KeepTogether([heading, *self._rules(chapter)])
        for section in chapter.sections:
            yield from self._section(chapter, section)
        if not chapter.sections:
            yield self._text("Nothing to fix.", color=SOFT)
        if chapter.folded_rows:
            yield Spacer(1, 5)
            yield self._small(
                f"{chapter.fold_title}. The part is not made by this process, so these rules need no change "
                "of it; the result file lists every place."
            )

    def _rules(self, chapter: Chapter) -> Iterator[Flowable]:
        configurations = chapter.verdict.configurations
        rows: list[list[Any]] = [[self._small(each) for each in ("Rule", *(c.name for c in configurations))]]
        for row in chapter.rows:
            rows.append([self._text(row.name, SMALL_PT), *self._cells(chapter.verdict, row)])
        first = 0.34 * self._width
        others = (self._width - first) / max(len(configurations), 1)
        yield Table(rows, colWidths=[first, *[others] * len(configurations)], style=ROWS, repeatRows=1)
        yield Spacer(1, 6)

    def _cells(self, verdict: PackVerdict, row: Row) -> Iterator[Flowable]:
        for configuration, one in zip(verdict.configurations, row.verdicts, strict=True):
            if one is None:
                yield self._small("not asked")
            elif configuration.gate and one.key != configuration.gate:
                yield self._small("does not suit the part")
            elif not one.is_applicable:
                yield self._small("nothing to check")
            else:
                yield self._verdict(one.severity, SMALL_PT)

    def _section(self, chapter: Chapter, section: Section) -> Iterator[Flowable]:
        """Show one rule that was not passed: its worst issue at length, others with a picture, the rest."""
        yield self._card(chapter, section)
        for first in range(0, len(section.next), 2):
            yield self._pair(section, section.next[first : first + 2])
        if section.rest:
            yield self._rest(section)
        if section.n_without_picture:
            places = wording.counted(section.n_without_picture, "failing place")
            yield self._small(f"{places} here without a picture: the worst of the part have one.")
        if section.n_more:
            yield self._small(f"And {section.n_more} more; the result file lists them all.")
        yield Spacer(1, 6)

    def _card(self, chapter: Chapter, section: Section) -> Flowable:
        entry, topic = section.first, section.topic
        worst = entry.issue.worst
        counts = [
            f"{VERB_OF_SEVERITY[severity]} at {wording.counted(topic.count(severity), 'place')}"
            for severity in (Severity.FAIL, Severity.WARNING)
            if topic.count(severity)
        ]
        title = (
            f"{dot(MARK_OF_SEVERITY[topic.severity])} "
            f'<font color="{COLOR_OF_SEVERITY[topic.severity]}">{WORD_OF_SEVERITY[topic.severity]}</font> '
            f"{marked_up(topic.rule_name)} "
            f'<font name="{REGULAR}" color="#5a6673" size="{SMALL_PT}">{", ".join(counts)}</font>'
        )
        said: list[Flowable] = [
            Paragraph(f'<a name="{entry.anchor}"/>{title}', style_of(10.0, INK, BOLD, after=3.0)),
            self._text(worst.message, bold=True),
        ]
        if worst.threshold is not None and not entry.issue.is_without_size:
            said.append(self._measures(entry))
        if not worst.is_decided and "oo close to call" not in worst.message:
            said.append(self._text("Too close to call: a limit lies within the uncertainty.", color=SOFT))
        if worst.advice:
            said += [Spacer(1, 2), self._text(f"What to change: {worst.advice}")]
        below: list[Flowable] = [self._small(line) for line in self._particulars(chapter, entry)]
        if topic.source:
            below.append(self._small(f"Source of the limit: {topic.source}"))
        if entry.picture is None:
            if entry.same_as:
                link = f'<a href="#{entry.same_as}" color="{LINK}">The picture of this place is above.</a>'
                said.append(Paragraph(link, style_of(SMALL_PT, SOFT)))
            return self._box([[said], [below]], [self._width], topic.severity)
        right = [self._picture(entry.picture, PICTURE_WIDTH, PICTURE_WIDTH), *self._caption(entry)]
        widths = [self._width - PICTURE_WIDTH - 10, PICTURE_WIDTH + 10]
        return self._box([[said, right], [below, ""]], widths, topic.severity)

    def _particulars(self, chapter: Chapter, entry: Entry) -> Iterator[str]:
        """Name the places of an issue, and what each configuration that objects makes of it."""
        said = [_capitalized(entry.issue.where)]
        if len(chapter.verdict.configurations) > 1:
            said += _judgments(entry)
        yield "; ".join(said) + "."

    def _measures(self, entry: Entry) -> Flowable:
        worst = entry.issue.worst
        numbers = (wording.measured(worst), wording.limit(worst), wording.margin(worst))
        cells = [[self._small(each) for each in ("Measured", "Limit", "Margin")]]
        is_missed = worst.margin is not None and worst.margin < 0.0
        color = colors.HexColor(COLOR_OF_SEVERITY[worst.severity]) if is_missed else INK
        cells.append(
            [self._text(each, 9.5, color if at == 2 else INK, bold=True) for at, each in enumerate(numbers)]
        )
        return Table(cells, colWidths=[31 * mm, 31 * mm, 36 * mm], style=BARE, hAlign="LEFT")

    def _caption(self, entry: Entry) -> Iterator[Flowable]:
        """Say what the colors of a close-up mean."""
        limits = gallery.limits_of(entry.issue, self._report.analysis)
        if limits is None:
            return
        bands = []
        for word, value, least in (
            ("red", limits.limits.fail, limits.least.fail),
            ("amber", limits.limits.warn, limits.least.warn),
        ):
            if value is not None:
                bands.append(f"{legend.below(word, least, value)}{wording.suffix(str(limits.layer.unit))}")
        words = (
            f"{limits.layer.title}: {', '.join((*bands, 'blue beyond'))}. Limits of {limits.limits.source}."
        )
        yield self._text(words, TINY_PT, SOFT)

    def _pair(self, section: Section, entries: Sequence[Entry]) -> Flowable:
        """Lay two further issues side by side, each with its small picture."""
        half = self._width / 2
        cells: list[Any] = []
        for entry in entries:
            issue = entry.issue
            words: list[Flowable] = [self._verdict(issue.severity, SMALL_PT)]
            if not section.first.issue.is_without_size:
                words += [
                    self._text(wording.measured(issue.worst), SMALL_PT, bold=True),
                    self._text(wording.limit(issue.worst), SMALL_PT),
                ]
            if not issue.is_decided:
                words.append(self._small("too close to call"))
            words.append(self._small(issue.where))
            picture = self._picture(cast(Pictures.Image, entry.picture), SMALL_PICTURE_WIDTH, 32 * mm)
            cells += [picture, words]
        cells += [""] * (4 - len(cells))
        left = SMALL_PICTURE_WIDTH + 2 * mm
        return Table([cells], colWidths=[left, half - left] * 2, style=PAIR)

    def _rest(self, section: Section) -> Flowable:
        has_size = not section.first.issue.is_without_size
        head = ["Also at", *(("Measured", "Limit", "Margin") if has_size else ()), ""]
        rows: list[list[Any]] = [[self._small(each) for each in head]]
        for entry in section.rest:
            worst = entry.issue.worst
            numbers = (wording.measured(worst), wording.limit(worst), wording.margin(worst))
            undecided = "" if entry.issue.is_decided else "too close to call"
            verdict = [self._verdict(entry.issue.severity, SMALL_PT)]
            rows.append(
                [
                    self._text(entry.issue.where, SMALL_PT),
                    *((self._text(each, SMALL_PT) for each in numbers) if has_size else ()),
                    verdict + ([self._small(undecided)] if undecided else []),
                ]
            )
        w = self._width
        widths = [0.36 * w, 0.16 * w, 0.16 * w, 0.18 * w, 0.14 * w] if has_size else [0.8 * w, 0.2 * w]
        return Table(rows, colWidths=widths, style=ROWS, repeatRows=1)

    # --- the whole surface ---

    def _surface(self) -> Iterator[Flowable]:
        for at, one in enumerate(self._report.maps):
            layer, limits = one.heatmap.layer, one.heatmap.limits
            title = layer.title
            scale_width = 36 * mm
            each = (self._width - scale_width) / 2 - 3 * mm
            pictures = [
                [self._picture(image, each, 62 * mm), self._small(side)] for image, side in one.pictures
            ]
            pictures += [[""]] * (2 - len(pictures))
            row = [[*pictures, LegendBar(one.heatmap, scale_width - 4 * mm, self._units)]]
            table = Table(row, colWidths=[each + 3 * mm] * 2 + [scale_width], style=TOP)
            about = layer.doc
            if limits.source:
                has_none = limits.fail is None and limits.warn is None
                about += f" {'No limit in' if has_none else 'Limits of'}: {limits.source}."
            together = [self._heading(title, 1), self._small(about), Spacer(1, 3), table]
            if at == 0:
                together.insert(0, self._heading("Measured over the whole surface"))
            yield KeepTogether(together)

    # --- features ---

    def _features(self) -> Iterator[Flowable]:
        yield CondPageBreak(LEAST_ROOM)
        yield self._heading("Features")
        patterns = available(lambda: self._report.analysis.assessed.patterns)
        if patterns:
            label = inches.label if self._units == inches.INCHES else str
            words = "; ".join(label(each.label) for each in patterns) + "."
            yield Paragraph(marked_up(words), style_of(BODY_PT, INK))
        for table in self._report.kinds:
            yield from self._kind(table)
        if not self._report.kinds:
            yield self._small("None were recognized.")

    def _kind(self, table: KindTable) -> Iterator[Flowable]:
        heading = Paragraph(
            f"{dot(table.color, SQUARE)} "
            + marked_up(wording.counted(table.count, table.kind, table.plural)),
            style_of(10.0, INK, BOLD, before=8.0, after=2.0),
        )
        is_inches = self._units == inches.INCHES
        rows = [[self._columns(each, unit) for each, unit in zip(table.columns, table.units, strict=True)]]
        for row in table.rows:
            rows.append(
                [
                    inches.bare(cell, unit) if is_inches else cell
                    for cell, unit in zip(row, table.units, strict=True)
                ]
            )
        widths = self._widths(rows)
        cells = [[Paragraph(marked_up(each), style_of(TINY_PT, SOFT)) for each in rows[0]]]
        cells += [[Paragraph(marked_up(each), style_of(SMALL_PT, INK)) for each in row] for row in rows[1:]]
        if len(cells) <= FEWEST_ROWS + 1:
            yield KeepTogether([heading, Table(cells, colWidths=widths, style=ROWS, hAlign="LEFT")])
        else:
            yield CondPageBreak(24 * mm)
            yield heading
            yield Table(cells, colWidths=widths, style=ROWS, repeatRows=1, hAlign="LEFT")
        if table.count > len(table.rows):
            yield self._small(f"And {table.count - len(table.rows)} more; the result file lists them all.")

    def _columns(self, words: str, unit: str) -> str:
        if self._units != inches.INCHES or unit not in inches.IN_INCHES:
            return words
        return words.removesuffix(unit) + inches.name(unit)

    def _widths(self, rows: Sequence[Sequence[str]]) -> list[float]:
        """Return widths of columns as their words need them, at most those of the page."""
        needed = [
            max(width_of(cell, TINY_PT if at == 0 else SMALL_PT) for at, cell in enumerate(column)) + 10.0
            for column in zip(*rows, strict=True)
        ]
        share = min(1.0, self._width / sum(needed))
        return [each * share for each in needed]

    # --- the end ---

    def _closing(self) -> Iterator[Flowable]:
        report = self._report
        analysis = report.analysis
        mesh, part = analysis.assessed.prepared.mesh, analysis.assessed.prepared.part
        recognition = analysis.assessed.recognition
        yield CondPageBreak(LEAST_ROOM)
        yield self._heading("Not checked")
        n = len(recognition.unexplained_faces)
        words = "Every face belongs to a recognized feature."
        if n:
            share = wording.number(100 * recognition.unexplained_area_share)
            words = (
                f"No recognized feature explains {wording.counted(n, 'face')}, {share} % of the surface; "
                "rules about features did not look there."
            )
        yield self._text(
            f"{words} Threads, tolerances and surface finish are not in the geometry and were not judged."
        )
        if report.unchecked:
            rows = [[self._small(each) for each in ("Rule pack", "Rule", "What was left out")]]
            rows += [[self._text(each, SMALL_PT) for each in row] for row in report.unchecked]
            w = self._width
            yield Spacer(1, 4)
            yield Table(rows, colWidths=[0.2 * w, 0.3 * w, 0.5 * w], style=ROWS, repeatRows=1)
        yield CondPageBreak(LEAST_ROOM)
        yield self._heading("How it was measured")
        origin = "surfaces in the file" if part.source == "brep" else "triangles in the file"
        yield self._text(
            f"Size, volume and area are exact, from the {origin}. Everything measured over the surface was "
            f"measured at {len(mesh.vertices):,} points of a mesh of {len(mesh.triangles):,} triangles, none "
            f"with an edge over {wording.number(mesh.max_edge_mm, 'mm')} and none further than "
            f"{wording.number(mesh.chord_mm, 'mm')} from the surface it stands for."
        )
        yield Spacer(1, 3)
        yield self._text(
            "Thickness is the diameter of the largest ball that touches the surface at the point and the "
            "opposite wall, and never more than the straight way through the material. Clearance is the same "
            "through air. Draft is the angle between the exact surface and the pull direction: 0° is a wall "
            "parallel to it. A place is undercut when neither mold half frees it."
        )
        if report.errors:
            bounds = "; ".join(f"{name} {bound}" for name, bound in report.errors)
            yield Spacer(1, 3)
            yield self._text(f"Bounds on the error: {bounds}.")

    # --- what is drawn ---

    def _picture(self, image: Pictures.Image, width: float, height: float) -> Flowable:
        """Return a picture as wide as asked, less where it would be too high; none is cropped."""
        scale = min(width / image.width, height / image.height)
        dots = min(1.0, scale * PICTURE_DPI / 72)
        paper = Pictures.new("RGB", image.size, "white")
        paper.paste(image, mask=image.getchannel("A") if image.mode == "RGBA" else None)
        if dots < 1.0:
            paper = paper.resize(
                (round(image.width * dots), round(image.height * dots)), Pictures.Resampling.BOX
            )
        file = io.BytesIO()
        paper.save(file, "JPEG", quality=QUALITY, subsampling=0)
        file.seek(0)
        return Image(file, image.width * scale, image.height * scale)

    def _box(self, rows: list[list[Any]], widths: list[float], severity: str) -> Flowable:
        mark = colors.HexColor(MARK_OF_SEVERITY[severity])
        table = Table(
            rows,
            colWidths=widths,
            style=TableStyle(
                [
                    ("VALIGN", (0, 0), (-1, -1), "TOP"),
                    ("BOX", (0, 0), (-1, -1), 0.5, LINE),
                    ("LINEBEFORE", (0, 0), (0, -1), 2.5, mark),
                    ("LEFTPADDING", (0, 0), (0, -1), 9),
                    ("RIGHTPADDING", (0, 0), (-1, -1), 7),
                    ("TOPPADDING", (0, 0), (-1, -1), 6),
                    ("BOTTOMPADDING", (0, 0), (-1, -1), 7),
                    *(
                        [("SPAN", (0, 1), (-1, 1)), ("TOPPADDING", (0, 1), (-1, 1), 0)]
                        if len(rows) > 1
                        else []
                    ),
                ]
            ),
            spaceAfter=5,
        )
        return KeepTogether([table])


def _judgments(entry: Entry) -> Iterator[str]:
    """Say what each configuration that objects makes of an issue."""
    for judgment in entry.issue.judgments:
        finding = judgment.finding
        has_limit = finding.threshold is not None and not entry.issue.is_without_size
        limit = f", {wording.limit(finding)}" if has_limit else ""
        yield f"{judgment.configuration}: {VERB_OF_SEVERITY[finding.severity]}{limit}"


def _capitalized(words: str) -> str:
    return words[:1].upper() + words[1:]
