"""The banner: what went wrong in a sentence, what to do about it, and buttons that do it."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from app.client.errors import Failure
from app.views.theme.tokens import Tokens


class Banner(QFrame):
    """Stands above the workspace until it is closed or its cause is over."""

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Banner")
        self.words = QLabel()
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._buttons: list[QPushButton] = []
        close = QToolButton()
        close.setText("×")
        close.setAutoRaise(True)
        close.setAccessibleName(self.tr("Close the message"))
        close.clicked.connect(self.hide)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(14, 8, 8, 8)
        self._layout.addWidget(self.words, 1)
        self._layout.addWidget(close)
        self._is_failure = True
        self.set_tokens(tokens)
        self.hide()

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self._tokens = tokens
        edge = tokens.fail if self._is_failure else tokens.accent
        self.setStyleSheet(
            f"QFrame#Banner {{ background: {tokens.surface_raised}; border: none;"
            f"border-left: 4px solid {edge}; border-bottom: 1px solid {tokens.border}; }}"
        )

    def show_failure(self, failure: Failure, *actions: tuple[str, Callable[[], object]]) -> None:
        """Show a failure, and a button for each thing that can be done about it."""
        words = (f"{failure.sentence} {failure.next_step}".strip(), *failure.problems[:3])
        self._show("\n".join(words), actions, is_failure=True)

    def show_notice(self, sentence: str, *actions: tuple[str, Callable[[], object]]) -> None:
        """Show what is no failure, and a button for each thing that can be done with it."""
        self._show(sentence, actions, is_failure=False)

    def _show(
        self, words: str, actions: tuple[tuple[str, Callable[[], object]], ...], *, is_failure: bool
    ) -> None:
        self._is_failure = is_failure
        self.set_tokens(self._tokens)
        for button in self._buttons:
            self._layout.removeWidget(button)
            button.deleteLater()
        self._buttons = []
        self.words.setText(words)
        self.setAccessibleName(self.words.text())
        for text, act in actions:
            button = QPushButton(text)
            button.clicked.connect(self.hide)
            button.clicked.connect(lambda _=False, act=act: act())
            self._buttons.append(button)
            self._layout.insertWidget(self._layout.count() - 1, button)
        self.show()
