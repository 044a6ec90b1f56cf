"""A read-only text with the details of one thing, or a hint where there is none."""

from collections.abc import Callable
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTextBrowser, QWidget

from app.views.theme.tokens import Tokens

MARGIN_PX = 10


class DetailsText(QTextBrowser):
    """Shows details as HTML in the colors of the theme."""

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._html: Callable[[], str] = str
        self.setOpenLinks(False)
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.document().setDocumentMargin(MARGIN_PX)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.set_tokens(tokens)

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self._tokens = tokens
        self.setStyleSheet(f"QTextBrowser {{ background: {tokens.surface_raised}; color: {tokens.text}; }}")
        self._show_html(self._html)

    def show_hint(self, sentence: str) -> None:
        """Show a sentence where there are no details."""
        self._show_html(lambda: f'<p style="color:{self._tokens.text_muted}">{escape(sentence)}</p>')

    def _show_html(self, html: Callable[[], str]) -> None:
        """Show a text that is made anew with every theme."""
        self._html = html
        self.setHtml(html())
