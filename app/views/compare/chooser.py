"""Choosing the earlier revision: a place to drop it, files that look like one, and any other by dialog."""

from pathlib import Path

from PySide6.QtCore import QDateTime, QLocale, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.state.revision_files import Candidate
from app.views.theme import labels
from app.views.theme.tokens import Tokens

PATH = Qt.ItemDataRole.UserRole


class Chooser(QWidget):
    """Shown where the earlier revision will be."""

    chosen = Signal(object)
    """Path of a file."""
    browse_asked = Signal()

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._drop = QFrame()
        self._drop.setObjectName("Drop")
        self._title = QLabel(
            self.tr("Drop the earlier revision here"), alignment=Qt.AlignmentFlag.AlignCenter
        )
        self._title.setStyleSheet("font-size: 17px; font-weight: 600;")
        self._title.setWordWrap(True)
        self._hint = QLabel(
            self.tr("It is analyzed as the open part was, and both are shown side by side."),
            alignment=Qt.AlignmentFlag.AlignCenter,
            wordWrap=True,
        )
        labels.muted(self._hint)
        self.browse_button = QPushButton(self.tr("Choose a file…"))
        self.browse_button.clicked.connect(self.browse_asked)
        inside = QVBoxLayout(self._drop)
        inside.setContentsMargins(20, 22, 20, 22)
        inside.setSpacing(10)
        inside.addWidget(self._title)
        inside.addWidget(self._hint)
        inside.addWidget(self.browse_button, 0, Qt.AlignmentFlag.AlignHCenter)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Files that may be the earlier revision"))
        self.list.setWordWrap(True)
        self.list.itemActivated.connect(self._choose)
        self.list.itemClicked.connect(self._choose)
        self._heading = QLabel(self.tr("Likely revisions and recent parts"))
        labels.heading(self._heading)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 20, 20, 16)
        layout.setSpacing(10)
        layout.addStretch(1)
        layout.addWidget(self._drop)
        layout.addSpacing(6)
        layout.addWidget(self._heading)
        layout.addWidget(self.list, 100)
        layout.addStretch(1)
        self.set_tokens(tokens)
        self.show_files(None, ())

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self._tokens = tokens
        self._drop.setStyleSheet(
            f"QFrame#Drop {{ border: 2px dashed {tokens.border}; border-radius: 10px;"
            f"background: {tokens.surface}; }}"
        )
        self.list.setStyleSheet(
            f"QListWidget::item {{ padding: 7px 9px; border-bottom: 1px solid {tokens.border}; }}"
            f"QListWidget::item:hover {{ background: {tokens.surface_raised}; }}"
            f"QListWidget::item:selected {{ background: {tokens.accent}; color: {tokens.accent_text}; }}"
        )

    def show_files(self, part: Path | None, files: tuple[Candidate, ...]) -> None:
        """Offer these; without an open part there is nothing to compare with."""
        self.list.clear()
        for one in files:
            item = QListWidgetItem(f"{one.path.name}\n{self._about(one)}")
            item.setToolTip(str(one.path))
            item.setData(PATH, one.path)
            self.list.addItem(item)
        for widget in (self.list, self._heading):
            widget.setVisible(bool(files))
        self.setEnabled(part is not None)
        self._title.setText(
            self.tr("Drop the earlier revision here")
            if part is not None
            else self.tr("Open the later revision first")
        )

    def _choose(self, item: QListWidgetItem) -> None:
        self.chosen.emit(item.data(PATH))

    def _about(self, one: Candidate) -> str:
        moment = QDateTime.fromSecsSinceEpoch(int(one.modified_s))
        when = QLocale().toString(moment, QLocale.FormatType.ShortFormat)
        return f"{one.path.parent.name or one.path.anchor}  ·  {when}"
