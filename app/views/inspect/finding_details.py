"""An issue or a finding in full: what, why, the limit and its parameter, what to change, the source."""

from collections.abc import Iterator, Sequence
from html import escape

from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QWidget

from app.client.models import Finding, RuleVerdict, Severity
from app.state import display_unit, enumeration, quantity_words
from app.state.findings import Placed
from app.state.issues import PlacedIssue
from app.state.limits import Limit
from app.state.rule_rows import RuleRow
from app.views import glyphs, issue_words
from app.views.details_text import DetailsText
from app.views.theme.tokens import Tokens

GLYPH = QUrl("sprue:glyph")


class FindingDetails(DetailsText):
    """Shows an issue or a finding, with its limit where the pack is known."""

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(tokens, parent)
        self.setAccessibleName(self.tr("Details of the issue"))

    def show_issue(self, issue: PlacedIssue, limit: Limit | None, also_in: Sequence[str] = ()) -> None:
        """Show an issue, with the other processes that have one at the same place."""
        self._show_html(lambda: self._of_issue(issue, limit, also_in))

    def show_finding(self, placed: Placed, limit: Limit | None) -> None:
        """Show a finding."""
        self._show_html(lambda: self._of_finding(placed, limit))

    def _of_issue(self, issue: PlacedIssue, limit: Limit | None, also_in: Sequence[str]) -> str:
        finding, rule = issue.worst.finding, issue.rule
        counted = "" if issue.is_single else issue_words.n_places(len(issue.placed))
        blocks = [
            self._heading(issue.issue.severity, rule, counted),
            *self._message(issue.message),
        ]
        if also_in:
            blocks.append(self._muted(self.tr("Also in: {}").format(", ".join(also_in)), 6))
        blocks.append(self._undecided(finding) if issue.is_single else "")
        measured = ""
        if not issue.is_single:
            measured = quantity_words.measured_range(issue.issue, finding.unit)
        blocks += self._why(finding, rule, limit, measured)
        return "".join(blocks)

    def _of_finding(self, placed: Placed, limit: Limit | None) -> str:
        finding, rule = placed.finding, placed.rule
        blocks = [
            self._heading(finding.severity, rule),
            *self._message(placed.message),
            self._undecided(finding),
            *self._why(finding, rule, limit),
        ]
        return "".join(blocks)

    def _message(self, message: str) -> Iterator[str]:
        """Yield what was found; what is enumerated there, as setups are, with a line for each."""
        lead, clauses = enumeration.split_off(message)
        yield f'<p style="margin:6px 0 0 0">{escape(lead)}</p>'
        for each in clauses:
            yield f'<p style="margin:2px 0 0 12px;text-indent:-12px">•&nbsp; {escape(each)}</p>'

    def _why(
        self, finding: Finding, rule: RuleVerdict, limit: Limit | None, measured: str = ""
    ) -> Iterator[str]:
        """Yield what to change, the numbers, and the source of the limit."""
        if finding.advice:
            yield (
                f'<p style="margin:8px 0 0 0"><b>{self.tr("What to change")}</b><br>'
                f"{escape(display_unit.in_sentence(finding.advice))}</p>"
            )
        yield self._numbers(finding, limit, measured)
        if rule.source:
            yield self._muted(f"{self.tr('Source')}: {rule.source}", 8)

    def _muted(self, words: str, above_px: int) -> str:
        color = self._tokens.text_muted
        return f'<p style="margin:{above_px}px 0 0 0;color:{color}">{escape(words)}</p>'

    def _heading(self, severity: Severity, rule: RuleVerdict, counted: str = "") -> str:
        glyph = glyphs.pixmap(severity, self._tokens, 16, self.devicePixelRatioF())
        self.document().addResource(QTextDocument.ResourceType.ImageResource, GLYPH, glyph)
        word = " · ".join(filter(None, (glyphs.word(severity).capitalize(), counted)))
        title = escape(RuleRow(rule).title)
        return (
            f'<p style="margin:0"><img src="{GLYPH.toString()}" style="vertical-align:middle">&nbsp; '
            f'<b>{title}</b> &nbsp;<span style="color:{self._tokens.text_muted}">{word}</span></p>'
        )

    def _numbers(self, finding: Finding, limit: Limit | None, measured: str = "") -> str:
        """Return measured, limit and margin side by side; `measured` is the range of several places."""
        is_without_size = finding.unit == quantity_words.LEVEL
        if is_without_size or (finding.value is None and finding.threshold is None):
            return ""
        origin = escape(limit.origin) if limit is not None else ""
        if not measured:
            measured = f"{quantity_words.measured(finding)} {quantity_words.uncertainty(finding)}".rstrip()
        cells = [
            (self.tr("Measured"), escape(measured), ""),
            (self.tr("Limit"), escape(quantity_words.limit(finding)), origin),
            (self.tr("Margin"), escape(quantity_words.margin(finding)), ""),
        ]
        muted = self._tokens.text_muted
        columns = "".join(
            f'<td style="padding-right:22px"><span style="color:{muted}">{name}</span><br>'
            f"<b>{value.replace(' ', '&nbsp;')}</b>"
            + (f'<br><span style="color:{muted}">{more}</span>' if more else "")
            + "</td>"
            for name, value, more in cells
        )
        return f'<table style="margin-top:8px" cellspacing="0"><tr>{columns}</tr></table>'

    def _undecided(self, finding: Finding) -> str:
        if finding.decided is not False:
            return ""
        words = self.tr("Undecided: the value is as close to the limit as it can be measured.")
        uncertainty = quantity_words.uncertainty(finding)
        if uncertainty:
            words = self.tr("Undecided: measured to {}, which spans the limit.").format(uncertainty)
        color = glyphs.color("warning", self._tokens).name()
        return f'<p style="margin:8px 0 0 0"><span style="color:{color}">▲</span> <b>{escape(words)}</b></p>'
