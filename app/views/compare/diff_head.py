"""What the changes come to: a sentence, size and price before and after, the verdict before and after."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.state import comparison_words, money, rule_rows
from app.views.compare.comparing import Comparing
from app.views.inspect.verdict_header import VerdictHeader
from app.views.theme import labels
from app.views.theme.tokens import Tokens
from app.views.window_context import WindowContext

NO_BREAK = "\N{NO-BREAK SPACE}"


class DiffHead(QWidget):
    """Stands over the lists of changes; the process is chosen here, as in Inspect."""

    def __init__(
        self, context: WindowContext, comparing: Comparing, tokens: Tokens, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context, self._comparing = context, comparing
        self.summary = QLabel(wordWrap=True)
        font = self.summary.font()
        font.setPointSizeF(font.pointSizeF() * 1.2)
        font.setBold(True)
        self.summary.setFont(font)
        self.summary.setAccessibleName(self.tr("Sum of the changes"))
        self.facts = labels.muted(QLabel(wordWrap=True))
        self.header = VerdictHeader(context, tokens)
        self.verdicts = QLabel(wordWrap=True)
        self.missing = QLabel(wordWrap=True)
        self.missing.setAccessibleName(self.tr("What could not be compared"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        for label in (self.summary, self.facts, self.verdicts, self.missing):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        for widget in (self.summary, self.missing, self.facts, self.header, self.verdicts):
            layout.addWidget(widget)
        self.set_tokens(tokens)
        comparing.changed.connect(self.refresh)
        comparing.priced.connect(self._show_facts)
        self.refresh()

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self.header.set_tokens(tokens)
        self.missing.setStyleSheet(f"color: {tokens.warning};")
        self._show_verdicts()

    def refresh(self) -> None:
        """Show the comparison as it is."""
        found = self._comparing.comparison
        self.summary.setText("" if found is None else comparison_words.summary(found))
        self._show_verdicts()
        self._show_missing()
        self._show_facts()

    def _show_missing(self) -> None:
        """Show which revision was not analyzed in full, and what the engine failed at."""
        found, lines = self._comparing.comparison, []
        if found is not None:
            both = found.alignment
            for revision, result in ((self.tr("Before"), both.before), (self.tr("Now"), both.after)):
                failed = [one.message for one in result.failed_stages]
                if failed:
                    lines.append(self.tr("{revision} is incomplete:").format(revision=revision))
                    lines += failed
        self.missing.setText("\n".join(lines))
        self.missing.setVisible(bool(lines))

    def _show_verdicts(self) -> None:
        found, result, chosen = self._comparing.comparison, self._context.result, self._context.verdict
        judged = None if chosen is None or found is None else rule_rows.find(result, *chosen)
        self.header.show_verdict(result if found is not None else None, judged)
        words = ""
        if found is not None:
            before, after = (comparison_words.verdict(one) for one in (found.before, found.after))
            words = self.tr("Before: {before}  →  now: {after}").format(before=before, after=after)
            if before == after:
                words = self.tr("Before and now: {after}").format(after=after)
        self.verdicts.setText(words)
        self.verdicts.setVisible(bool(words))

    def _show_facts(self) -> None:
        found = self._comparing.comparison
        if found is None:
            self.facts.setText("")
            return
        both = found.alignment
        sizes = comparison_words.part(both.before.geometry, both.after.geometry, both.pose)
        both_changed = all(comparison_words.ARROW in one for one in sizes)
        lines = [("\n" if both_changed else "  ·  ").join(one.replace(" ", NO_BREAK) for one in sizes)]
        lines.append(self._price_words())
        lines.append(comparison_words.stands(both.pose))
        self.facts.setText("\n".join(line for line in lines if line))

    def _price_words(self) -> str:
        if self._comparing.prices is None:
            return ""
        material, before, after = self._comparing.prices
        currency = after.currency or self._context.settings["currency"] or None
        words = [money.spelled(one.unit_price, currency) for one in (before, after)]
        difference = comparison_words.share(before.unit_price, after.unit_price)
        price = words[1] if words[0] == words[1] else f"{words[0]} → {words[1]}{difference}"
        return self.tr("One casting in {material}: {price}").format(material=material.name, price=price)
