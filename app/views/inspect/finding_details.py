"""One finding in full: what, why, the limit and the parameter it comes from, what to change, the source."""

from html import escape

from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QWidget

from app.client.models import Finding, RuleVerdict
from app.state import quantity_words
from app.state.findings import Placed
from app.state.limits import Limit
from app.state.rule_rows import RuleRow
from app.views import glyphs
from app.views.details_text import DetailsText
from app.views.theme.tokens import Tokens

GLYPH = QUrl("sprue:glyph")


class FindingDetails(DetailsText):
    """Shows a finding, with its limit where the pack is known."""

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(tokens, parent)
        self.setAccessibleName(self.tr("Details of the finding"))

    def show_finding(self, placed: Placed, limit: Limit | None) -> None:
        """Show a finding."""
        self._show_html(lambda: self._of_finding(placed, limit))

    def _of_finding(self, placed: Placed, limit: Limit | None) -> str:
        finding, rule = placed.finding, placed.rule
        muted = self._tokens.text_muted
        blocks = [
            self._heading(finding, rule),
            f'<p style="margin:6px 0 0 0">{escape(finding.message or rule.message)}</p>',
            self._undecided(finding),
        ]
        if finding.advice:
            blocks.append(
                f'<p style="margin:8px 0 0 0"><b>{self.tr("What to change")}</b><br>'
                f"{escape(finding.advice)}</p>"
            )
        blocks.append(self._numbers(finding, limit))
        if rule.source:
            blocks.append(
                f'<p style="margin:8px 0 0 0;color:{muted}">{self.tr("Source")}: {escape(rule.source)}</p>'
            )
        return "".join(blocks)

    def _heading(self, finding: Finding, rule: RuleVerdict) -> str:
        glyph = glyphs.pixmap(finding.severity, self._tokens, 16, self.devicePixelRatioF())
        self.document().addResource(QTextDocument.ResourceType.ImageResource, GLYPH, glyph)
        word = glyphs.word(finding.severity).capitalize()
        title = escape(RuleRow(rule, ()).title)
        return (
            f'<p style="margin:0"><img src="{GLYPH.toString()}" style="vertical-align:middle">&nbsp; '
            f'<b>{title}</b> &nbsp;<span style="color:{self._tokens.text_muted}">{word}</span></p>'
        )

    def _numbers(self, finding: Finding, limit: Limit | None) -> str:
        """Return measured, limit and margin side by side."""
        if finding.value is None and finding.threshold is None:
            return ""
        origin = escape(limit.origin) if limit is not None else ""
        measured = quantity_words.measured(finding)
        measured = f"{measured} {quantity_words.uncertainty(finding)}".rstrip()
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
