"""The pill that says which server the program speaks with, and whether it answers."""

from PySide6.QtWidgets import QPushButton, QWidget

from app.client.http import Client
from app.views.theme.tokens import Tokens


class ConnectionPill(QPushButton):
    """A dot, a word, and a color; pressing it lets another server be chosen."""

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_up: bool | None = None
        self._tokens = tokens
        self.show_starting()

    def show_starting(self) -> None:
        """Show that the engine is being started."""
        self._become(None, self.tr("Engine starts …"))

    def show_client(self, client: Client | None, *, is_local: bool) -> None:
        """Show the connected server; None: no server answers."""
        if client is None:
            self._become(None if is_local else False, self.tr("Offline"))
        else:
            self._become(True, self.tr("Local engine") if is_local else client.host)

    def show_silent(self, host: str) -> None:
        """Show that the connected server stopped answering."""
        self._become(False, self.tr("{host} does not answer").format(host=host))

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self._tokens = tokens
        ground = {True: tokens.passed, False: tokens.fail, None: tokens.text_muted}[self._is_up]
        ink = "#0d1117" if tokens.is_dark else "#ffffff"
        self.setStyleSheet(
            f"QPushButton {{ background: {ground}; color: {ink}; border: none; border-radius: 11px;"
            "padding: 4px 12px; font-weight: 600; }"
        )

    def _become(self, is_up: bool | None, words: str) -> None:
        self._is_up = is_up
        self.setText(f"●  {words}")
        self.setAccessibleName(self.tr("Connection: {words}").format(words=words))
        self.setToolTip(self.tr("Choose the server"))
        self.set_tokens(self._tokens)
