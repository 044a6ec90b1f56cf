"""The open pack as text, colored; what is typed is taken over where it reads, else its line is named."""

import json
import re

from PySide6.QtCore import QTimer
from PySide6.QtGui import QColor, QFont, QFontDatabase, QSyntaxHighlighter, QTextCharFormat
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from app.state import rule_draft
from app.views.rules.editor import Editor
from app.views.theme.tokens import Tokens

WAIT_MS = 600
TOKEN = re.compile(
    r'(?P<name>"(?:[^"\\]|\\.)*"(?=\s*:))|(?P<text>"(?:[^"\\]|\\.)*")'
    r"|(?P<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\b(?:true|false|null)\b)"
)


class JsonTab(QWidget):
    """Text and form show one document; the last to be edited wins."""

    def __init__(self, editor: Editor, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editor = editor
        self.text = QPlainTextEdit()
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setAccessibleName(self.tr("The pack as JSON"))
        self.message = QLabel()
        self.message.setWordWrap(True)
        self.message.setContentsMargins(8, 4, 8, 6)
        self.message.hide()
        self._colors = Colors(self.text, tokens)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.text, 1)
        layout.addWidget(self.message)
        self._timer = QTimer(self, singleShot=True, interval=WAIT_MS)
        self._timer.timeout.connect(self.apply_text)
        self.text.textChanged.connect(self._timer.start)
        editor.opened.connect(self.refresh)
        editor.changed.connect(lambda _: self.refresh())
        self.set_tokens(tokens)
        self.refresh()

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self._colors.set_tokens(tokens)
        self.message.setStyleSheet(f"color: {tokens.fail};")

    def refresh(self) -> None:
        """Show the pack as it stands, unless the text says just that already."""
        draft = self._editor.draft
        document = {} if draft is None else draft.document
        self.text.setReadOnly(not self._editor.is_editable)
        try:
            if json.loads(self.text.toPlainText()) == document:
                return
        except (ValueError, RecursionError):
            if self.text.hasFocus():
                return  # half a line is being typed
        self.text.blockSignals(True)
        self.text.setPlainText(json.dumps(document, indent=2, ensure_ascii=False))
        self.text.blockSignals(False)
        self._show_message("")

    def apply_text(self) -> None:
        """Apply what is typed; a line that cannot be read is named and nothing else happens."""
        draft = self._editor.draft
        if draft is None or not self._editor.is_editable:
            return
        try:
            document = rule_draft.from_text(self.text.toPlainText()).document
        except (ValueError, RecursionError) as error:
            self._show_message(f"{error}")
            return
        self._show_message("")
        self._editor.set((), document, self.tr("Edit the text"))

    def _show_message(self, words: str) -> None:
        self.message.setText(words)
        self.message.setVisible(bool(words))


class Colors(QSyntaxHighlighter):
    """Names, texts and numbers in colors of their own."""

    def __init__(self, edit: QPlainTextEdit, tokens: Tokens) -> None:
        super().__init__(edit.document())
        self._formats: dict[str, QTextCharFormat] = {}
        self.set_tokens(tokens)

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        colors = {"name": tokens.accent, "text": tokens.passed, "number": tokens.warning}
        self._formats = {kind: _format(color) for kind, color in colors.items()}
        self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        for found in TOKEN.finditer(text):
            if found.lastgroup is not None:
                self.setFormat(found.start(), found.end() - found.start(), self._formats[found.lastgroup])


def _format(color: str) -> QTextCharFormat:
    made = QTextCharFormat()
    made.setForeground(QColor(color))
    made.setFontWeight(QFont.Weight.Normal)
    return made
