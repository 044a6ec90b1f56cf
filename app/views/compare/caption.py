"""The line over a revision: which it is, its file, and what the pointer reads there."""

from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QWidget

from app.state import quantity_words
from app.views.theme import labels
from app.views.theme.tokens import Tokens
from app.views.viewport.probe import Probe


class Caption(QFrame):
    """One for each revision."""

    def __init__(self, role: str, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Caption")
        self._role = QLabel(role)
        self.name = labels.muted(QLabel())
        self.name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.reading = QLabel()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 5, 10, 5)
        layout.setSpacing(8)
        layout.addWidget(self._role)
        layout.addWidget(self.name, 1)
        layout.addWidget(self.reading)
        font = self._role.font()
        font.setBold(True)
        self._role.setFont(font)
        self.reading.setFont(font)
        self.set_tokens(tokens)

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self.setStyleSheet(
            f"QFrame#Caption {{ background: {tokens.surface_raised};"
            f" border-bottom: 1px solid {tokens.border}; }}"
        )

    def show_name(self, name: str) -> None:
        """Show a file's name; empty: there is none yet."""
        self.name.setText(name)
        self.name.setToolTip(name)

    def show_reading(self, probe: Probe | None, before: Probe | None = None) -> None:
        """Show the value under the pointer, and by how much it differs from that of the other revision."""
        if probe is None or probe.value is None:
            self.reading.setText("")
            return
        words = quantity_words.number(probe.value, probe.unit)
        if before is not None and before.value is not None:
            difference = quantity_words.number(probe.value - before.value, probe.unit, is_signed=True)
            words += f"  ({difference})"
        self.reading.setText(words)
