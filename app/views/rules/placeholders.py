"""Completion of placeholders in a message: `{` offers what there is."""

from PySide6.QtCore import QStringListModel, QTimer
from PySide6.QtWidgets import QCompleter, QLineEdit

from app.state import rule_catalog
from app.views.rules.editor import Editor


class Placeholders(QCompleter):
    """Completes `{` in a line to one of the placeholders."""

    def __init__(self, line: QLineEdit, editor: Editor) -> None:
        super().__init__(line)
        self._line = line
        self._editor = editor
        self._words = QStringListModel(self)
        self.setModel(self._words)
        self.setWidget(line)
        self.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        self.activated.connect(self._put)
        line.textEdited.connect(lambda _: QTimer.singleShot(0, self._offer))

    def typed(self) -> str | None:
        """Return the placeholder that is being typed, with its brace; None where there is none."""
        before = self._line.text()[: self._line.cursorPosition()]
        brace = before.rfind("{")
        return None if brace < 0 or "}" in before[brace:] else before[brace:]

    def _offer(self) -> None:
        typed = self.typed()
        if typed is None or self._line.isReadOnly():
            popup = self.popup()
            if popup is not None:
                popup.hide()
            return
        known = rule_catalog.placeholders(self._editor.schema)
        numbers = {"metric": "{metric:.2f}", "threshold": "{threshold:.2f}"}
        self._words.setStringList([numbers.get(name, f"{{{name}}}") for name in known])
        self.setCompletionPrefix(typed)
        self.complete()

    def _put(self, word: str) -> None:
        typed = self.typed() or ""
        at = self._line.cursorPosition()
        text = self._line.text()
        self._line.setText(text[: at - len(typed)] + word + text[at:])
        self._line.setCursorPosition(at - len(typed) + len(word))
