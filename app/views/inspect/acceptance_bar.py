"""Accepting an issue or a finding with a note, or taking that back: its note and two buttons."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QInputDialog, QLabel, QPushButton, QWidget

from app.client.errors import Failure, Reason
from app.state.acceptances import Accepted
from app.state.findings import Placed
from app.views.theme.tokens import Tokens
from app.views.window_context import WindowContext


class AcceptanceBar(QWidget):
    """Shows the note of an issue or a finding of the open part; hidden where there is none.

    Its buttons stand where the panel puts them.
    """

    changed = Signal()
    """Something was accepted, or is no longer."""

    def __init__(self, context: WindowContext, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._placed: tuple[Placed, ...] = ()
        self.words = QLabel()
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.accept_button = QPushButton(self.tr("Accept…"))
        self.accept_button.setToolTip(self.tr("Say why this may stay; the note stands in the report"))
        self.withdraw_button = QPushButton(self.tr("Withdraw"))
        self.withdraw_button.setToolTip(self.tr("Accept this no longer"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.words)
        self.accept_button.clicked.connect(self._ask)
        self.withdraw_button.clicked.connect(self._withdraw)
        self.set_tokens(tokens)
        self.show_findings(())

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self.words.setStyleSheet(f"color: {tokens.text_muted};")

    def show_findings(self, placed: Sequence[Placed]) -> None:
        """Show the note of these findings, or let them be accepted as one; of none there is nothing."""
        self._placed = tuple(one for one in placed if one.finding.severity != "pass")
        session = self._context.session
        if not self._placed or session is None:
            for each in (self, self.accept_button, self.withdraw_button):
                each.hide()
            return
        found = self._context.acceptances.of(session.path, self._placed)
        self.words.setText(self._said(found))
        self.setVisible(found.n > 0)
        several = found.n_all > 1
        self.accept_button.setText(
            self.tr("Accept all {n}…").format(n=found.n_all) if several else self.tr("Accept…")
        )
        self.accept_button.setVisible(not found.is_whole)
        self.withdraw_button.setVisible(found.n > 0)

    def accept(self, note: str) -> None:
        """Accept what is shown; without a word why, nothing is accepted."""
        placed, session = self._placed, self._context.session
        if not placed or session is None or not note.strip():
            return
        try:
            self._context.acceptances.accept(session.path, placed, note)
        except OSError as error:
            self._report(error)
        self.show_findings(placed)
        self.changed.emit()

    def _said(self, found: Accepted) -> str:
        if not found.n:
            return ""
        note = " · ".join(found.notes)
        if found.is_whole:
            return self.tr("Accepted: {note}").format(note=note)
        words = self.tr("{n} of {n_all} places accepted: {note}")
        return words.format(n=found.n, n_all=found.n_all, note=note)

    def _ask(self) -> None:
        title, label = self.tr("Accept the finding"), self.tr("Why it may stay as it is:")
        if len(self._placed) > 1:
            title = self.tr("Accept the issue at all its {n} places").format(n=len(self._placed))
        note, is_given = QInputDialog.getMultiLineText(self, title, label)
        if is_given:
            self.accept(note)

    def _withdraw(self) -> None:
        placed, session = self._placed, self._context.session
        if not placed or session is None:
            return
        try:
            self._context.acceptances.withdraw(session.path, placed)
        except OSError as error:
            self._report(error)
        self.show_findings(placed)
        self.changed.emit()

    def _report(self, error: OSError) -> None:
        why = (error.strerror or str(error)).lower()
        self._context.failure_reported.emit(
            Failure(
                Reason.FILE,
                self.tr("The note could not be kept: {why}.").format(why=why),
                self.tr("It holds until you close Sprue; make room on the disk to keep it."),
            )
        )
