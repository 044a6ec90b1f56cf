"""Accepting a finding with a note, or taking that back: a line under its details."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QInputDialog, QLabel, QPushButton, QWidget

from app.client.errors import Failure, Reason
from app.state.findings import Placed
from app.views.theme.tokens import Tokens
from app.views.window_context import WindowContext


class AcceptanceBar(QWidget):
    """Shows the note of one finding of the open part; hidden where there is none to accept."""

    def __init__(self, context: WindowContext, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._placed: Placed | None = None
        self.words = QLabel()
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.accept_button = QPushButton(self.tr("Accept with a note…"))
        self.accept_button.setToolTip(self.tr("Say why this may stay; the note stands in the report"))
        self.withdraw_button = QPushButton(self.tr("Withdraw"))
        self.withdraw_button.setToolTip(self.tr("Accept this finding no longer"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.words, 1)
        layout.addWidget(self.accept_button)
        layout.addWidget(self.withdraw_button)
        self.accept_button.clicked.connect(self._ask)
        self.withdraw_button.clicked.connect(self._withdraw)
        self.set_tokens(tokens)
        self.show_finding(None)

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self.words.setStyleSheet(f"color: {tokens.text_muted};")

    def show_finding(self, placed: Placed | None) -> None:
        """Show the note of a finding, or let it be accepted; None: there is no finding."""
        self._placed = placed
        session = self._context.session
        is_offered = placed is not None and session is not None and placed.finding.severity != "pass"
        self.setVisible(is_offered)
        if not is_offered or placed is None or session is None:
            return
        note = self._context.acceptances.note(session.path, placed)
        self.words.setText("" if note is None else self.tr("Accepted: {note}").format(note=note))
        self.accept_button.setVisible(note is None)
        self.withdraw_button.setVisible(note is not None)

    def accept(self, note: str) -> None:
        """Accept the finding that is shown; without a word why, nothing is accepted."""
        placed, session = self._placed, self._context.session
        if placed is None or session is None or not note.strip():
            return
        try:
            self._context.acceptances.accept(session.path, placed, note)
        except OSError as error:
            self._report(error)
        self.show_finding(placed)

    def _ask(self) -> None:
        title, label = self.tr("Accept the finding"), self.tr("Why it may stay as it is:")
        note, is_given = QInputDialog.getMultiLineText(self, title, label)
        if is_given:
            self.accept(note)

    def _withdraw(self) -> None:
        placed, session = self._placed, self._context.session
        if placed is None or session is None:
            return
        try:
            self._context.acceptances.withdraw(session.path, placed)
        except OSError as error:
            self._report(error)
        self.show_finding(placed)

    def _report(self, error: OSError) -> None:
        why = (error.strerror or str(error)).lower()
        self._context.failure_reported.emit(
            Failure(
                Reason.FILE,
                self.tr("The note could not be kept: {why}.").format(why=why),
                self.tr("It holds until you close Sprue; make room on the disk to keep it."),
            )
        )
