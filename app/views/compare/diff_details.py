"""One change in full: what became of it, what was measured before and after, and what to change."""

from html import escape

from PySide6.QtWidgets import QWidget

from app.state import comparison_words, display_unit, feature_words, quantity_words
from app.state.feature_changes import MatchedFeature
from app.state.issue_changes import MatchedIssue
from app.state.revisions import Change, Matched
from app.state.rule_rows import RuleRow
from app.views import glyphs
from app.views.compare import marks
from app.views.compare.diff_model import Change_
from app.views.details_text import DetailsText
from app.views.theme.tokens import Tokens


class DiffDetails(DetailsText):
    """Shows what became of an issue, a finding or a feature."""

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(tokens, parent)
        self.setAccessibleName(self.tr("Details of the change"))

    def show_change(self, item: Change_) -> None:
        """Show a change."""
        self._show_html(
            lambda: self._of_feature(item) if isinstance(item, MatchedFeature) else self._of_problem(item)
        )

    def _of_problem(self, item: Matched | MatchedIssue) -> str:
        """Return an issue or a finding; the numbers of an issue are those at its worst place."""
        worst = item if isinstance(item, Matched) else item.worst
        title = RuleRow(item.placed.rule).title
        blocks = [self._heading(marks.word(item.change), title, item.change, comparison_words.level(worst))]
        if isinstance(item, MatchedIssue) and not item.is_single:
            blocks.append(self._line(self.tr("Places"), comparison_words.places(item)))
        sides = ((self.tr("Before"), item.before, worst.before), (self.tr("Now"), item.after, worst.after))
        for name, shown, placed in sides:
            if shown is not None and placed is not None:
                word = glyphs.word(placed.finding.severity).capitalize()
                blocks.append(self._line(name, f"{word}. {shown.message}"))
        if item.change is Change.FIXED:
            blocks.append(self._line(self.tr("Now"), self.tr("The rule finds nothing here any more.")))
        if item.change is Change.UNJUDGED:
            words = self.tr(
                "This rule could not be judged in the other revision, so nothing can be compared."
            )
            blocks.append(self._line("", words))
        blocks.append(self._numbers(worst))
        advice = None if worst.after is None else worst.after.finding.advice
        if advice:
            blocks.append(self._line(self.tr("What to change"), display_unit.in_sentence(advice)))
        return "".join(blocks)

    def _of_feature(self, item: MatchedFeature) -> str:
        blocks = [self._heading(marks.word(item.change), feature_words.kind(item.feature.kind), item.change)]
        for name, one in ((self.tr("Before"), item.before), (self.tr("Now"), item.after)):
            if one is not None:
                summary = ", ".join(filter(None, (feature_words.name(one), feature_words.size(one))))
                blocks.append(self._line(name, summary))
        if item.sizes or item.moved_mm:
            blocks.append(self._line(self.tr("Changed"), comparison_words.feature_size(item)))
        return "".join(blocks)

    def _heading(self, change: str, title: str, mark: marks.Mark, level: str = "") -> str:
        color = marks.color(mark, self._tokens).name()
        return (
            f'<p style="margin:0"><b style="color:{color}">{escape(change)}</b>'
            f"&nbsp;&nbsp;<b>{escape(title)}</b>&nbsp;&nbsp;"
            f'<span style="color:{self._tokens.text_muted}">{escape(level)}</span></p>'
        )

    def _line(self, name: str, words: str) -> str:
        head = f'<span style="color:{self._tokens.text_muted}">{escape(name)}</span>&nbsp; ' if name else ""
        return f'<p style="margin:6px 0 0 0">{head}{escape(words)}</p>'

    def _numbers(self, item: Matched) -> str:
        """Return limit and margins side by side."""
        finding = item.placed.finding
        if finding.value is None and finding.threshold is None:
            return ""
        cells = [
            (self.tr("Measured"), comparison_words.measured(item)),
            (self.tr("Limit"), quantity_words.limit(finding)),
            (self.tr("Margin"), comparison_words.margin(item)),
        ]
        columns = "".join(
            f'<td style="padding-right:20px"><span style="color:{self._tokens.text_muted}">{name}</span><br>'
            f"<b>{escape(value).replace(' ', '&nbsp;')}</b></td>"
            for name, value in cells
        )
        return f'<table style="margin-top:8px" cellspacing="0"><tr>{columns}</tr></table>'
