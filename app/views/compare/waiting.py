"""While the earlier revision is analyzed, or where it could not be: how far it is, why not, what to do."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from app.client.errors import Failure
from app.state.session import Progress, Stage
from app.views.theme import labels


class Waiting(QWidget):
    """Stands where the earlier revision will be."""

    cancel_asked = Signal()
    again_asked = Signal()
    other_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = QLabel(alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._line = labels.muted(QLabel(alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True))
        self.bar = QProgressBar(textVisible=False)
        self.bar.setMaximumWidth(320)
        self.bar.setAccessibleName(self.tr("Progress of the earlier revision"))
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self.again_button = QPushButton(self.tr("Try again"))
        self.other_button = QPushButton(self.tr("Choose another file"))
        self.cancel_button.clicked.connect(self.cancel_asked)
        self.again_button.clicked.connect(self.again_asked)
        self.other_button.clicked.connect(self.other_asked)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        for button in (self.cancel_button, self.again_button, self.other_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        centered = QHBoxLayout()
        centered.addWidget(self.bar)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(28, 20, 28, 20)
        layout.setSpacing(12)
        layout.addStretch(1)
        layout.addWidget(self.words)
        layout.addLayout(centered)
        layout.addWidget(self._line)
        layout.addLayout(buttons)
        layout.addStretch(1)

    def show_progress(self, name: str, now: Progress) -> None:
        """Show how far the analysis is."""
        self._arrange(is_busy=True)
        self.words.setText(
            {
                Stage.UPLOADING: self.tr("{name} is sent …"),
                Stage.QUEUED: self.tr("{name} waits for its turn …"),
            }.get(now.stage, self.tr("{name} is analyzed …")).format(name=name)
        )
        is_sent = now.stage is Stage.UPLOADING and now.n_bytes > 0
        self.bar.setRange(0, now.n_bytes if is_sent else 1)
        self.bar.setValue(now.n_sent if is_sent else 0)
        self.bar.setVisible(is_sent)
        self._line.setText(now.log[-1] if now.log else "")

    def show_failure(self, failure: Failure) -> None:
        """Say why there is no earlier revision, and what can be done."""
        self._arrange(is_busy=False)
        self.words.setText(f"{failure.sentence} {failure.next_step}".strip())
        self._line.setText("\n".join(failure.problems[:3]))

    def _arrange(self, *, is_busy: bool) -> None:
        self.bar.setVisible(is_busy)
        self.cancel_button.setVisible(is_busy)
        self.again_button.setVisible(not is_busy)
        self.other_button.setVisible(not is_busy)
