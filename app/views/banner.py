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
        self.set_tokens(tokens)
        self.hide()

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self.setStyleSheet(
            f"QFrame#Banner {{ background: {tokens.surface_raised}; border: none;"
            f"border-left: 4px solid {tokens.fail}; border-bottom: 1px solid {tokens.border}; }}"
        )

    def show_failure(self, failure: Failure, *actions: tuple[str, Callable[[], object]]) -> None:
        """Show a failure, and a button for each thing that can be done about it."""
        for button in self._buttons:
            self._layout.removeWidget(button)
            button.deleteLater()
        self._buttons = []
        problems = failure.problems[:3]
        self.words.setText("\n".join((f"{failure.sentence} {failure.next_step}".strip(), *problems)))
        self.setAccessibleName(self.words.text())
        for text, act in actions:
            button = QPushButton(text)
            button.clicked.connect(self.hide)
            button.clicked.connect(lambda _=False, act=act: act())
            self._buttons.append(button)
            self._layout.insertWidget(self._layout.count() - 1, button)
        self.show()
